package summary

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

func TestAnswerRule(t *testing.T) {
	for text, want := range map[string]struct {
		kind    graph.AnswerKind
		becomes string
	}{
		"passes":          {kind: graph.AnswerPasses},
		"terminal":        {kind: graph.AnswerTerminal},
		"succeeds":        {kind: graph.AnswerSucceeds},
		"unknown":         {kind: graph.AnswerUnknown},
		"http:503":        {graph.AnswerBecomes, "http:503"},
		"grpc:8 overload": {graph.AnswerBecomes, "overload"},
	} {
		rule, err := answerRule(strings.Fields(text))
		if err != nil || rule.Kind != want.kind || rule.Becomes.String() != want.becomes && want.becomes != "" {
			t.Errorf("%s: %s %s, %v; want %s %s", text, rule.Kind, rule.Becomes, err, want.kind, want.becomes)
		}
	}
	for _, text := range []string{"", "maybe", "passes terminal", "http:9"} {
		if rule, err := answerRule(strings.Fields(text)); err == nil {
			t.Errorf("%q: %+v, want an error", text, rule)
		}
	}
}

// A format wraps what stands for %w, wherever it is written.
func TestWrapping(t *testing.T) {
	for format, want := range map[string]string{
		"plain %v":           "[]",
		"getting: %w":        "[0]",
		"%s: %d of %5.2f %w": "[3]",
		"%w and %w":          "[0 1]",
		"100%% %w":           "[0]",
		"%[1]w":              "[-1]",
		"%*d %w":             "[-1]",
		"ends in %":          "[]",
	} {
		if got := fmt.Sprint(wrapping(format)); got != want {
			t.Errorf("%q: %s, want %s", format, got, want)
		}
	}
}
