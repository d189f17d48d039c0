package graph

import (
	"fmt"
	"strings"
)

// cyclic is AMP010: calls that lead back to where they came from. It is an
// error only between operations and where every call is certain: two services
// that call each other through different operations make no cycle.
func (c *computer) cyclic() []Finding {
	var out []Finding
	seen := map[string]bool{}
	for _, group := range c.cycles {
		key := fmt.Sprint(group)
		if seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, c.cycleFinding(group))
	}
	return out
}

func (c *computer) cycleFinding(group []int32) Finding {
	in := map[int32]bool{}
	var names []string
	f := Finding{Rule: "AMP010", Severity: SeverityError}
	for _, n := range group {
		in[n] = true
		names = append(names, c.g.nodes[n].id)
		if c.g.nodes[n].operation == "" {
			f.Severity = SeverityInfo
		}
	}
	var calls []int32
	for _, n := range group {
		c.g.calls(n, func(e int32) { calls = append(calls, e) })
	}
	for _, i := range sorted(calls) {
		e := &c.g.edges[i]
		if !in[e.from] || !in[e.to] {
			continue
		}
		if k := e.confidence; k != ConfidenceStatic && k != ConfidenceFlow {
			f.Severity = SeverityInfo
		}
		text := c.edgeID[i]
		if c.cut[i] {
			text += ": left out of the figures, which are lower bounds"
			if f.Pos.IsZero() {
				f.Pos = e.call.Pos
			}
		}
		f.Related = append(f.Related, Related{e.call.Pos, text})
	}
	f.Key = findingKey(names...)
	const most = 8
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	f.Message = "calls lead back to where they came from: " + strings.Join(names, ", ")
	if len(f.Related) > most {
		f.Related = f.Related[:most]
	}
	return f
}
