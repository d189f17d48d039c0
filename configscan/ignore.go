package configscan

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

var directive = regexp.MustCompile(`^#[ \t]*ampcheck:ignore(?:[ \t]+(\S+)[ \t]*(.*))?$`)

// scanIgnores finds the comments "# ampcheck:ignore RULE reason" of a file. Each
// holds for its own line and the one below. One without a rule is a finding.
func scanIgnores(file string, data []byte) (ignores []graph.Ignore, findings []graph.Finding) {
	if !bytes.Contains(data, []byte("ampcheck:ignore")) {
		return nil, nil
	}
	n := 0
	for text := range strings.Lines(string(data)) {
		n++
		text = strings.TrimRight(text, " \t\r\n")
		at := commentStart(text)
		if at < 0 {
			continue
		}
		m := directive.FindStringSubmatch(text[at:])
		if m == nil {
			continue
		}
		pos := graph.Pos{File: file, Line: n, Col: at + 1}
		if m[1] == "" {
			findings = append(findings, graph.Finding{
				Rule: "AMP303", Severity: graph.SeverityError, Pos: pos,
				Message: "ampcheck:ignore names no rule",
				Fix:     "write # ampcheck:ignore RULE reason",
			})
			continue
		}
		ignores = append(ignores, graph.Ignore{Rule: m[1], Path: file, Line: n, Reason: m[2], Pos: pos})
	}
	return ignores, findings
}

// commentStart is the index of the # that starts the comment of a line, -1 for
// none: one at the start or after white space, outside quotes. A quote opens a
// text only where a value can start, so that an apostrophe is none.
func commentStart(line string) int {
	quote := byte(0)
	for i := range len(line) {
		c := line[i]
		switch {
		case quote == '"' && c == '"' && escaped(line, i):
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '#' && (i == 0 || isBlank(line[i-1])):
			return i
		case (c == '"' || c == '\'') && (i == 0 || isBlank(line[i-1]) || strings.IndexByte("[{,:", line[i-1]) >= 0):
			quote = c
		}
	}
	return -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// escaped reports whether an odd number of backslashes stands before index i.
func escaped(s string, i int) bool {
	n := 0
	for i--; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}
