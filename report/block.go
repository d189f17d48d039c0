package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The lines round the part of a document that ampcheck writes.
const (
	blockBegin = "<!-- ampcheck:begin, written by ampcheck report --write: what is changed here is lost -->"
	blockEnd   = "<!-- ampcheck:end -->"
	// blockMark is what a line starts with that begins a block, whatever a version
	// writes behind it.
	blockMark = "<!-- ampcheck:begin"
)

// Embed returns a document with the markdown report in its marked block, and
// everything else as it is. A document without a block gets one at its end. A
// document that is current is returned as it is.
func Embed(document []byte, r *graph.Result, opts Options) ([]byte, error) {
	before, after, err := aroundBlock(document)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(before)
	start := b.Len()
	if len(before) > 0 && len(before) == len(document) {
		b.WriteString(strings.Repeat("\n", missingBreaks(before)))
	}
	b.WriteString(blockBegin + "\n\n")
	opts.Brief, opts.Width = false, 0
	if err := writeMarkdown(&b, r, opts); err != nil {
		return nil, err
	}
	b.WriteString("\n" + blockEnd + "\n")
	block := b.Bytes()[start:]
	if bytes.Contains(document, []byte("\r\n")) {
		block = bytes.ReplaceAll(block, []byte("\n"), []byte("\r\n"))
	}
	return bytes.Join([][]byte{b.Bytes()[:start:start], block, after}, nil), nil
}

// missingBreaks is how many line breaks put an empty line behind a text.
func missingBreaks(text []byte) int {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	switch {
	case bytes.HasSuffix(text, []byte("\n\n")):
		return 0
	case bytes.HasSuffix(text, []byte("\n")):
		return 1
	}
	return 2
}

// aroundBlock is what stands before and behind the block of a document.
func aroundBlock(document []byte) (before, after []byte, err error) {
	begin, end, at, line := -1, -1, 0, 0
	for l := range bytes.Lines(document) {
		line++
		text := strings.TrimSpace(string(l))
		switch {
		case strings.HasPrefix(text, blockMark) && begin >= 0:
			return nil, nil, fmt.Errorf("line %d: a second block begins", line)
		case strings.HasPrefix(text, blockMark):
			begin = at
		case text == blockEnd && (begin < 0 || end >= 0):
			return nil, nil, fmt.Errorf("line %d: a block ends that did not begin", line)
		case text == blockEnd:
			end = at + len(l)
		}
		at += len(l)
	}
	switch {
	case begin < 0:
		return document, nil, nil
	case end < 0:
		return nil, nil, fmt.Errorf("the block that begins has no end: a line %s", blockEnd)
	}
	return document[:begin], document[end:], nil
}
