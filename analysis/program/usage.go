package program

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// usage is what the Go files of a unit import and embed. It is read only where a
// link to a directory out of the tree may be in the way.
type usage struct {
	imports []string
	embeds  []embed
}

// embed is one pattern of a go:embed directive in a directory.
type embed struct{ dir, pattern string }

// usageOf reads all Go files of a unit, once.
func (l *loader) usageOf(u *unit) *usage {
	if u.usage != nil {
		return u.usage
	}
	u.usage = &usage{}
	for _, s := range u.sources {
		// A file that cannot be read is found again when its package is listed.
		_ = filepath.WalkDir(s.dir, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".go") {
				if data, err := l.tree.read(p); err == nil {
					u.usage.add(p, data)
				}
			}
			return nil
		})
	}
	return u.usage
}

func (s *usage) add(file string, data []byte) {
	// What a file with a syntax error imports before the error counts too.
	parsed, _ := parser.ParseFile(token.NewFileSet(), file, data, parser.ImportsOnly)
	if parsed == nil {
		return
	}
	for _, spec := range parsed.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			s.imports = append(s.imports, p)
		}
	}
	for line := range bytes.Lines(data) {
		args, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("//go:embed "))
		if !ok {
			continue
		}
		for _, p := range strings.Fields(string(args)) {
			pattern := strings.TrimPrefix(strings.Trim(p, "\"`"), "all:")
			s.embeds = append(s.embeds, embed{filepath.Dir(file), pattern})
		}
	}
}

// importsBelow reports whether a package at or below a directory of a module is
// imported.
func (s *usage) importsBelow(modPath, rel string) bool {
	prefix := path.Join(modPath, rel)
	for _, p := range s.imports {
		if p == prefix || strings.HasPrefix(p, prefix+"/") {
			return true
		}
	}
	return false
}

// embedsBelow reports whether a pattern can match a file at or below a directory.
func (s *usage) embedsBelow(dir string) bool {
	for _, e := range s.embeds {
		if isWithin(dir, e.dir) && matchesPrefix(e.pattern, slashRel(e.dir, dir)) {
			return true
		}
	}
	return false
}

// matchesPrefix reports whether a pattern can match something at or below p.
func matchesPrefix(pattern, p string) bool {
	elems, want := strings.Split(pattern, "/"), strings.Split(p, "/")
	for i := range min(len(elems), len(want)) {
		if ok, err := path.Match(elems[i], want[i]); !ok || err != nil {
			return false
		}
	}
	return true
}
