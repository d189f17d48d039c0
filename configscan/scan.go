package configscan

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Scan reads the configuration below the targets, which are slash paths of
// files or directories relative to root; none is the root itself. It returns
// one fragment, in the order of the paths, and notes for the reader: facts that
// are neither findings nor problems. What cannot be read is a problem in the
// fragment. The error is one of the caller (a root or target that is not there,
// a pattern that is none), or that of the context.
func Scan(ctx context.Context, root string, targets []string, opts Options) (*graph.Fragment, []string, error) {
	filter, err := newFilter(opts.Include, opts)
	if err != nil {
		return nil, nil, err
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, nil, fmt.Errorf("reading configuration: %w", err)
	}
	defer r.Close()
	tree := r.FS()
	files, problems, err := walk(tree, targets, filter)
	if err != nil {
		return nil, nil, fmt.Errorf("reading configuration: %w", err)
	}
	parsed, err := parseFiles(ctx, tree, files, opts)
	if err != nil {
		return nil, nil, fmt.Errorf("reading configuration: %w", err)
	}
	f, notes := scan(append(parsed, parsedFile{problems: problems}), opts)
	if len(targets) == 0 || slices.Contains(targets, ".") {
		f.Findings = append(f.Findings, filter.unmatched(files, opts)...)
	}
	return f, notes, nil
}

// ScanReader reads rendered manifests from a stream; name stands for the file
// in positions. It returns what Scan does; the error is that of the reader.
func ScanReader(name string, r io.Reader, opts Options) (*graph.Fragment, []string, error) {
	data, err := readAll(r)
	if err != nil {
		return nil, nil, fmt.Errorf("reading %s: %w", name, err)
	}
	f, notes := scan([]parsedFile{parseFile(name, data)}, opts)
	return f, notes, nil
}

// scan runs the scanners over the documents of the files.
func scan(files []parsedFile, opts Options) (*graph.Fragment, []string) {
	out := graph.Fragment{Schema: graph.FragmentSchema}
	var docs []*Doc
	unread := map[objectID]int{}
	for _, f := range files {
		docs = append(docs, f.docs...)
		for _, id := range f.unread {
			unread[id]++
		}
		join(&out, graph.Fragment{Problems: f.problems, Ignores: f.ignores, Findings: f.findings})
	}
	index := newIndex(docs)
	for _, d := range docs {
		for i := range registered {
			if s := &registered[i]; s.Detect(d) {
				join(&out, s.run(d, index))
			}
		}
	}
	for _, s := range registered {
		if s.Finish != nil {
			join(&out, s.Finish(&out, opts))
		}
	}
	slices.SortStableFunc(out.Problems, func(a, b graph.Problem) int { return a.Pos.Compare(b.Pos) })
	return &out, unreadNotes(unread)
}

// run turns a panic on a document into a problem, so that it does not hide the
// rest.
func (s *Scanner) run(d *Doc, index *Index) (f graph.Fragment) {
	defer func() {
		if r := recover(); r != nil {
			f = graph.Fragment{Problems: []graph.Problem{{
				Pos:     d.Pos(),
				Message: fmt.Sprintf("not analysed: the reader of %s failed: %v", s.Name, r),
			}}}
		}
	}()
	return s.Scan(d, index)
}

// join appends what is in one fragment to another.
func join(to *graph.Fragment, f graph.Fragment) {
	to.Handlers = append(to.Handlers, f.Handlers...)
	to.Layers = append(to.Layers, f.Layers...)
	to.FanOuts = append(to.FanOuts, f.FanOuts...)
	to.Namespaces = append(to.Namespaces, f.Namespaces...)
	to.Workloads = append(to.Workloads, f.Workloads...)
	to.Values = append(to.Values, f.Values...)
	to.Bindings = append(to.Bindings, f.Bindings...)
	to.Attachments = append(to.Attachments, f.Attachments...)
	to.Evidence = append(to.Evidence, f.Evidence...)
	to.Meshes = append(to.Meshes, f.Meshes...)
	to.Scopes = append(to.Scopes, f.Scopes...)
	to.Methods = append(to.Methods, f.Methods...)
	to.Findings = append(to.Findings, f.Findings...)
	to.Ignores = append(to.Ignores, f.Ignores...)
	to.Problems = append(to.Problems, f.Problems...)
}

// unreadNotes says how many objects no scanner reads, by kind. Copies of one
// object, as a release beside its source, are one; objects without a name are
// no copies of one another.
func unreadNotes(unread map[objectID]int) []string {
	if len(unread) == 0 {
		return nil
	}
	kinds := map[string]int{}
	for id, copies := range unread {
		if id.name != "" {
			copies = 1
		}
		kinds[id.kind] += copies
	}
	var parts []string
	total := 0
	for kind, n := range kinds {
		parts = append(parts, fmt.Sprintf("%s %d", kind, n))
		total += n
	}
	slices.Sort(parts)
	if total == 1 {
		return []string{"1 object of a kind that is not read (" + parts[0] + ")"}
	}
	return []string{fmt.Sprintf("%d objects of kinds that are not read (%s)", total, strings.Join(parts, ", "))}
}
