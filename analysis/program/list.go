package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// listed is one package as go list describes it; the names are those of go help
// list.
type listed struct {
	ImportPath     string
	Name           string
	Dir            string
	Export         string
	ForTest        string
	Standard       bool
	DepOnly        bool
	GoFiles        []string
	IgnoredGoFiles []string
	ImportMap      map[string]string
	Imports        []string
	Match          []string
	Module         *listedModule
	Error          *listError
}

type listedModule struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *listedModule
}

type listError struct {
	ImportStack []string
	Pos         string
	Err         string
}

// listFields are the fields of listed but Export, which has to be built.
const listFields = "ImportPath,Name,Dir,ForTest,Standard,DepOnly,GoFiles,IgnoredGoFiles,ImportMap,Imports,Match,Module,Error"

// list asks the go command for the packages of a unit and all they import, every
// package after those it imports. A nil list is a unit that cannot be listed,
// which is among the problems then.
func (l *loader) list(ctx context.Context, u *unit) ([]*listed, error) {
	out, err := l.gocmd.run(ctx, u, l.listArgs(u)...)
	if goErr, ok := errors.AsType[*goError](err); ok {
		l.problems.add(l.fatalProblem(u, goErr.text))
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := decodeList(out)
	l.problems.add(l.unmatched(u, list)...)
	if err == nil && l.opts.Loader != LoaderSource {
		err = l.addExports(ctx, u, list)
	}
	return list, err
}

func (l *loader) listArgs(u *unit) []string {
	args := append(l.listFlags(), "-json="+listFields)
	if l.opts.Tests {
		args = append(args, "-test")
	}
	return append(append(args, "--"), u.patterns()...)
}

// listFlags are those of every listing. Profiles would make variants of packages.
func (l *loader) listFlags() []string {
	flags := []string{"list", "-e", "-deps", "-pgo=off"}
	if l.opts.Tags != "" {
		flags = append(flags, "-tags="+l.opts.Tags)
	}
	return flags
}

// unmatched lists the patterns of the command line that match no package, which
// is no error for the go command.
func (l *loader) unmatched(u *unit, list []*listed) []graph.Problem {
	if len(l.opts.Patterns) == 0 {
		return nil
	}
	matched := map[string]bool{}
	for _, p := range list {
		for _, m := range p.Match {
			matched[m] = true
		}
	}
	var problems []graph.Problem
	for _, p := range u.patterns() {
		if !matched[p] {
			problems = append(problems, graph.Problem{Pos: l.unitPos(u), Message: "no package of the module matches " + p})
		}
	}
	return problems
}

// patterns are those of all modules of a unit, relative to its directory.
func (u *unit) patterns() []string {
	var patterns []string
	for _, m := range u.mods {
		for _, p := range m.patterns {
			if rest, ok := strings.CutPrefix(p, "./"); ok && m.dir != u.dir {
				p = "./" + slashRel(u.dir, m.dir) + "/" + rest
			}
			patterns = append(patterns, strings.TrimSuffix(p, "/."))
		}
	}
	return patterns
}

// addExports asks the go command for the export data of what the tree's own
// packages import. With -n it names what is in the build cache and compiles
// nothing. The own packages are not asked for, and so never compiled.
func (l *loader) addExports(ctx context.Context, u *unit, list []*listed) error {
	paths := directImports(list)
	if len(paths) == 0 {
		return nil
	}
	args := append(l.listFlags(), "-export", "-json=ImportPath,Export")
	if l.opts.Loader != LoaderExport {
		args = append(args, "-n")
	}
	out, err := l.gocmd.run(ctx, u, append(append(args, "--"), paths...)...)
	if _, ok := errors.AsType[*goError](err); ok {
		return nil // what does not compile is read from source
	}
	if err != nil {
		return err
	}
	exports, err := decodeList(out)
	files := map[string]string{}
	for _, p := range exports {
		files[p.ImportPath] = p.Export
	}
	for _, p := range list {
		p.Export = files[p.ImportPath]
	}
	return err
}

// directImports are the packages that own packages import and that are not own
// themselves, sorted.
func directImports(list []*listed) []string {
	outside, wanted := map[string]bool{}, map[string]bool{}
	for _, p := range list {
		if !isOwn(p) {
			outside[p.ImportPath] = p.Error == nil && p.ForTest == "" && p.ImportPath != "unsafe"
			continue
		}
		for _, path := range p.Imports {
			if outside[path] {
				wanted[path] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(wanted))
}

func decodeList(out []byte) ([]*listed, error) {
	var list []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the output of go list: %w", err)
		}
		list = append(list, p)
	}
}

// withoutExports forgets the export data.
func withoutExports(list []*listed) []*listed {
	for _, p := range list {
		p.Export = ""
	}
	return list
}

// isOwn reports whether a package is the tree's own: of a main module, or of one
// that a replace directive takes from the tree.
func isOwn(p *listed) bool {
	m := p.Module
	if p.Standard || m == nil || isVendored(p) {
		return false
	}
	return m.Main || m.Replace != nil && m.Replace.Version == ""
}

func isVendored(p *listed) bool {
	m := p.Module
	return m != nil && m.Dir == "" && strings.Contains("/"+strings.ReplaceAll(p.Dir, "\\", "/")+"/", "/vendor/")
}

// isTestMain reports whether a package is the main package that go test makes.
func isTestMain(p *listed) bool {
	return p.ForTest == "" && p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test")
}
