package report

import (
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// sarifSchema is where the schema of the format is published.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// fingerprintName names the way fingerprints are made; another way needs
// another name.
const fingerprintName = "ampcheck/v1"

// writeSARIF writes the findings as SARIF 2.1.0, which code scanning services
// and editors read: the rules with their help, a result for each finding, and
// for those on a path the path as a code flow.
func writeSARIF(w io.Writer, r *graph.Result, _ Options) error {
	return writeIndented(w, &sarifLog{
		Schema:  sarifSchema,
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:        sarifTool{Driver: sarifDriver{Name: "ampcheck", Rules: sarifRules()}},
			Invocations: []sarifInvocation{sarifRunOf(r)},
			ColumnKind:  "unicodeCodePoints",
			Results:     sarifResults(r),
		}},
	})
}

func sarifRules() []sarifRule {
	rules := []sarifRule{}
	for _, r := range graph.Rules() {
		rules = append(rules, sarifRule{
			ID:               r.ID,
			ShortDescription: sarifMessage{r.Title},
			FullDescription:  sarifMessage{r.Text},
			Help:             sarifMessage{r.Fix},
			Configuration:    sarifConfiguration{sarifLevel(r.Severity)},
		})
	}
	return rules
}

// sarifRunOf says whether the run was complete, and what was not analysed.
func sarifRunOf(r *graph.Result) sarifInvocation {
	run := sarifInvocation{Successful: r.Complete}
	for _, p := range r.Problems {
		level := "error"
		if p.Advisory {
			level = "note"
		}
		run.Notifications = append(run.Notifications, sarifNotification{
			Level: level, Message: sarifText(p.Message), Locations: sarifLocations(p.Pos),
		})
	}
	return run
}

func sarifResults(r *graph.Result) []sarifResult {
	results := []sarifResult{}
	index := make(map[string]int)
	for i, rule := range graph.Rules() {
		index[rule.ID] = i
	}
	prints, paths := fingerprints(r.Findings), newPaths(r)
	for i := range r.Findings {
		f := &r.Findings[i]
		result := sarifResult{
			RuleID:       f.Rule,
			Level:        sarifLevel(f.Severity),
			Message:      sarifText(sarifMessageOf(f)),
			Locations:    sarifLocations(sarifPlace(f)),
			Fingerprints: map[string]string{fingerprintName: prints[i]},
			CodeFlows:    sarifFlows(paths.of(f)),
		}
		if n, ok := index[f.Rule]; ok {
			result.RuleIndex = &n
		}
		for n, related := range f.Related {
			location := sarifLocation{ID: n + 1, Message: &sarifMessage{sarifPlain(related.Message)}}
			location.at(related.Pos)
			result.Related = append(result.Related, location)
		}
		if f.Suppressed {
			result.Suppressions = []sarifSuppression{{Kind: "external", Justification: sarifPlain(f.Reason)}}
		}
		results = append(results, result)
	}
	return results
}

// sarifPlace is where a finding is shown. Services refuse a whole file for one
// result without a place in the tree, so what has none is shown at the policy,
// where it can be decided.
func sarifPlace(f *graph.Finding) graph.Pos {
	if pos, ok := openable(f); ok {
		return pos
	}
	return graph.Pos{File: ".ampcheck.yaml"}
}

// sarifMessageOf is the message with what to do about it, since readers of SARIF
// show one text, and with its place where the finding is shown elsewhere.
func sarifMessageOf(f *graph.Finding) string {
	text := f.Message
	if !f.Pos.IsZero() && sarifPlace(f) != f.Pos {
		text = f.Pos.String() + ": " + text
	}
	if f.Fix != "" {
		text += ". Fix: " + f.Fix
	}
	return text
}

// sarifFlows is the path of a finding: each call, and each factor on it.
func sarifFlows(calls []*graph.EdgeInfo) []sarifFlow {
	var steps []sarifStep
	add := func(pos graph.Pos, depth int, text string) {
		step := sarifStep{Nesting: depth, Location: sarifLocation{Message: &sarifMessage{sarifPlain(text)}}}
		step.Location.at(pos)
		steps = append(steps, step)
	}
	for depth, e := range calls {
		add(e.Pos, depth, hop(e)+": "+callText(e))
		for _, f := range factorsOn(e) {
			add(f.pos, depth, f.text())
		}
	}
	if len(steps) == 0 {
		return nil
	}
	return []sarifFlow{{Threads: []sarifThread{{Steps: steps}}}}
}

func sarifLevel(s graph.Severity) string {
	if level := annotationLevel(s); level != "notice" {
		return level
	}
	return "note"
}

func sarifText(text string) sarifMessage { return sarifMessage{sarifPlain(text)} }

// sarifPlain is Plain without the links that plain text messages may hold.
func sarifPlain(text string) string { return brackets.Replace(Plain(text)) }

var brackets = strings.NewReplacer("[", `\[`, "]", `\]`, `\`, `\\`)

// sarifLocations is one place, or none where nothing is known of it.
func sarifLocations(pos graph.Pos) []sarifLocation {
	if pos.IsZero() {
		return nil
	}
	var l sarifLocation
	l.at(pos)
	return []sarifLocation{l}
}

// at says where a location is: in a file of the tree, or somewhere that only has
// a name.
func (l *sarifLocation) at(pos graph.Pos) {
	switch {
	case pos.IsZero():
	case inTree(pos):
		l.Physical = &sarifPhysical{Artifact: sarifArtifact{URI: fileURI(pos.File)}}
		if pos.Line > 0 {
			l.Physical.Region = &sarifRegion{Line: pos.Line, Column: pos.Col}
		}
	default:
		l.Logical = []sarifLogical{{Name: Plain(pos.String())}}
	}
}
