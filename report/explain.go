package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// WriteExplanation writes a path, factor by factor, for a terminal.
func WriteExplanation(w io.Writer, x *graph.Explanation) error {
	e := &explained{multiplier: 1}
	for i := range x.Hops {
		e.hop(&x.Hops[i])
	}
	var b bytes.Buffer
	for _, l := range e.aligned() {
		b.WriteString(strings.TrimRight(l, " "))
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\n%s\n", Plain(fmt.Sprintf("on this path one call at %s becomes %s at %s", x.From, e.running(), x.To)))
	if len(x.Symbols) > 0 {
		fmt.Fprintf(&b, "%s\n", Plain("not known: "+strings.Join(x.Symbols, ", ")))
	}
	if x.Node.Entry != "" {
		fmt.Fprintf(&b, "%s\n", Plain("over all paths, when it is the one that fails: "+verdict(&x.Node)))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// explained collects the lines of an explanation.
type explained struct {
	lines      []explainedLine
	multiplier graph.Count
	symbols    []string
}

// explainedLine is a heading, or a factor with what all up to it make.
type explainedLine struct {
	heading, factor, running, text string
}

func (e *explained) running() string {
	return strings.Join(append([]string{e.multiplier.String()}, e.symbols...), " x ")
}

func (e *explained) hop(h *graph.Hop) {
	edge := &h.Edge
	e.lines = append(e.lines, explainedLine{heading: edge.From + " -> " + edge.To})
	text := callText(edge)
	if !edge.Pos.IsZero() {
		text += "  " + edge.Pos.String()
	}
	e.lines = append(e.lines, explainedLine{text: text})
	if f := edge.FanOut; f != nil {
		e.multiplier = e.multiplier.Mul(f.Factor)
		if f.Symbol {
			e.symbols = append(e.symbols, f.Expr)
		}
		e.factor(fanOutFactor(f, fanOutOf(edge)))
	}
	for i := range edge.Layers {
		e.multiplier = e.multiplier.Mul(edge.Layers[i].Attempts)
		f := layerFactor(&edge.Layers[i])
		if n := edge.Layers[i].InTime; n != nil {
			f.limits += fmt.Sprintf("; %s attempts within %s at nominal pauses, from %s to %s by jitter", n.Nominal, edge.Layers[i].Timeout, n.Least, n.Most)
		}
		f.limits += startsOf(&edge.Layers[i])
		e.factor(f)
	}
	if len(edge.Layers) == 0 && edge.FanOut == nil {
		e.lines = append(e.lines, explainedLine{factor: "1x", running: e.running(), text: "one call, and nothing retries it"})
	}
	defer e.answers(h)
	if e.multiplier != h.Multiplier {
		e.multiplier = h.Multiplier
		text := fmt.Sprintf("%s of the %s attempts reach %s: retries of what never reached it add nothing there", attemptsOf(edge), edge.Attempts, edge.To)
		e.lines = append(e.lines, explainedLine{running: e.running(), text: text})
	}
}

// namedStarts is how many attempts are named with the time at which they start.
const namedStarts = 5

// startsOf says when the attempts behind the first one start, each after its pause.
func startsOf(l *graph.LayerInfo) string {
	all := l.Starts(namedStarts)
	if len(all) < 2 || all[len(all)-1].Latest == 0 {
		return ""
	}
	var parts []string
	for _, s := range all[1:] {
		parts = append(parts, s.String())
	}
	text := "; when each fails at once they start after " + strings.Join(parts, ", ")
	if l.Unbounded || l.Attempts > namedStarts {
		text += " and so on"
	}
	return text
}

// answers are what the caller makes of a failure of the call, which decides what
// the layers above it see.
func (e *explained) answers(h *graph.Hop) {
	for i := range h.Answers {
		a := &h.Answers[i]
		text := fmt.Sprintf("a failure (%s) is %s", strings.Join(a.Classes, ", "), answerText(a))
		if !a.Pos.IsZero() {
			text += "  " + a.Pos.String()
		}
		e.lines = append(e.lines, explainedLine{text: text})
	}
}

// answerText says what becomes of a failure.
func answerText(a *graph.AnswerInfo) string {
	text := ""
	switch a.Kind {
	case graph.AnswerPasses:
		text = "passed on"
	case graph.AnswerBecomes:
		text = "answered with " + strings.Join(a.Becomes, ", ")
	case graph.AnswerTerminal:
		text = "answered with what only a retry of everything tries again"
	case graph.AnswerSucceeds:
		return "hidden: the caller succeeds"
	default:
		return "answered with what is not known: any failure, or success"
	}
	if a.OrSucceeds {
		text += ", or hidden"
	}
	return text
}

// callText says what the call is and how it is known.
func callText(e *graph.EdgeInfo) string {
	parts := []string{"call"}
	if e.Protocol != "" {
		parts = append(parts, string(e.Protocol))
	}
	if e.Operation != "" {
		parts = append(parts, e.Operation)
	}
	text := strings.Join(parts, " ") + ", " + string(e.Confidence)
	if e.Assumed != "" {
		text += ": " + e.Assumed
	}
	if e.OnError {
		text += "; only made after a failure"
	}
	return text
}

func (e *explained) factor(f factor) {
	text := f.what + ", " + f.known + f.details()
	if f.note != "" {
		text += "; " + f.note
	}
	if place := f.place(); place != "" {
		text += "  " + place
	}
	e.lines = append(e.lines, explainedLine{factor: f.times(), running: e.running(), text: text})
}

// aligned are the lines with their figures in columns.
func (e *explained) aligned() []string {
	factor, running := 0, 0
	for i := range e.lines {
		l := &e.lines[i]
		l.heading, l.factor, l.running, l.text = Plain(l.heading), Plain(l.factor), Plain(l.running), Plain(l.text)
		factor, running = max(factor, len(l.factor)), max(running, len(l.running))
	}
	var lines []string
	for _, l := range e.lines {
		switch {
		case l.heading != "":
			lines = append(lines, l.heading)
		case l.running == "":
			lines = append(lines, "  "+l.text)
		default:
			lines = append(lines, fmt.Sprintf("  %*s  = %*s  %s", factor, l.factor, running, l.running, l.text))
		}
	}
	return lines
}

// WriteExplanationJSON writes a path as one JSON object.
func WriteExplanationJSON(w io.Writer, x *graph.Explanation) error { return writeIndented(w, x) }
