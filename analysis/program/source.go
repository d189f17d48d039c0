package program

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
)

// parse parses files of a package. What is wrong in them is among its errors.
func (c *checker) parse(n *node, names []string) []*ast.File {
	mode := parser.SkipObjectResolution
	if n.own {
		mode |= parser.ParseComments | parser.AllErrors
	}
	var files []*ast.File
	for _, name := range names {
		file := name
		if !isAbs(file) {
			file = filepath.Join(n.Dir, name)
		}
		data, err := c.readFile(file)
		if err == nil {
			var parsed *ast.File
			parsed, err = parser.ParseFile(c.fset, file, data, mode)
			if parsed != nil {
				files = append(files, parsed)
			}
		}
		if err != nil {
			n.parseErrors = append(n.parseErrors, err)
		}
	}
	return files
}

// readFile reads a file of a package, or what stands in for it.
func (c *checker) readFile(file string) ([]byte, error) {
	if data, ok := c.unit.generated[file]; ok {
		return data, nil
	}
	return c.loader.readFile(file)
}

// cgoNames are the files that the build leaves out only because cgo is off.
func (c *checker) cgoNames(n *node) []string {
	var names []string
	for _, name := range n.IgnoredGoFiles {
		if c.loader.importsC(filepath.Join(n.Dir, name)) && c.loader.matches(n.Dir, name, true) {
			names = append(names, name)
		}
	}
	return names
}

// importsC reports whether a file uses cgo.
func (l *loader) importsC(file string) bool {
	data, err := l.readFile(file)
	if err != nil || !bytes.Contains(data, []byte(`"C"`)) {
		return false
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, data, parser.ImportsOnly)
	return err == nil && importC(parsed) != nil
}

// importC is the import of "C" in a file.
func importC(f *ast.File) *ast.ImportSpec {
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == "C" {
			return spec
		}
	}
	return nil
}
