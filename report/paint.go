package report

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// paint are the signs that terminals take for colours and links. It is given text that
// Plain has made harmless; the zero value writes no signs.
type paint struct {
	on bool
	// root is the directory that positions are relative to, for links; "" is not known.
	root string
}

const (
	paintOff    = "\x1b[0m"
	paintBold   = "\x1b[1m"
	paintDim    = "\x1b[2m"
	paintRed    = "\x1b[1;31m"
	paintYellow = "\x1b[33m"
	paintCyan   = "\x1b[36m"
)

func (p paint) in(sign, text string) string {
	if !p.on || text == "" {
		return text
	}
	return sign + text + paintOff
}

// severity is the word in the colour that it has elsewhere.
func (p paint) severity(s graph.Severity) string {
	sign := paintCyan
	switch s {
	case graph.SeverityError:
		sign = paintRed
	case graph.SeverityWarning:
		sign = paintYellow
	}
	return p.in(sign, Plain(string(s)))
}

// place is a position that opens its file, where that is in the analysed tree.
func (p paint) place(pos graph.Pos) string {
	text := Plain(pos.String())
	if !p.on || p.root == "" || !inTree(pos) {
		return text
	}
	root := filepath.ToSlash(p.root)
	if !strings.HasPrefix(root, "/") {
		root = "/" + root // a drive of Windows
	}
	return "\x1b]8;;file://" + path.Join(fileURI(root), fileURI(pos.File)) + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}
