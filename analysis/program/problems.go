package program

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/types"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// packageProblems lists what is wrong with the packages of a unit: what the go
// command says of the own ones and of missing ones, and the first error of each
// file that does not parse or check.
func (l *loader) packageProblems(u *unit, c *checker) []graph.Problem {
	var problems []graph.Problem
	for _, n := range c.nodes {
		if n.Error != nil && !n.isAnalysed() && n.Error.Err != errImportCycle.Error() {
			problems = append(problems, l.listProblem(u, n))
		}
		if n.own {
			problems = append(problems, l.fileProblems(c, n)...)
			problems = append(problems, l.cgoProblems(c, n)...)
		}
	}
	return problems
}

// isAnalysed reports whether a package has types in spite of what the go command
// says: one of which only cgo files are left, and a dependency that has been read
// as far as it goes.
func (n *node) isAnalysed() bool {
	if n.own {
		return len(n.cgoFiles) > 0
	}
	return n.types != nil && len(n.types.Scope().Names()) > 0
}

// fileProblems lists the first error of each file of a package.
func (l *loader) fileProblems(c *checker, n *node) []graph.Problem {
	f := &firstErrors{loader: l, first: map[string]int{}}
	for _, err := range n.parseErrors {
		f.addParse(err)
	}
	for _, err := range n.typeErrors {
		if !n.isExplained(err) {
			f.add(l.position(c.fset.Position(err.Pos)), err.Msg)
		}
	}
	return f.list()
}

// isExplained reports whether an error of the checker only repeats one that the
// go command gives a reason for.
func (n *node) isExplained(err types.Error) bool {
	rest, ok := strings.CutPrefix(err.Msg, "could not import ")
	if !ok {
		return false
	}
	path, _, _ := strings.Cut(rest, " ")
	dep := n.imported(path)
	return n.Error != nil || dep != nil && dep.Error != nil
}

// firstErrors keeps one problem a file and counts the rest.
type firstErrors struct {
	loader   *loader
	problems []graph.Problem
	counts   []int
	first    map[string]int
}

func (f *firstErrors) add(pos graph.Pos, message string) {
	if i, ok := f.first[pos.File]; ok {
		f.counts[i]++
		return
	}
	f.first[pos.File] = len(f.problems)
	f.counts = append(f.counts, 0)
	f.problems = append(f.problems, graph.Problem{Pos: pos, Message: f.loader.tree.oneLine(message)})
}

func (f *firstErrors) addParse(err error) {
	var pathErr *fs.PathError
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		for _, e := range list {
			f.add(f.loader.position(e.Pos), e.Msg)
		}
	} else if errors.As(err, &pathErr) {
		f.add(f.loader.tree.pos(filepath.Join(f.loader.tree.top, pathErr.Path), 1, 1), "cannot be read: "+pathErr.Err.Error())
	} else {
		f.add(graph.Pos{}, err.Error())
	}
}

func (f *firstErrors) list() []graph.Problem {
	for i, n := range f.counts {
		if n > 0 {
			f.problems[i].Message += fmt.Sprintf(" (and %d more in this file)", n)
		}
	}
	return f.problems
}

// cgoProblems lists the files that use cgo. A file that is only built with cgo by
// its own constraint has a twin without, and that twin was analysed.
func (l *loader) cgoProblems(c *checker, n *node) []graph.Problem {
	var problems []graph.Problem
	for _, f := range n.cgoFiles {
		problems = append(problems, graph.Problem{
			Pos:      l.position(c.fset.Position(importC(f).Pos())),
			Message:  "uses cgo, which is never run: functions that use C are not analysed",
			Advisory: !n.illTyped && constrainedToCgo(f),
		})
	}
	return problems
}

// parsePos reads the position that the go command prints: a path relative to the
// directory it ran in, with line and column where they are known.
func (l *loader) parsePos(u *unit, text string) (graph.Pos, bool) {
	file, line, col := text, 0, 0
	if f, n, ok := cutNumber(file); ok {
		file, line = f, n
		if f, n, ok := cutNumber(f); ok {
			file, line, col = f, n, line
		}
	}
	if file == "" || line == 0 {
		return graph.Pos{}, false
	}
	file = resolve(u.dir, file)
	if !isWithin(file, l.tree.top) {
		return graph.Pos{}, false
	}
	return l.tree.pos(file, line, max(1, col)), true
}

func cutNumber(s string) (rest string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}
