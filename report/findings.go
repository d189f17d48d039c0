package report

import (
	"cmp"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// visible lists the findings to print, errors first, otherwise in the order of
// the result. Suppressed ones are only counted.
func visible(r *graph.Result, quiet bool) []graph.Finding {
	var findings []graph.Finding
	for _, f := range r.Findings {
		if f.Suppressed || quiet && f.Severity != graph.SeverityError {
			continue
		}
		findings = append(findings, f)
	}
	slices.SortStableFunc(findings, func(a, b graph.Finding) int { return cmp.Compare(weight(a.Severity), weight(b.Severity)) })
	return findings
}

func weight(s graph.Severity) int {
	switch s {
	case graph.SeverityError:
		return 0
	case graph.SeverityWarning:
		return 1
	}
	return 2
}

// problemWord tells what keeps the run from being complete apart from what is
// only listed.
func problemWord(p graph.Problem) string {
	if p.Advisory {
		return "not analysed"
	}
	return "problem"
}

// showNotes tells whether the facts about the run are printed: not by a gate,
// and not where the summary says them because there is nothing else to say.
func showNotes(r *graph.Result, opts Options) bool {
	return len(r.Notes) > 0 && len(r.Edges) > 0 && !opts.Quiet && (!opts.Brief || opts.Wide)
}
