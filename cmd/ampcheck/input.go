package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// input is what the arguments ask to analyse.
type input struct {
	// root is the directory that positions are relative to.
	root string
	// targets are slash paths relative to root; none where only standard input
	// is read.
	targets []string
	// code says which Go packages to analyse.
	code  []codeTarget
	stdin bool
}

// codeTarget is a directory whose modules are analysed, those in some directories
// below it, or patterns of packages as seen from it. Paths are absolute and with
// links followed.
type codeTarget struct {
	dir      string
	below    []string
	patterns []string
}

// locate finds the directories, files and packages that the arguments name.
func locate(args []string) (*input, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	in := &input{}
	var paths, parents, dirs, patterns []string
	for _, arg := range args {
		if arg == "-" {
			in.stdin = true
			continue
		}
		pattern := isPattern(arg)
		if pattern {
			if err := checkPattern(arg); err != nil {
				return nil, err
			}
			patterns = append(patterns, arg)
			arg = "." // whose configuration the packages run with
		}
		path, dir, err := resolve(arg)
		if err != nil {
			return nil, err
		}
		if path == dir && !pattern {
			dirs = append(dirs, dir)
		}
		if !slices.Contains(paths, path) {
			paths, parents = append(paths, path), append(parents, dir)
		}
	}
	if len(paths) == 0 {
		in.root = "."
		return in, nil
	}
	var err error
	if in.root, err = commonParent(parents); err != nil {
		return nil, err
	}
	for _, path := range paths {
		rel, err := filepath.Rel(in.root, path)
		if err != nil {
			return nil, fmt.Errorf("locating %s: %w", path, err)
		}
		in.targets = append(in.targets, filepath.ToSlash(rel))
	}
	in.code, err = codeTargets(dirs, patterns)
	return in, err
}

// codeTargets are the directories without those that lie below another one, and
// the patterns.
func codeTargets(dirs, patterns []string) ([]codeTarget, error) {
	here, err := realPath(".")
	if err != nil {
		return nil, err
	}
	targets := dirTargets(dirs, here)
	switch {
	case len(patterns) == 0:
		return targets, nil
	case slices.Contains(dirs, here):
		return targets, nil // all that the patterns name is analysed already
	case slices.Contains(patterns, "./...") && !inModule(here):
		// A directory that holds modules but belongs to none has no packages.
		return append(targets, codeTarget{dir: here}), nil
	case !inModule(here) && slices.ContainsFunc(patterns, func(p string) bool { return !inModule(before(here, p)) }):
		return nil, fmt.Errorf("package pattern %s: no go.mod in this directory or above it", patterns[0])
	}
	return append(targets, codeTarget{dir: here, patterns: patterns}), nil
}

// dirTargets are the directories. Those of one repository, or of the directory
// that the user is in, are one tree: their modules replace each other.
func dirTargets(dirs []string, here string) []codeTarget {
	var outer []string
	for i, dir := range dirs {
		below := slices.ContainsFunc(dirs, func(d string) bool { return d != dir && within(d, dir) })
		if !below && !slices.Contains(dirs[:i], dir) {
			outer = append(outer, dir)
		}
	}
	if len(outer) > 1 {
		if top, err := commonParent(outer); err == nil && (within(here, top) || inRepository(top)) {
			return []codeTarget{{dir: top, below: outer}}
		}
	}
	var targets []codeTarget
	for _, dir := range outer {
		targets = append(targets, codeTarget{dir: dir})
	}
	return targets
}

// before is the directory of a pattern before its first wildcard.
func before(dir, pattern string) string {
	base, _, _ := strings.Cut(pattern, "...")
	if filepath.IsAbs(base) {
		return filepath.Clean(base)
	}
	return filepath.Join(dir, base)
}

// isPattern tells package patterns from directories: those with a wildcard, and
// a directory of a module that is named as the go command wants it and holds a
// package.
func isPattern(arg string) bool {
	if strings.Contains(arg, "...") {
		return true
	}
	slash := filepath.ToSlash(arg)
	if !strings.HasPrefix(slash, "./") || filepath.Clean(arg) == "." {
		return false
	}
	files, err := filepath.Glob(filepath.Join(arg, "*.go"))
	if err != nil || len(files) == 0 {
		return false
	}
	_, err = os.Lstat(filepath.Join(arg, "go.mod"))
	return errors.Is(err, fs.ErrNotExist)
}

// checkPattern refuses patterns that mean something else than they seem to.
func checkPattern(arg string) error {
	if strings.HasPrefix(filepath.ToSlash(arg), "./") || filepath.IsAbs(arg) || strings.HasPrefix(arg, "-") {
		return nil
	}
	before, _, _ := strings.Cut(arg, "...")
	if dir := strings.TrimSuffix(before, "/"); dir != "" {
		if _, err := os.Stat(dir); err == nil && !strings.HasPrefix(dir, "..") {
			return fmt.Errorf("package pattern %s is none of this directory: write ./%s", arg, arg)
		}
	}
	return nil
}

// inModule reports whether a directory belongs to a module.
func inModule(dir string) bool { return lies(dir, "go.mod") }

// inRepository reports whether a directory belongs to a repository.
func inRepository(dir string) bool { return lies(dir, ".git") }

// lies reports whether a directory or one above it holds a file of that name.
func lies(dir, name string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// resolve returns the path of an argument without links, and the directory it
// is or lies in.
func resolve(arg string) (path, dir string, err error) {
	info, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", "", fmt.Errorf("no directory or file %s: give one that exists, ./... or - for standard input", arg)
	case err != nil:
		return "", "", fmt.Errorf("reading the input: %w", err)
	case !info.IsDir() && strings.HasSuffix(arg, ".go"):
		return "", "", fmt.Errorf("%s is a Go file: give its directory", arg)
	}
	if path, err = realPath(arg); err != nil {
		return "", "", err
	}
	if info.IsDir() {
		return path, path, nil
	}
	return path, filepath.Dir(path), nil
}

func realPath(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", fmt.Errorf("locating %s: %w", name, err)
	}
	return path, nil
}

// commonParent is the deepest directory that holds all of dirs.
func commonParent(dirs []string) (string, error) {
	parent := dirs[0]
	for _, dir := range dirs[1:] {
		for !within(parent, dir) {
			up := filepath.Dir(parent)
			if up == parent {
				return "", fmt.Errorf("no directory holds both %s and %s", dirs[0], dir)
			}
			parent = up
		}
	}
	return parent, nil
}

// within reports whether path is dir or lies below it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
