package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// parseCaddyfile reads the lines of a Caddyfile as Caddy does
// (caddy:caddyconfig/caddyfile/lexer.go): words end at white space, quotes and
// backquotes stand at the start of a word, # starts a comment there, a
// backslash at the end continues a line, <<NAME reads up to NAME, and a brace at
// the end of a line opens a block.
func parseCaddyfile(file string, data []byte) (*Doc, []graph.Problem) {
	p := &caddyParser{r: newTextReader(file, data), blocks: newBlocks()}
	for !p.r.done() && !p.stopped {
		p.line()
	}
	list, unclosed, ok := p.blocks.statements()
	if !ok {
		p.problem(unclosed.pos(), `the block of "`+unclosed.text()+`" is not closed`)
	}
	return &Doc{Statements: list}, p.problems
}

type caddyParser struct {
	r        *textReader
	blocks   *blocks
	problems []graph.Problem
	stopped  bool
}

func (p *caddyParser) problem(pos graph.Pos, message string) {
	const enough = 20
	if pos.Line == 0 {
		pos = graph.Pos{File: p.r.file, Line: 1, Col: 1}
	}
	if len(p.problems) < enough {
		p.problems = append(p.problems, p.r.problem(pos, "not a valid Caddyfile: "+message))
	}
}

// line reads the words of a line and puts them where they belong.
func (p *caddyParser) line() {
	words := p.words()
	for len(words) > 0 && words[0].is("}") {
		if !p.blocks.end() {
			p.problem(words[0].pos, `"}" closes no block`)
		}
		words = words[1:]
	}
	n := len(words)
	switch {
	case n == 0:
	case words[n-1].is("{"):
		s := statement{words: words[:n-1]}
		if !p.blocks.begin(s) {
			p.problem(words[0].pos, "nested deeper than 200 levels: the rest is not read")
			p.stopped = true
		}
	default:
		p.blocks.add(statement{words: words})
	}
}

func (w word) is(text string) bool { return !w.quoted && w.text == text }

func (p *caddyParser) words() []word {
	var words []word
	for !p.r.done() {
		switch c := p.r.peek(); {
		case c == '\n':
			p.r.next()
			return words
		case isSpace(c):
			p.r.next()
		case c == '#':
			p.r.skipLine()
		case c == '\\' && p.continues():
		case c == '"' || c == '`':
			words = append(words, p.quoted())
		default:
			words = append(words, p.plain())
		}
	}
	return words
}

// continues goes behind a backslash that ends a line; false for any other.
func (p *caddyParser) continues() bool {
	rest := strings.TrimLeft(string(p.r.text[p.r.at+1:min(len(p.r.text), p.r.at+3)]), "\r")
	if !strings.HasPrefix(rest, "\n") {
		return false
	}
	p.r.skipLine()
	p.r.next()
	return true
}

func (p *caddyParser) quoted() word {
	w := word{quoted: true, pos: p.r.pos()}
	quote := p.r.next()
	var b strings.Builder
	for !p.r.done() {
		c := p.r.next()
		if c == quote {
			w.text = b.String()
			return w
		}
		if c == '\\' && quote == '"' && p.r.peek() == '"' {
			c = p.r.next()
		}
		b.WriteByte(c)
	}
	w.text = b.String()
	p.problem(w.pos, "a quote is not closed")
	return w
}

func (p *caddyParser) plain() word {
	w := word{pos: p.r.pos()}
	var b strings.Builder
	for !p.r.done() && !isSpace(p.r.peek()) {
		c := p.r.next()
		if c == '\\' && !p.r.done() && !isSpace(p.r.peek()) {
			c = p.r.next()
		}
		b.WriteByte(c)
	}
	w.text = b.String()
	if marker, ok := strings.CutPrefix(w.text, "<<"); ok && marker != "" && (p.r.done() || p.r.peek() != ' ') {
		w.quoted, w.text = true, p.heredoc(marker, w.pos)
	}
	return w
}

// heredoc is the text up to the line that starts with the marker.
func (p *caddyParser) heredoc(marker string, pos graph.Pos) string {
	p.r.skipLine()
	var b strings.Builder
	for !p.r.done() {
		p.r.next() // the end of the line before
		for !p.r.done() && (p.r.peek() == ' ' || p.r.peek() == '\t') {
			p.r.next()
		}
		if strings.HasPrefix(string(p.r.text[p.r.at:min(len(p.r.text), p.r.at+len(marker))]), marker) {
			for range marker {
				p.r.next()
			}
			return b.String()
		}
		start := p.r.at
		p.r.skipLine()
		b.Write(p.r.text[start:p.r.at])
		b.WriteByte('\n')
	}
	p.problem(pos, "a text is not ended by "+marker)
	return b.String()
}
