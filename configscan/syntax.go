package configscan

import (
	"bytes"
	"sort"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// syntaxProblem says where a piece is broken; a template is advisory, since it
// is no YAML before it is rendered.
func (p piece) syntaxProblem(file string, err error) graph.Problem {
	line, msg := syntaxError(err)
	if bytes.Contains(p.text, []byte("{{")) {
		t := p.problem(file, line, "looks like a template that is not rendered, not analysed: feed rendered output, as in helm template DIR | ampcheck check - ("+msg+")")
		t.Advisory = true
		return t
	}
	if len(p.text) <= maxLocated && (msg == errNoKey || msg == errNoItem) {
		line = p.locate(err)
	}
	return p.problem(file, line, "not valid YAML: "+msg)
}

// maxLocated is the size in bytes above which it would take too long to locate
// an error.
const maxLocated = 1 << 20

// The errors for which yaml.v3 gives the line where the mapping or list starts
// that something does not fit into.
const (
	errNoKey  = "did not find expected key"
	errNoItem = "did not find expected '-' indicator"
)

// locate is the line at which an error of this kind arises: the last of the
// fewest lines that give it.
func (p piece) locate(err error) int {
	var ends []int
	for at, c := range p.text {
		if c == '\n' {
			ends = append(ends, at+1)
		}
	}
	return 1 + sort.Search(len(ends), func(i int) bool {
		var n yaml.Node
		part := yaml.Unmarshal(p.text[:ends[i]], &n)
		return part != nil && part.Error() == err.Error()
	})
}

// parserErrors start the messages of yaml.v3 whose line is counted from 0.
var parserErrors = []string{
	errNoKey,
	errNoItem,
	"did not find expected ',' or ']'",
	"did not find expected ',' or '}'",
	"did not find expected node content",
	"did not find expected <",
	"found duplicate %YAML directive",
	"found incompatible YAML document",
	"found undefined tag handle",
	"found duplicate %TAG directive",
}

// syntaxError takes the line, 1 when there is none, and the plain message out of
// an error of yaml.v3.
func syntaxError(err error) (line int, msg string) {
	msg = strings.TrimPrefix(err.Error(), "yaml: ")
	rest, ok := strings.CutPrefix(msg, "line ")
	if !ok {
		return 1, msg
	}
	number, rest, ok := strings.Cut(rest, ": ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 {
		return 1, msg
	}
	for _, e := range parserErrors {
		if strings.HasPrefix(rest, e) {
			return n + 1, rest
		}
	}
	return n, rest
}
