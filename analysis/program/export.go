package program

import (
	"errors"
	"fmt"
	goimporter "go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"sync"
)

// errExportData is export data that cannot be read.
var errExportData = errors.New("export data cannot be read")

// exportReader reads types from the export data in the build cache. Packages
// refer to each other, so they are read one at a time.
type exportReader struct {
	mu       sync.Mutex
	importer types.Importer
}

func newExportReader(fset *token.FileSet, nodes []*node) *exportReader {
	files := map[string]string{}
	for _, n := range nodes {
		if !n.source {
			files[n.ImportPath] = n.Export
		}
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
	return &exportReader{importer: goimporter.ForCompiler(fset, "gc", lookup)}
}

// read gives a package its types.
func (r *exportReader) read(n *node) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n.types != nil {
		return nil
	}
	var err error
	if n.types, err = r.importer.Import(n.ImportPath); err != nil {
		return fmt.Errorf("%w: %s: %w", errExportData, n.ImportPath, err)
	}
	return nil
}
