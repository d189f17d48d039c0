package report

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// fingerprints name the findings for tools that follow a finding from run to
// run. One survives that lines move and that figures change: it is made of the
// rule, the file and the words of the message. Findings that are alike in all of
// these are told apart by their order.
func fingerprints(findings []graph.Finding) []string {
	prints := make([]string, len(findings))
	times := make(map[string]int)
	for i := range findings {
		f := &findings[i]
		text := strings.Join([]string{f.Rule, f.Pos.Origin, f.Pos.File, withoutNumbers(f.Message)}, "\x00")
		times[text]++
		if n := times[text]; n > 1 {
			text += "\x00" + strconv.Itoa(n)
		}
		sum := sha256.Sum256([]byte(text))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// numbers are those that stand alone, and lines and columns behind a file; a
// digit within a name is part of it.
var numbers = regexp.MustCompile(`(^|[\s(])[0-9]+(\.[0-9]+)?x?([\s,.:;)]|$)|:[0-9]+(:[0-9]+)?\b`)

// withoutNumbers is a message without what changes when a line is inserted or a
// number of attempts is raised.
func withoutNumbers(message string) string {
	for {
		shorter := numbers.ReplaceAllString(message, "$1#$3")
		if shorter == message {
			return message
		}
		message = shorter
	}
}
