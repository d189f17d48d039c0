package summary

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Facts from the author about one line: how often the loop or the call of a library
// there tries, the first try included, and how many items the loop there has. They
// stand at the end of that line or in a comment above it; what follows the number
// is for readers.
//
//	//ampcheck:attempts N | unbounded
//	//ampcheck:fanout N
const (
	attemptsDirective = "//ampcheck:attempts"
	fanOutDirective   = "//ampcheck:fanout"
)

// Stated are the facts from the author in the files of one module, by their line.
type Stated struct {
	at       map[statedAt]*statedNumber
	problems []graph.Problem
}

type statedAt struct {
	directive, file string
	line            int
}

// statedNumber is one such fact. It is used when something stands on its line that
// it can be said of, or when nobody is to be told that nothing does.
type statedNumber struct {
	bound graph.Bound
	used  bool
}

// Read takes in the facts in files; at is a place in them, and told is set where what
// is wrong with them is to be told. A file that is read again, as for the tests of its
// package, says nothing more.
func (s *Stated) Read(files []*ast.File, fset *token.FileSet, at func(token.Pos) graph.Pos, told bool) {
	for _, f := range files {
		var code map[int]bool
		for _, group := range f.Comments {
			for _, c := range group.List {
				name, rest, ok := statedText(c.Text)
				if !ok {
					continue
				}
				if code == nil {
					code = linesOfCode(f, fset)
				}
				line := fset.Position(c.Pos()).Line
				if !code[line] {
					line = fset.Position(group.End()).Line + 1
				}
				s.add(statedAt{name, at(c.Pos()).File, line}, rest, at(c.Pos()), told)
			}
		}
	}
}

// statedText takes a comment apart that states a number.
func statedText(comment string) (name, rest string, ok bool) {
	for _, name := range []string{attemptsDirective, fanOutDirective} {
		rest, ok := strings.CutPrefix(comment, name)
		if ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return name, rest, true
		}
	}
	return "", "", false
}

// linesOfCode are the lines of a file on which something other than a comment
// begins or ends.
func linesOfCode(f *ast.File, fset *token.FileSet) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.CommentGroup, *ast.Comment:
			return false
		case *ast.File:
			return true
		}
		lines[fset.Position(n.Pos()).Line], lines[fset.Position(n.End()-1).Line] = true, true
		return true
	})
	return lines
}

func (s *Stated) add(at statedAt, rest string, pos graph.Pos, told bool) {
	if s.at == nil {
		s.at = map[statedAt]*statedNumber{}
	}
	if have, ok := s.at[at]; ok && have.bound.Pos == pos {
		return
	}
	b, err := statedBound(at.directive, rest, pos)
	if err != nil {
		if p := (graph.Problem{Pos: pos, Message: err.Error()}); told && !slices.Contains(s.problems, p) {
			s.problems = append(s.problems, p)
		}
		return
	}
	s.at[at] = &statedNumber{bound: b, used: !told}
}

// statedBound is the number behind a directive. A loop over no items does not run,
// but there is no call without a first attempt.
func statedBound(directive, rest string, pos graph.Pos) (graph.Bound, error) {
	word, _, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(rest, "\t", " ")), " ")
	least := 0
	if directive == attemptsDirective {
		if least = 1; word == "unbounded" {
			return graph.Endless(pos), nil
		}
	}
	n, err := strconv.ParseUint(word, 10, 31)
	switch {
	case word == "":
		return graph.Bound{}, fmt.Errorf("%s says nothing: write a number behind it", directive)
	case err != nil || int(n) < least:
		return graph.Bound{}, fmt.Errorf("%s needs a whole number of at least %d behind it, not %q", directive, least, word)
	}
	return graph.Exactly(int(n), graph.BoundConfigured, pos), nil
}

// Problems are what is no number.
func (s *Stated) Problems() []graph.Problem { return s.problems }

// Unused are findings on the facts that nothing was found for that they can be
// said of.
func (s *Stated) Unused() []graph.Finding {
	var out []graph.Finding
	for _, n := range slices.SortedFunc(maps.Values(s.at), func(a, b *statedNumber) int { return a.bound.Pos.Compare(b.bound.Pos) }) {
		if !n.used {
			out = append(out, unusedStatement(n.bound.Pos))
		}
	}
	return out
}

func unusedStatement(pos graph.Pos) graph.Finding {
	return graph.Finding{Rule: "AMP302", Severity: graph.SeverityWarning, Pos: pos,
		Message: "this number has no effect: no program that was found runs a retry or fan-out of its kind on the line it is for",
		Fix:     "write it on the line of the loop, or of the call of the library, or right above"}
}

// State gives the index what authors say of lines of one module.
func (x *Index) State(s *Stated) { x.stated = append(x.stated, s) }

// statedFor is what the author says of a place.
func (x *Index) statedFor(directive string, pos graph.Pos) (graph.Bound, bool) {
	for _, s := range x.stated {
		if n, ok := s.at[statedAt{directive, pos.File, pos.Line}]; ok {
			n.used = true
			return n.bound, true
		}
	}
	return graph.Bound{}, false
}

// statedAs is the directive that speaks of a kind of site; "" for none.
func statedAs(kind graph.SiteKind) string {
	switch kind {
	case graph.SiteLoop, graph.SiteLibrary:
		return attemptsDirective
	case graph.SiteFanOut, graph.SitePagination:
		return fanOutDirective
	}
	return ""
}

// attemptsOf are the attempts of a layer at a place: as the author says, else as found.
func (w *Walker) attemptsOf(found graph.Bound, pos graph.Pos) graph.Bound {
	if b, ok := w.x.statedFor(attemptsDirective, pos); ok {
		return b
	}
	return found
}

// statedLayer is the outermost layer of a call of a library with what the author says
// of the call: somebody has decided its attempts then, and all classes have as many.
func (w *Walker) statedLayer(ly *graph.Layer, c ssa.CallInstruction) {
	b, ok := w.x.statedFor(attemptsDirective, w.x.r.Position(c.Pos()))
	if ok {
		ly.Attempts, ly.Tries, ly.Implicit = b, nil, false
	}
}

// statedItems sets the items of a fan-out to what the author says of it.
func (w *Walker) statedItems(fo *graph.FanOut) {
	if b, ok := w.x.statedFor(fanOutDirective, fo.Pos); ok {
		fo.N, fo.Symbol = b, ""
	}
}
