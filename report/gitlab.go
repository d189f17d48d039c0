package report

import (
	"io"

	"github.com/ampcheck/ampcheck/graph"
)

// codeQualityIssue is one entry of GitLab's code quality report.
type codeQualityIssue struct {
	Description string              `json:"description"`
	CheckName   string              `json:"check_name"`
	Fingerprint string              `json:"fingerprint"`
	Severity    string              `json:"severity"`
	Location    codeQualityLocation `json:"location"`
}

type codeQualityLocation struct {
	Path  string           `json:"path"`
	Lines codeQualityLines `json:"lines"`
}

type codeQualityLines struct {
	Begin int `json:"begin"`
}

// writeGitLab writes the findings, and what could not be analysed, as a code
// quality report of GitLab. Suppressed findings are left out: the format has no
// word for them.
func writeGitLab(w io.Writer, r *graph.Result, _ Options) error {
	issues := []codeQualityIssue{}
	prints := fingerprints(r.Findings)
	for i := range r.Findings {
		if f := &r.Findings[i]; !f.Suppressed {
			issues = append(issues, codeQuality(f, prints[i], gitlabSeverity(f.Severity)))
		}
	}
	problems := problemFindings(r)
	for i, print := range fingerprints(problems) {
		severity := "major"
		if r.Problems[i].Advisory {
			severity = "info"
		}
		issues = append(issues, codeQuality(&problems[i], print, severity))
	}
	return writeIndented(w, issues)
}

// problemFindings are the problems in the form of findings, for formats that
// know only one kind of remark. They have no rule.
func problemFindings(r *graph.Result) []graph.Finding {
	var findings []graph.Finding
	for _, p := range r.Problems {
		findings = append(findings, graph.Finding{Rule: "problem", Pos: p.Pos, Message: problemWord(p) + ": " + p.Message})
	}
	return findings
}

// codeQuality is one issue. GitLab wants a file and a line of each; without any
// it shows the directory.
func codeQuality(f *graph.Finding, print, severity string) codeQualityIssue {
	issue := codeQualityIssue{
		Description: Plain(f.Message), CheckName: Plain(f.Rule), Fingerprint: print, Severity: severity,
		Location: codeQualityLocation{Path: ".", Lines: codeQualityLines{Begin: 1}},
	}
	pos, ok := openable(f)
	if !ok {
		issue.Description = at(f.Pos) + issue.Description
		return issue
	}
	issue.Location = codeQualityLocation{Path: escapeInvisible(pos.File), Lines: codeQualityLines{Begin: max(1, pos.Line)}}
	return issue
}

// gitlabSeverity: only errors fail a build, so nothing is worse than critical.
func gitlabSeverity(s graph.Severity) string {
	switch s {
	case graph.SeverityError:
		return "critical"
	case graph.SeverityWarning:
		return "minor"
	}
	return "info"
}
