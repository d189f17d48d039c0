package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
)

// inEnvironment is what was scanned in one environment, and what comes of it.
type inEnvironment struct {
	name    string
	scanned *scanned
	result  *graph.Result
}

// worstOf scans each environment of the policy, or the one that is asked for, and
// returns the one with the greatest amplification: with a note that says so, and with
// the findings that only others have. Without environments all files are one system.
func (a *app) worstOf(policy *configscan.PolicyFile, o *options, scan func(environment string) (*scanned, error)) (*scanned, error) {
	names := slices.Sorted(maps.Keys(policy.Environments))
	switch {
	case o.environment != "" && !slices.Contains(names, o.environment):
		return nil, unknownEnvironment(o.environment, names)
	case o.environment != "":
		names = []string{o.environment}
	case len(names) == 0:
		return scan("")
	}
	var all []inEnvironment
	for _, name := range names {
		s, err := scan(name)
		if err != nil {
			return nil, err
		}
		if len(names) == 1 {
			s.notes = append(s.notes, fmt.Sprintf("files of environments other than %s are not read", name))
			return s, nil
		}
		all = append(all, inEnvironment{name, s, s.compute(graph.Link(s.fragments, policy.Policy), o)})
	}
	slices.SortStableFunc(all, func(a, b inEnvironment) int {
		x, y := greatest(a.result), greatest(b.result)
		return cmp.Or(-cmp.Compare(ratioOf(x), ratioOf(y)), -cmp.Compare(x.Calls, y.Calls))
	})
	worst := all[0].scanned
	worst.notes = append(worst.notes, compared(all))
	for _, other := range all[1:] {
		worst.findings = append(worst.findings, other.onlyThere(all[0].result)...)
	}
	return worst, nil
}

func unknownEnvironment(name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("no environment %q: the policy has no environments", name)
	}
	return fmt.Errorf("no environment %q: the policy has %s", name, strings.Join(names, ", "))
}

// greatest is the node that is amplified most; a zero one where there is none.
func greatest(r *graph.Result) *graph.NodeInfo {
	most := &graph.NodeInfo{}
	for i := range r.Nodes {
		n := &r.Nodes[i]
		if c := cmp.Compare(ratioOf(n), ratioOf(most)); c > 0 || c == 0 && n.Calls > most.Calls {
			most = n
		}
	}
	return most
}

// ratioOf is what the gate compares.
func ratioOf(n *graph.NodeInfo) float64 {
	switch {
	case n.Unbounded:
		return math.Inf(1)
	case n.Amplification == nil:
		return float64(n.PathAmplification)
	}
	return max(*n.Amplification, float64(n.PathAmplification))
}

// worded is the figure as the comparison says it.
func worded(n *graph.NodeInfo) string {
	switch {
	case n.ID == "":
		return "has no calls"
	case n.Unbounded:
		return "has " + n.ID + " without a bound"
	}
	return fmt.Sprintf("has %s with %.4gx", n.ID, ratioOf(n))
}

// compared says how the environments, the worst first, compare.
func compared(all []inEnvironment) string {
	var figures []string
	for _, e := range all {
		figures = append(figures, e.name+" "+worded(greatest(e.result)))
	}
	return fmt.Sprintf("the figures are those of environment %s, the worst of %d: %s", all[0].name, len(all), strings.Join(figures, ", "))
}

// onlyThere are the findings of an environment that the one which is reported does not
// have. Whether a suppression or a baseline is still needed is judged there.
func (e *inEnvironment) onlyThere(reported *graph.Result) []graph.Finding {
	known := map[string]bool{}
	id := func(f *graph.Finding) string { return f.Rule + " " + f.Pos.String() + " " + f.Message }
	for i := range reported.Findings {
		known[id(&reported.Findings[i])] = true
	}
	var out []graph.Finding
	for _, f := range e.result.Findings {
		switch {
		case known[id(&f)], f.Rule == "AMP303", f.Rule == "AMP304", f.Rule == "AMP305":
			continue
		}
		f.Message = "in environment " + e.name + ": " + f.Message
		out = append(out, f)
	}
	return out
}
