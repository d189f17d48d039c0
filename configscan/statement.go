package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// statement is one instruction of a language that is made of words: what
// stands on a line, or up to a semicolon, and the statements of the block that
// it opens.
type statement struct {
	words []word
	block []statement
	// opens tells an empty block from none.
	opens bool
}

// word is one word of a statement, without its quotes.
type word struct {
	text   string
	quoted bool
	pos    graph.Pos
}

// name is the first word, args are the others.
func (s statement) name() string {
	if len(s.words) == 0 {
		return ""
	}
	return s.words[0].text
}

func (s statement) args() []word {
	if len(s.words) == 0 {
		return nil
	}
	return s.words[1:]
}

// arg is one of the words after the name; where there is none it is empty, at
// the place of the statement.
func (s statement) arg(i int) word {
	if args := s.args(); i < len(args) {
		return args[i]
	}
	return word{pos: s.pos()}
}

// pos is where the statement starts.
func (s statement) pos() graph.Pos {
	if len(s.words) == 0 {
		return graph.Pos{}
	}
	return s.words[0].pos
}

// text joins the words for a textReader.
func (s statement) text() string {
	texts := make([]string, len(s.words))
	for i, w := range s.words {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}

// last is the last statement of a block with one of the names; ok is false
// where there is none.
func last(block []statement, names ...string) (found statement, ok bool) {
	for _, s := range block {
		for _, name := range names {
			if s.name() == name {
				found, ok = s, true
			}
		}
	}
	return found, ok
}

// blocks builds the tree of statements while a text is read.
type blocks struct {
	// open holds the statements whose block is being read, under a root.
	open []statement
}

func newBlocks() *blocks { return &blocks{open: []statement{{}}} }

// add puts a statement into the innermost open block.
func (b *blocks) add(s statement) {
	top := &b.open[len(b.open)-1]
	top.block = append(top.block, s)
}

// begin opens the block of a statement; false where it lies too deep.
func (b *blocks) begin(s statement) bool {
	if len(b.open) > maxDepth {
		return false
	}
	s.opens = true
	b.open = append(b.open, s)
	return true
}

// end closes the innermost block; false where none is open.
func (b *blocks) end() bool {
	n := len(b.open) - 1
	if n == 0 {
		return false
	}
	s := b.open[n]
	b.open = b.open[:n]
	b.add(s)
	return true
}

// statements closes what is still open and returns the whole; unclosed is the
// innermost statement whose block has no end.
func (b *blocks) statements() (list []statement, unclosed statement, ok bool) {
	ok = len(b.open) == 1
	if !ok {
		unclosed = b.open[len(b.open)-1]
	}
	for b.end() {
	}
	return b.open[0].block, unclosed, ok
}

// textReader goes through a text character by character and knows where it is.
type textReader struct {
	file      string
	text      []byte
	at        int
	line, col int
}

func newTextReader(file string, text []byte) *textReader {
	return &textReader{file: file, text: text, line: 1, col: 1}
}

// peek is the next byte; 0 at the end.
func (r *textReader) peek() byte {
	if r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *textReader) done() bool { return r.at >= len(r.text) }

// next takes a byte. Columns count characters, as those of YAML do.
func (r *textReader) next() byte {
	c := r.text[r.at]
	r.at++
	switch {
	case c == '\n':
		r.line, r.col = r.line+1, 1
	case c&0xC0 != 0x80: // not inside a character
		r.col++
	}
	return c
}

// skipLine goes to the end of the line.
func (r *textReader) skipLine() {
	for !r.done() && r.peek() != '\n' {
		r.next()
	}
}

func (r *textReader) pos() graph.Pos { return graph.Pos{File: r.file, Line: r.line, Col: r.col} }

func (r *textReader) problem(pos graph.Pos, message string) graph.Problem {
	return graph.Problem{Pos: pos, Message: message}
}
