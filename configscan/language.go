package configscan

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Language is a language of configuration files other than YAML and JSON. The
// scanner that has it reads the documents that Parse makes of such a file.
type Language struct {
	// Names reports whether a file of this path may be written in it.
	Names func(file string) bool
	// Holds reports whether a text is of the format at all, where a name can
	// mean many things; nil is yes. A file that is not is passed over.
	Holds func(data []byte) bool
	// Parse reads a text: positions are those of the file. What is broken is a
	// problem and does not hide what stands before it.
	Parse func(file string, data []byte) (*Doc, []graph.Problem)
}

// languageOf is the scanner whose language a file is written in by its name.
// The names of two languages are not the same.
func languageOf(file string) (Scanner, bool) {
	i := slices.IndexFunc(registered, func(s Scanner) bool { return s.Language != nil && s.Language.Names(file) })
	if i < 0 {
		return Scanner{}, false
	}
	return registered[i], true
}

// parse reads a file of the language. The document keeps the name of the
// scanner, so that it is told apart from those of others.
func (s *Scanner) parse(file string, data []byte) ([]*Doc, []graph.Problem) {
	data, err := toUTF8(data)
	switch {
	case err != nil:
		return nil, []graph.Problem{{Pos: graph.Pos{File: file, Line: 1, Col: 1}, Message: err.Error()}}
	case s.Language.Holds != nil && !s.Language.Holds(data):
		return nil, nil
	case len(data) > maxDocument:
		return nil, []graph.Problem{{Pos: graph.Pos{File: file, Line: 1, Col: 1}, Message: "document larger than 16 MiB: not read"}}
	}
	d, problems := s.Language.Parse(file, data)
	if d == nil {
		return nil, problems
	}
	d.File, d.Language = file, s.Name
	return []*Doc{d}, problems
}
