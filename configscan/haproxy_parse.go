package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// haproxySections are the words that start a section
// (haproxy:doc/configuration.txt, chapters 3, 4 and 12)
var haproxySections = setOf("global", "defaults", "frontend", "backend", "listen", "peers", "resolvers", "program", "userlist",
	"mailers", "cache", "ring", "http-errors", "log-forward", "log-profile", "fcgi-app", "crt-store", "traces", "acme")

// parseHAProxy reads the lines of an haproxy.cfg as HAProxy does
// (haproxy:src/tools.c, parse_line): words end at white space, quotes stand
// anywhere, a backslash takes the next character as it is, # starts a comment.
// A section holds the lines up to the next one.
func parseHAProxy(file string, data []byte) (*Doc, []graph.Problem) {
	r := newTextReader(file, data)
	var sections []statement
	var problems []graph.Problem
	for !r.done() {
		words, problem := haproxyLine(r)
		if problem != nil && len(problems) < 20 {
			problems = append(problems, *problem)
		}
		if len(words) == 0 {
			continue
		}
		line := statement{words: words}
		switch {
		case haproxySections[line.name()]:
			line.opens = true
			sections = append(sections, line)
		case strings.HasPrefix(line.name(), "."): // .if, .else and their like: all branches are read
		case len(sections) == 0:
			problems = append(problems, r.problem(line.pos(), `not valid HAProxy configuration: "`+line.name()+`" stands in no section`))
			sections = append(sections, statement{words: []word{{pos: line.pos()}}, opens: true})
		default:
			open := &sections[len(sections)-1]
			open.block = append(open.block, line)
		}
	}
	return &Doc{Statements: sections}, problems
}

// haproxyLine reads the words of one line.
func haproxyLine(r *textReader) ([]word, *graph.Problem) {
	var words []word
	var b strings.Builder
	var w word
	quote, started := byte(0), false
	start := func() {
		if !started {
			started, w = true, word{pos: r.pos()}
		}
	}
	end := func() {
		if started {
			w.text = b.String()
			words = append(words, w)
		}
		started = false
		b.Reset()
	}
	for !r.done() {
		c := r.peek()
		switch {
		case c == '\n':
			r.next()
			end()
			if quote != 0 {
				p := r.problem(w.pos, "not valid HAProxy configuration: a quote is not closed")
				return words, &p
			}
			return words, nil
		case c == '\\' && quote != '\'':
			start()
			r.next()
			if !r.done() && r.peek() != '\n' {
				b.WriteByte(r.next())
			}
		case quote != 0 && c == quote:
			r.next()
			quote = 0
		case quote != 0:
			b.WriteByte(r.next())
		case c == '"' || c == '\'':
			start()
			w.quoted = true
			quote = r.next()
		case c == '#':
			end()
			r.skipLine()
		case isSpace(c):
			r.next()
			end()
		default:
			start()
			b.WriteByte(r.next())
		}
	}
	end()
	if quote != 0 {
		p := r.problem(w.pos, "not valid HAProxy configuration: a quote is not closed")
		return words, &p
	}
	return words, nil
}
