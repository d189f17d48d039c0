package configscan

import "bytes"

// piece is a part of a stream with the number of lines before it. The objects of
// a list share one.
type piece struct {
	before int
	text   []byte
	// starts are where its lines start, found when the first one is asked for.
	starts []int
	// owned tells that text is no part of the file any more.
	owned bool
}

// line is a line of the piece without its end, counted from 0, "" where there is
// none.
func (p *piece) line(n int) string {
	if p == nil {
		return ""
	}
	if p.starts == nil {
		p.starts = []int{0}
		for i, c := range p.text {
			if c == '\n' {
				p.starts = append(p.starts, i+1)
			}
		}
	}
	if n < 0 || n >= len(p.starts) {
		return ""
	}
	end := len(p.text)
	if n+1 < len(p.starts) {
		end = p.starts[n+1] - 1
	}
	return string(bytes.TrimSuffix(p.text[p.starts[n]:end], []byte("\r")))
}

// own copies the text out of the file, so that the file can be let go.
func (p *piece) own() {
	if !p.owned {
		p.text, p.owned = bytes.Clone(p.text), true
	}
}
