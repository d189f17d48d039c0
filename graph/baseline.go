package graph

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// BaselineSchema names the form of a baseline file.
const BaselineSchema = "ampcheck-baseline/v1"

// Baseline is what was accepted once: findings, and the figure of every path, so
// that growth shows. It holds no line numbers. On disk it is one line for each
// entry, sorted, behind a line with the schema.
type Baseline struct {
	// File is what positions call it.
	File string
	// Operations is set where nodes are operations and not whole services.
	Operations bool
	Paths      []BaselinePath
	Findings   []BaselineFinding
	// Calm are, by entry, the nodes on which nothing multiplies.
	Calm []BaselineCalm
}

// BaselinePath is an accepted figure of the worst path from an entry to a node.
type BaselinePath struct {
	Entry  string   `json:"entry"`
	To     string   `json:"to"`
	Class  string   `json:"class,omitempty"`
	Layers []string `json:"layers"`
	// Attempts are the numbers of the layers.
	Attempts []Count `json:"attempts"`
	// Amplification is nil without limit.
	Amplification *float64 `json:"amplification"`
	Confident     *float64 `json:"confident"`
	// Sustained is what retry budgets leave of it; nil where that is all.
	Sustained *float64 `json:"sustained,omitempty"`
	// Reason is kept when the baseline is written again.
	Reason string `json:"reason,omitempty"`
	line   int
}

// BaselineFinding is an accepted finding, by its key.
type BaselineFinding struct {
	Rule   string `json:"rule"`
	Key    string `json:"key"`
	Reason string `json:"reason,omitempty"`
	line   int
}

// BaselineCalm lists nodes that an entry reaches without multiplying.
type BaselineCalm struct {
	Entry string   `json:"entry"`
	Calm  []string `json:"calm"`
	line  int
}

type baselineHeader struct {
	Schema     string `json:"schema"`
	Operations bool   `json:"operations,omitempty"`
}

// byPath reports whether the paths of a baseline judge the findings of a rule.
func byPath(rule string) bool { return rule == "AMP001" || rule == "AMP005" || rule == "AMP106" }

// never reports whether a rule is about suppressions, baselines and policies: a
// baseline does not accept those.
func never(rule string) bool { return rule == "AMP303" || rule == "AMP304" || rule == "AMP305" }

// NewBaseline accepts what a result holds. From from, which may be nil, it takes
// over reasons, and what starts at the entries that keep names; where it takes over
// any, the findings too, which belong to no entry. Of an incomplete result all that
// is not seen is kept.
func NewBaseline(r *Result, operations bool, from *Baseline, keep func(entry string) bool) *Baseline {
	b := &Baseline{Operations: operations}
	for i := range r.Reaches {
		p := &r.Reaches[i]
		b.Paths = append(b.Paths, BaselinePath{Entry: p.Entry, To: p.To, Class: p.Class, Layers: p.Layers, Attempts: p.Attempts, Amplification: p.Amplification, Confident: p.Confident, Sustained: p.Sustained})
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != SeverityInfo && (!f.Suppressed || f.Accepted) && !byPath(f.Rule) && !never(f.Rule) {
			b.Findings = append(b.Findings, BaselineFinding{Rule: f.Rule, Key: f.Key})
		}
	}
	b.Calm = calm(r)
	if from != nil {
		b.takeOver(from, func(entry string) bool { return !r.Complete || keep(entry) }, !r.Complete)
		if r.Complete && slices.ContainsFunc(from.Paths, func(p BaselinePath) bool { return keep(p.Entry) }) {
			b.Findings = clone(from.Findings)
		}
	}
	b.sort()
	return b
}

