package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// input is what the arguments ask to analyse.
type input struct {
	// root is the directory that positions are relative to.
	root string
	// targets are slash paths relative to root; none where only standard input
	// is read.
	targets []string
	stdin   bool
}

// locate finds the directories and files that the arguments name.
func locate(args []string) (*input, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	in := &input{}
	var paths, dirs []string
	for _, arg := range args {
		switch {
		case arg == "-":
			in.stdin = true
			continue
		case arg == "./...":
			arg = "."
		case strings.HasSuffix(arg, "..."):
			return nil, fmt.Errorf("package pattern %s is not supported yet: give a directory, or ./... for the current one", arg)
		}
		path, dir, err := resolve(arg)
		if err != nil {
			return nil, err
		}
		paths, dirs = append(paths, path), append(dirs, dir)
	}
	if len(paths) == 0 {
		in.root = "."
		return in, nil
	}
	var err error
	if in.root, err = commonParent(dirs); err != nil {
		return nil, err
	}
	for _, path := range paths {
		rel, err := filepath.Rel(in.root, path)
		if err != nil {
			return nil, fmt.Errorf("locating %s: %w", path, err)
		}
		in.targets = append(in.targets, filepath.ToSlash(rel))
	}
	return in, nil
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
