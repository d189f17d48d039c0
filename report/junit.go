package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The parts of the JUnit form that test reporters agree on.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}

	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}

	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *junitMessage `xml:"skipped"`
		Output  string        `xml:"system-out,omitempty"`
	}

	junitMessage struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes one suite for each rule that found something, or a test that
// passes where none did. Each error finding is a failure, a suppressed one a
// skipped test, and a warning a test that passes with an output. What could not
// be analysed is an error of a suite of its own.
func writeJUnit(w io.Writer, r *graph.Result, _ Options) error {
	all := junitSuites{Name: "ampcheck"}
	byRule := make(map[string][]junitCase)
	for i := range r.Findings {
		f := &r.Findings[i]
		byRule[f.Rule] = append(byRule[f.Rule], junitFinding(f))
	}
	for _, rule := range slices.Sorted(maps.Keys(byRule)) {
		all.add(rule, byRule[rule])
	}
	if len(byRule) == 0 {
		all.add("findings", []junitCase{{Class: "ampcheck.findings", Name: "no finding"}})
	}
	all.add("input", junitInput(r))
	text, err := xml.MarshalIndent(&all, "", " ")
	if err != nil {
		return fmt.Errorf("encoding the report: %w", err)
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.Write(text)
	b.WriteByte('\n')
	_, err = w.Write(b.Bytes())
	return err
}

// add counts what the cases are.
func (all *junitSuites) add(name string, cases []junitCase) {
	s := junitSuite{Name: Plain(name), Tests: len(cases), Cases: cases}
	for _, c := range cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	all.Suites = append(all.Suites, s)
	all.Tests, all.Failures = all.Tests+s.Tests, all.Failures+s.Failures
	all.Errors, all.Skipped = all.Errors+s.Errors, all.Skipped+s.Skipped
}

func junitFinding(f *graph.Finding) junitCase {
	message := Plain(f.Message)
	c := junitCase{Class: "ampcheck." + Plain(f.Rule), Name: message}
	c.at(f)
	switch text := junitText(f); {
	case f.Suppressed:
		c.Skipped = &junitMessage{Message: Plain(f.Reason)}
	case f.Severity == graph.SeverityError:
		c.Failure = &junitMessage{Type: Plain(f.Rule), Message: message, Text: text}
	default:
		c.Output = Plain(string(f.Severity)) + ": " + text
	}
	return c
}

// junitText is the finding as the text report shows it.
func junitText(f *graph.Finding) string { return strings.TrimSpace(at(f.Pos) + githubMessage(f)) }

func (c *junitCase) at(f *graph.Finding) {
	if pos, ok := openable(f); ok {
		c.File, c.Line = escapeInvisible(pos.File), pos.Line
	}
}

// junitInput tells whether everything was read.
func junitInput(r *graph.Result) []junitCase {
	var cases []junitCase
	for i, f := range problemFindings(r) {
		c := junitCase{Class: "ampcheck.input", Name: at(f.Pos) + Plain(f.Message)}
		c.at(&f)
		if isObstacle(r, r.Problems[i]) {
			c.Error = &junitMessage{Type: "problem", Message: Plain(f.Message), Text: c.Name}
		} else {
			c.Output = c.Name
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		cases = []junitCase{{Class: "ampcheck.input", Name: "everything was analysed"}}
	}
	return cases
}