// calm lists what each entry reaches and does not multiply.
func calm(r *Result) []BaselineCalm {
	loud := map[[2]string]bool{}
	for i := range r.Reaches {
		loud[[2]string{r.Reaches[i].Entry, r.Reaches[i].To}] = true
	}
	s := newSide(r)
	var out []BaselineCalm
	for i := range r.Nodes {
		n := &r.Nodes[i]
		for _, entry := range n.Entries {
			c := BaselineCalm{Entry: entry}
			for to := range s.below(n.ID) {
				if !loud[[2]string{entry, to}] && to != n.ID {
					c.Calm = append(c.Calm, to)
				}
			}
			if sorted(c.Calm); len(c.Calm) > 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

// takeOver keeps reasons, and the entries that this result says nothing about.
func (b *Baseline) takeOver(from *Baseline, keep func(entry string) bool, findings bool) {
	for i := range from.Paths {
		old := &from.Paths[i]
		found := false
		for k := range b.Paths {
			if now := &b.Paths[k]; now.Entry == old.Entry && now.To == old.To {
				found, now.Reason = true, cmp.Or(now.Reason, old.Reason)
			}
		}
		if !found && keep(old.Entry) {
			b.Paths = append(b.Paths, *old)
		}
	}
	for i := range from.Findings {
		old := &from.Findings[i]
		found := false
		for k := range b.Findings {
			if now := &b.Findings[k]; now.Rule == old.Rule && now.Key == old.Key {
				found, now.Reason = true, cmp.Or(now.Reason, old.Reason)
			}
		}
		if !found && findings {
			b.Findings = append(b.Findings, *old)
		}
	}
	have := map[string]bool{}
	for _, c := range b.Calm {
		have[c.Entry] = true
	}
	for _, c := range from.Calm {
		if !have[c.Entry] && keep(c.Entry) {
			b.Calm = append(b.Calm, c)
		}
	}
}

func (b *Baseline) sort() {
	sortBy(b.Paths, func(x, y BaselinePath) int {
		return cmp.Or(cmp.Compare(x.Entry, y.Entry), cmp.Compare(x.To, y.To), cmp.Compare(x.Class, y.Class), cmp.Compare(strings.Join(x.Layers, "|"), strings.Join(y.Layers, "|")))
	})
	sortBy(b.Findings, func(x, y BaselineFinding) int { return cmp.Or(cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Key, y.Key)) })
	sortBy(b.Calm, func(x, y BaselineCalm) int { return cmp.Compare(x.Entry, y.Entry) })
}

// Encode writes the baseline.
func (b *Baseline) Encode(w io.Writer) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	entries := []any{baselineHeader{BaselineSchema, b.Operations}}
	for i := range b.Paths {
		entries = append(entries, &b.Paths[i])
	}
	for i := range b.Findings {
		entries = append(entries, &b.Findings[i])
	}
	for i := range b.Calm {
		entries = append(entries, &b.Calm[i])
	}
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return fmt.Errorf("writing the baseline: %w", err)
		}
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// DecodeBaseline reads what Encode writes; file is the name in positions. The
// error names the line.
func DecodeBaseline(file string, r io.Reader) (*Baseline, error) {
	b := &Baseline{File: file}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	n := 0
	for lines.Scan() {
		n++
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		if err := b.line(n, text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
	}
	if n == 0 {
		return nil, fmt.Errorf("%s:1: no baseline: the first line has no schema", file)
	}
	return b, nil
}

// line reads one line; the first one is the header.
func (b *Baseline) line(n int, text []byte) error {
	var kind struct {
		Schema, To, Key *string
		Calm            *[]string
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return fmt.Errorf("no entry of a baseline: %w", err)
	}
	switch {
	case n == 1:
		var h baselineHeader
		if err := strictly(text, &h); err != nil || h.Schema != BaselineSchema {
			return fmt.Errorf("no baseline that this version reads: the first line must have the schema %q", BaselineSchema)
		}
		b.Operations = h.Operations
		return nil
	case kind.To != nil:
		b.Paths = append(b.Paths, BaselinePath{line: n})
		return strictly(text, &b.Paths[len(b.Paths)-1])
	case kind.Key != nil:
		b.Findings = append(b.Findings, BaselineFinding{line: n})
		return strictly(text, &b.Findings[len(b.Findings)-1])
	case kind.Calm != nil:
		b.Calm = append(b.Calm, BaselineCalm{line: n})
		return strictly(text, &b.Calm[len(b.Calm)-1])
	}
	return fmt.Errorf("no entry of a baseline: it has neither to, key nor calm")
}

// strictly reads JSON and refuses fields that are not known.
func strictly(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// was is what the baseline knows of the paths from an entry to a node: their
// greatest figure. A node that was reached and did not multiply has one.
func (b *Baseline) was(entry, to string) (s span, ok bool) {
	for i := range b.Paths {
		if p := &b.Paths[i]; p.Entry == entry && p.To == to {
			s.full, s.confident, ok = max(s.full, figure64(p.Amplification)), max(s.confident, figure64(p.Confident)), true
		}
	}
	if ok {
		return s, true
	}
	for _, c := range b.Calm {
		if c.Entry == entry && contains(c.Calm, to) {
			return span{1, 1}, true
		}
	}
	return span{}, false
}

// accepts reports whether a path is one that was accepted: of its class, or not
// greater, and without a layer that was not there.
func (b *Baseline) accepts(r *Reach) bool {
	for i := range b.Paths {
		p := &b.Paths[i]
		if p.Entry != r.Entry || p.To != r.To || !within(r.Layers, p.Layers) {
			continue
		}
		if p.Class == r.Class || figure64(r.Amplification) <= figure64(p.Amplification) {
			return true
		}
	}
	return false
}

// loose reports whether budgets that held a path when it was accepted hold it no
// longer: it grew over time, though one request can do no more than before.
func (b *Baseline) loose(r *Reach, gate *Gate) bool {
	held := 0.0
	for i := range b.Paths {
		if p := &b.Paths[i]; p.Entry == r.Entry && p.To == r.To {
			held = max(held, gateFigure(p.Amplification, p.Sustained))
		}
	}
	now := gateFigure(r.Amplification, r.Sustained)
	return gate.growth(span{held, held}, span{now, now}) != ""
}

// within reports whether all of a are in b.
func within(a, b []string) bool {
	for _, x := range a {
		if !contains(b, x) {
			return false
		}
	}
	return true
}
