package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// writeGitHub writes the findings as workflow commands of GitHub Actions, which
// show each beside the line it is about, and a summary for the log.
func writeGitHub(w io.Writer, r *graph.Result, opts Options) error {
	var b bytes.Buffer
	for _, f := range visible(r, opts.Quiet) {
		annotate(&b, annotationLevel(f.Severity), &f, f.Rule+": "+titleOf(f.Rule), githubMessage(&f))
	}
	if !opts.Quiet {
		for _, p := range r.Problems {
			level := "error"
			if p.Advisory {
				level = "notice"
			}
			annotate(&b, level, &graph.Finding{Pos: p.Pos}, problemWord(p), Plain(p.Message))
		}
		for _, line := range summary(r) {
			fmt.Fprintln(&b, Plain(line))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func annotationLevel(s graph.Severity) string {
	switch s {
	case graph.SeverityError, graph.SeverityWarning:
		return string(s)
	}
	return "notice"
}

// titleOf is the title of a rule, or nothing where it is of a later version.
func titleOf(rule string) string {
	r, _ := graph.RuleByID(rule)
	return r.Title
}

// githubMessage is the message with the places that have a part in it, and what
// to do; an annotation may have several lines.
func githubMessage(f *graph.Finding) string {
	lines := []string{Plain(f.Message)}
	for _, related := range f.Related {
		lines = append(lines, at(related.Pos)+Plain(related.Message))
	}
	if f.Fix != "" {
		lines = append(lines, "fix: "+Plain(f.Fix))
	}
	return strings.Join(lines, "\n")
}

// annotate writes one command. The place is left out where no file of the tree
// is known; the text names it then.
func annotate(b *bytes.Buffer, level string, f *graph.Finding, title, message string) {
	fmt.Fprintf(b, "::%s ", level)
	if pos, ok := openable(f); ok {
		fmt.Fprintf(b, "file=%s,", githubProperty(escapeInvisible(pos.File)))
		if pos.Line > 0 {
			fmt.Fprintf(b, "line=%d,", pos.Line)
			if pos.Col > 0 {
				fmt.Fprintf(b, "col=%d,", pos.Col)
			}
		}
	} else {
		message = at(f.Pos) + message
	}
	fmt.Fprintf(b, "title=%s::%s\n", githubProperty(Plain(title)), githubData.Replace(message))
}

var githubData = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

// githubProperty escapes what would end a property too.
func githubProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData.Replace(text))
}
