package program

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// What the go command says, in the words of versions 1.21 to 1.26, where there
// is a way out to name.
var (
	newerGo      = regexp.MustCompile(`requires go >= (\S+)(, but go\.work lists)?`)
	moduleAt     = regexp.MustCompile(`([^\s(]+)@(v[^\s:,)]+)`)
	noSum        = regexp.MustCompile(`missing go\.sum entry`)
	notFetched   = regexp.MustCompile(`module lookup disabled by|dial tcp|no such host|disabled by GOVCS|not found: |verifying module|unrecognized import path|reading https?:`)
	noModule     = regexp.MustCompile(`no required module provides package|cannot find module providing package|found \(.*\), but does not contain package`)
	notUpToDate  = regexp.MustCompile(`updates to go\.(mod|work) needed`)
	goModError   = regexp.MustCompile(`(?m)^(\S*go\.(?:mod|work):\d+(?::\d+)?): (.*)$`)
	notInStd     = regexp.MustCompile(`(is not in std) \(.*?\)`)
	vendorAdvice = "the vendor directory does not agree with go.mod: run go mod vendor"
)

// fatalProblem says why a unit could not be listed at all.
func (l *loader) fatalProblem(u *unit, text string) graph.Problem {
	text = u.own(strings.TrimPrefix(text, "go: "))
	switch {
	case newerGo.MatchString(text):
		return l.newerGoProblem(u, text)
	case strings.Contains(text, "inconsistent vendoring"):
		return graph.Problem{Pos: l.tree.pos(filepath.Join(u.vendor, "modules.txt"), 1, 1), Message: vendorAdvice}
	case notUpToDate.MatchString(text):
		return graph.Problem{Pos: l.unitPos(u), Message: "not up to date: run go mod tidy, and go work sync in a workspace"}
	case notFetched.MatchString(text) || noSum.MatchString(text):
		var mod, version string
		if at := moduleAt.FindStringSubmatch(text); at != nil {
			mod, version = at[1], at[2]
		}
		return l.missingProblem(l.requirePos(u, mod), mod, version, text)
	}
	if m := goModError.FindStringSubmatch(text); m != nil {
		if pos, ok := l.parsePos(u, m[1]); ok {
			return graph.Problem{Pos: pos, Message: m[2]}
		}
	}
	return graph.Problem{Pos: l.unitPos(u), Message: "the go command cannot list the packages: " + l.tree.oneLine(text)}
}

// unitPos is the first line of the file that a unit is defined by.
func (l *loader) unitPos(u *unit) graph.Pos {
	if u.work != "" {
		return l.tree.pos(u.work, 1, 1)
	}
	return l.tree.pos(u.mods[0].path(), 1, 1)
}

// newerGoProblem is about a go line above the version of the go command, in a
// file of the tree or of a dependency.
func (l *loader) newerGoProblem(u *unit, text string) graph.Problem {
	m := newerGo.FindStringSubmatch(text)
	want := strings.TrimRight(m[1], ",;")
	p := graph.Problem{Pos: l.goLinePos(u, want), Message: "needs Go " + want + ", which is newer than the go command found: install it, and an ampcheck built with it"}
	if m[2] != "" {
		p.Message = "needs Go " + want + ", which is newer than the go line of go.work: run go work use"
		return p
	}
	before, _, _ := strings.Cut(text, "requires go")
	if at := moduleAt.FindStringSubmatch(before); at != nil {
		p.Pos = l.requirePos(u, at[1])
		p.Message = "module " + at[1] + "@" + at[2] + " " + p.Message
	}
	return p
}

// goLinePos is where a version of Go is asked for.
func (l *loader) goLinePos(u *unit, version string) graph.Pos {
	for _, m := range u.mods {
		if g := m.file.Go; g != nil && g.Version == version {
			return l.tree.pos(m.path(), g.Syntax.Start.Line, g.Syntax.Start.LineRune)
		}
	}
	return l.unitPos(u)
}

// missingProblem is about a module that is not in the module cache.
func (l *loader) missingProblem(pos graph.Pos, mod, version, text string) graph.Problem {
	name := "a module"
	if mod != "" {
		name = "module " + mod + "@" + version
	}
	switch {
	case noSum.MatchString(text):
		return graph.Problem{Pos: pos, Message: name + " has no entry in go.sum: run go mod tidy"}
	case l.opts.Offline:
		return graph.Problem{Pos: pos, Message: name + " is not downloaded: run go mod download first"}
	}
	return graph.Problem{Pos: pos, Message: name + " cannot be downloaded: " + l.tree.oneLine(text)}
}

// requirePos is where a module is required.
func (l *loader) requirePos(u *unit, modPath string) graph.Pos {
	for _, m := range u.mods {
		for _, r := range m.file.Require {
			if r.Mod.Path == modPath {
				return l.tree.pos(m.path(), r.Syntax.Start.Line, r.Syntax.Start.LineRune)
			}
		}
	}
	return l.unitPos(u)
}

// listProblem is what the go command says of one package.
func (l *loader) listProblem(u *unit, n *node) graph.Problem {
	text := u.own(n.Error.Err)
	pos, ok := l.parsePos(u, n.Error.Pos)
	if !ok {
		pos = l.packagePos(u, n)
	}
	switch {
	case noModule.MatchString(text):
		return graph.Problem{Pos: pos, Message: "no required module provides package " + n.ImportPath + ": run go mod tidy"}
	case notFetched.MatchString(text) || noSum.MatchString(text):
		mod, version := u.required(n.ImportPath)
		return l.missingProblem(pos, mod, version, text)
	}
	return graph.Problem{Pos: pos, Message: l.tree.oneLine(notInStd.ReplaceAllString(text, "$1"))}
}

// required is the module that provides a package, as far as go.mod says.
func (u *unit) required(pkg string) (mod, version string) {
	for _, m := range u.mods {
		for _, r := range m.file.Require {
			if (pkg == r.Mod.Path || strings.HasPrefix(pkg, r.Mod.Path+"/")) && len(r.Mod.Path) > len(mod) {
				mod, version = r.Mod.Path, r.Mod.Version
			}
		}
	}
	return mod, version
}

// packagePos is a place for an error without one: the first file of an own
// package, or where its module is required.
func (l *loader) packagePos(u *unit, n *node) graph.Pos {
	files := slices.Concat(n.GoFiles, n.IgnoredGoFiles)
	switch {
	case n.own && len(files) > 0:
		return l.tree.pos(filepath.Join(n.Dir, files[0]), 1, 1)
	case n.own:
		return graph.Pos{File: l.tree.rel(n.Dir)}
	}
	mod, _ := u.required(n.ImportPath)
	return l.requirePos(u, cmp.Or(mod, n.ImportPath))
}
