package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// caddyMatch is what an lb_retry_match, or an entry of retry_match, says: a
// request or an answer has to fit all of its matchers.
type caddyMatch struct {
	// expressions are those that stand by themselves in it. What other matchers
	// say is not looked at: some request fits them.
	expressions []caddyExpression
	pos         graph.Pos
}

// caddyExpression is a condition in the common expression language.
type caddyExpression struct {
	text string
	pos  graph.Pos
}

// caddyfileMatch reads one of a Caddyfile, where matchers stand behind it or in
// its block (caddy:modules/caddyhttp/celmatcher.go, UnmarshalCaddyfile).
func (r *caddyReader) caddyfileMatch(s statement) caddyMatch {
	m := caddyMatch{pos: s.pos()}
	if args := s.args(); len(args) > 1 && args[0].text == "expression" {
		m.expressions = append(m.expressions, caddyExpression{conditionOf(args[1:]), args[1].pos})
	}
	for _, line := range s.block {
		if line.name() != "expression" || len(line.args()) == 0 {
			continue
		}
		if len(m.expressions) > 0 {
			r.refused(line.pos(), "a second expression: join them with &&")
		}
		m.expressions = append(m.expressions, caddyExpression{conditionOf(line.args()), line.args()[0].pos})
	}
	return m
}

// conditionOf is one word without its quotes, or more with theirs.
func conditionOf(words []word) string {
	if len(words) == 1 {
		return caddyShorthand(words[0].text)
	}
	var parts []string
	for _, w := range words {
		text := w.text
		if w.quoted {
			text = `"` + text + `"`
		}
		parts = append(parts, text)
	}
	return caddyShorthand(strings.Join(parts, " "))
}

// caddyShorthand writes out the names that only a Caddyfile shortens
// (caddy:caddyconfig/httpcaddyfile/shorthands.go:38).
func caddyShorthand(text string) string { return strings.ReplaceAll(text, "{rp.", "{"+caddyAnswer) }

// caddyAnswer is how the names begin that are set while a request is passed on.
const caddyAnswer = "http.reverse_proxy."

// readsAnswer reports whether a condition is asked about answers at all
// (caddy:modules/caddyhttp/reverseproxy/reverseproxy.go:2090-2121).
func readsAnswer(text string) bool {
	for _, name := range []string{"status_code}", "status_text}", "upstream.latency}", "upstream.latency_ms}", "header."} {
		if strings.Contains(text, "{"+caddyAnswer+name) {
			return true
		}
	}
	return false
}

// noAnswer stands for a failure without an answer among the statuses.
const noAnswer = 0

// outcome is how the matcher can end for a failure: what it does not read can be
// anything.
func (m caddyMatch) outcome(status int) (celOutcome, bool) {
	all := celTrue
	for _, e := range m.expressions {
		o, err := evalCEL(e.text, func(name string) celValue { return caddyPlaceholder(name, status) })
		if err != nil {
			return celTrue | celFalse, false
		}
		all = all.and(o)
	}
	return all, true
}

// caddyPlaceholder is a name in braces, as it is after one try.
func caddyPlaceholder(name string, status int) celValue {
	name, ok := strings.CutPrefix(name, caddyAnswer)
	_, header := strings.CutPrefix(name, "header.")
	switch {
	case strings.HasPrefix(name, "rp."): // nothing has such a name
		return celValue{kind: celNull}
	case !ok:
		return celValue{}
	case name == "is_transport_error" && status == noAnswer:
		return celValue{kind: celBool, outcome: celTrue}
	case name == "is_transport_error":
		return celValue{kind: celNull}
	case name == "status_code" && status != noAnswer:
		return celValue{kind: celNumber, number: float64(status)}
	case status == noAnswer && (header || name == "status_code" || name == "status_text" || strings.HasPrefix(name, "upstream.latency")):
		return celValue{kind: celNull}
	}
	return celValue{}
}

// matched are the failures that any of the matchers lets through, in the order
// in which Caddy asks them: one that fails ends the search. Connections that
// could not be opened are not asked about.
func (r *caddyReader) matched(matches []caddyMatch, l *graph.Layer) (set graph.ClassSet) {
	if r.tooLong(matches) {
		r.problem(matches[0].pos, true, "more than 100,000 bytes of expressions: any failure may be retried")
		l.Assumed = "what lb_retry_match matches is not read"
		all, _ := graph.ParseClasses([]string{"reset", "timeout", "http:4xx", "http:5xx"})
		return all
	}
	for status := noAnswer; status <= 599; status++ {
		if status == noAnswer+1 {
			status = 400
		}
		classes := graph.NewClassSet(graph.ClassReset, graph.ClassTimeout)
		if status != noAnswer {
			classes = statusClasses(status)
		}
		for _, m := range matches {
			if status != noAnswer && !m.asksAnswers() {
				continue
			}
			o, ok := m.outcome(status)
			if !ok {
				l.Assumed = "what lb_retry_match matches is not understood"
			}
			if o&celTrue != 0 {
				set = set.Union(classes)
			}
			if o == celFails {
				break
			}
		}
	}
	return set
}

// tooLong reports whether the conditions of the file, with these, are more than
// are evaluated for each status.
func (r *caddyReader) tooLong(matches []caddyMatch) bool {
	const most = 100_000
	for _, m := range matches {
		for _, e := range m.expressions {
			r.conditions += len(e.text)
		}
	}
	return r.conditions > most
}

func (m caddyMatch) asksAnswers() bool {
	for _, e := range m.expressions {
		if readsAnswer(e.text) {
			return true
		}
	}
	return false
}

// check says what Caddy refuses of the conditions, or is not understood.
func (r *caddyReader) check(m caddyMatch) {
	for _, e := range m.expressions {
		_, err := evalCEL(e.text, func(string) celValue { return celValue{} })
		if err != nil {
			r.problem(e.pos, true, "the expression is not understood: "+err.Error()+": any failure may be retried")
		}
	}
}
