package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// parseNginx reads the statements of an nginx.conf as nginx does
// (nginx:src/core/ngx_conf_file.c, ngx_conf_read_token): words end at white
// space, ; and {, a quote stands at the start of a word, # starts a comment
// there, and the brace of ${name} is part of the word.
func parseNginx(file string, data []byte) (*Doc, []graph.Problem) {
	p := &nginxParser{r: newTextReader(file, data), blocks: newBlocks()}
	p.run()
	list, _, _ := p.blocks.statements()
	return &Doc{Statements: list}, p.problems
}

type nginxParser struct {
	r        *textReader
	blocks   *blocks
	words    []word // of the statement being read
	problems []graph.Problem
	stopped  bool
}

func (p *nginxParser) run() {
	for !p.stopped {
		p.space()
		if p.r.done() {
			p.finish()
			return
		}
		pos := p.r.pos()
		switch p.r.peek() {
		case ';':
			p.r.next()
			p.semicolon(pos)
		case '{':
			p.r.next()
			p.open(pos)
		case '}':
			p.r.next()
			p.close(pos)
		default:
			p.word(pos)
		}
	}
}

// space passes over white space and comments.
func (p *nginxParser) space() {
	for !p.r.done() {
		switch c := p.r.peek(); {
		case isSpace(c):
			p.r.next()
		case c == '#':
			p.r.skipLine()
		default:
			return
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (p *nginxParser) semicolon(pos graph.Pos) {
	if len(p.words) == 0 {
		p.problem(pos, `";" ends no directive`)
		return
	}
	p.blocks.add(statement{words: p.words})
	p.words = nil
}

func (p *nginxParser) open(pos graph.Pos) {
	s := statement{words: p.words}
	p.words = nil
	switch {
	case len(s.words) == 0:
		p.problem(pos, `"{" belongs to no directive`)
	case strings.HasSuffix(s.name(), "_by_lua_block"):
		p.lua(s)
		return
	}
	if !p.blocks.begin(s) {
		p.problem(pos, "nested deeper than 200 levels: the rest is not read")
		p.stopped = true
	}
}

func (p *nginxParser) close(pos graph.Pos) {
	if len(p.words) > 0 {
		p.problem(p.words[0].pos, `directive "`+p.words[0].text+`" is not ended by ";"`)
		p.blocks.add(statement{words: p.words})
		p.words = nil
	}
	if !p.blocks.end() {
		p.problem(pos, `"}" closes no block`)
	}
}

// finish says what the end of the file breaks off.
func (p *nginxParser) finish() {
	if len(p.words) > 0 {
		p.problem(p.words[0].pos, `directive "`+p.words[0].text+`" is not ended by ";"`)
		p.blocks.add(statement{words: p.words})
	}
	if _, unclosed, ok := p.blocks.statements(); !ok {
		p.problem(unclosed.pos(), `the block of "`+unclosed.text()+`" is not closed`)
	}
}

// problem lists something that is broken; of many the first ones are enough.
func (p *nginxParser) problem(pos graph.Pos, message string) {
	const enough = 20
	if pos.Line == 0 { // the statement without a name
		pos = graph.Pos{File: p.r.file, Line: 1, Col: 1}
	}
	if len(p.problems) < enough {
		p.problems = append(p.problems, p.r.problem(pos, "not valid nginx configuration: "+message))
	}
}

// word reads one word.
func (p *nginxParser) word(pos graph.Pos) {
	w := word{pos: pos}
	if c := p.r.peek(); c == '"' || c == '\'' {
		w.quoted = true
		w.text = p.quotedText(pos)
	} else {
		w.text = p.plainText()
	}
	p.words = append(p.words, w)
}

func (p *nginxParser) quotedText(pos graph.Pos) string {
	quote := p.r.next()
	var b strings.Builder
	for !p.r.done() {
		c := p.r.next()
		if c == quote {
			return b.String()
		}
		if c == '\\' && !p.r.done() {
			c = unescaped(p.r.next(), &b)
		}
		b.WriteByte(c)
	}
	p.problem(pos, "a quote is not closed")
	return b.String()
}

// unescaped is what follows a backslash: quotes and backslashes stand for
// themselves, before anything else the backslash stays
// (nginx:src/core/ngx_conf_file.c, the copy of a word).
func unescaped(c byte, b *strings.Builder) byte {
	switch c {
	case '"', '\'', '\\':
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'n':
		return '\n'
	default:
		b.WriteByte('\\')
	}
	return c
}

func (p *nginxParser) plainText() string {
	var b strings.Builder
	variable := false
	for !p.r.done() {
		c := p.r.peek()
		if isSpace(c) || c == ';' || c == '{' && !variable {
			return b.String()
		}
		p.r.next()
		if c == '\\' && !p.r.done() {
			c = unescaped(p.r.next(), &b)
		}
		variable = c == '$'
		b.WriteByte(c)
	}
	return b.String()
}

// lua passes over a block of Lua: its braces are balanced outside of strings
// and comments. What it does is not known.
func (p *nginxParser) lua(s statement) {
	depth := 1
	for !p.r.done() {
		switch c := p.r.next(); {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				s.opens = true
				p.blocks.add(s)
				return
			}
		case c == '-' && p.r.peek() == '-':
			p.r.skipLine()
		case c == '"' || c == '\'':
			p.luaString(c)
		}
	}
	p.problem(s.pos(), `the block of "`+s.text()+`" is not closed`)
}

// luaString goes behind a string of Lua, which ends on its line.
func (p *nginxParser) luaString(quote byte) {
	for !p.r.done() {
		switch c := p.r.next(); c {
		case '\\':
			if !p.r.done() {
				p.r.next()
			}
		case quote, '\n':
			return
		}
	}
}
