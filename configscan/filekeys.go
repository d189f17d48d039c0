package configscan

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// FileValues looks up keys of the configuration files that a program reads, each
// as FILE#KEY with the path as the program names it and dots between the keys.
// Of several files that fit, the one nearest to the root counts; where two are
// as near and differ, nothing is known. Values belong to whatever refers to them.
// The error is one of the root or of the context.
func FileValues(ctx context.Context, root string, keys []string, opts Options) (*graph.Fragment, error) {
	f := &graph.Fragment{}
	if len(keys) == 0 {
		return f, nil
	}
	filter, err := newFilter(nil, opts)
	if err != nil {
		return nil, err
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("reading configuration: %w", err)
	}
	defer r.Close()
	tree := r.FS()
	l := &fileKeys{tree: tree, opts: opts, files: namedFiles(tree, keys, filter), docs: map[string][]*Doc{}}
	for _, key := range keys {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if v, ok := l.value(key); ok {
			f.Values = append(f.Values, v)
		}
	}
	return f, nil
}

// fileKeys looks keys up.
type fileKeys struct {
	tree  fs.FS
	opts  Options
	files []string
	docs  map[string][]*Doc
}

// namedFiles lists the files of the tree with the names that keys have, the
// nearest to the root first.
func namedFiles(tree fs.FS, keys []string, filter filter) []string {
	names := map[string]bool{}
	for _, key := range keys {
		file, _, _ := strings.Cut(key, graph.FileKeySeparator)
		names[path.Base(file)] = true
	}
	var files []string
	_ = fs.WalkDir(tree, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // Scan says what cannot be read
		case d.IsDir() && p != "." && (skippedName(path.Base(p)) || filter.excludes(p)):
			return fs.SkipDir
		case d.Type().IsRegular() && (names[path.Base(p)] || names[anyEnding(path.Base(p))]) && filter.allows(p):
			files = append(files, p)
		}
		return nil
	})
	slices.SortStableFunc(files, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	return files
}

func (l *fileKeys) value(key string) (graph.Value, bool) {
	file, keys, _ := strings.Cut(key, graph.FileKeySeparator)
	var found graph.Value
	depth := -1
	for _, p := range l.matching(file) {
		if depth >= 0 && strings.Count(p, "/") > depth {
			break
		}
		v, ok := l.lookup(p, strings.Split(keys, "."))
		text, isText := v.Str()
		if !ok || !isText || hasPlaceholder(text) {
			continue
		}
		s := setting{key: keys, text: text}
		if depth >= 0 {
			if found.Text != shownText(s) {
				return graph.Value{}, false
			}
			continue
		}
		depth = strings.Count(p, "/")
		found = graph.Value{Source: graph.SourceFileKey, Key: key, Text: shownText(s), Pos: v.Pos()}
	}
	return found, depth >= 0
}

// matching are the files whose path ends as the program names it, as far as they
// do: where it runs, only the last part may be the same.
func (l *fileKeys) matching(file string) []string {
	for want := strings.TrimLeft(path.Clean(file), "./"); want != ""; {
		var all []string
		for _, p := range l.files {
			for _, named := range []string{p, anyEnding(p)} {
				if named != "" && (named == want || strings.HasSuffix(named, "/"+want)) {
					all = append(all, p)
				}
			}
		}
		_, rest, more := strings.Cut(want, "/")
		if len(all) > 0 || !more {
			return all
		}
		want = rest
	}
	return nil
}

// anyEnding is how a program names a file that leaves its ending open; "" for files
// that hold no settings.
func anyEnding(file string) string {
	switch ending := path.Ext(file); ending {
	case ".yaml", ".yml", ".json", ".toml":
		return strings.TrimSuffix(file, ending) + ".*"
	}
	return ""
}

// lookup finds a key in a file, whatever the case of its letters.
func (l *fileKeys) lookup(file string, keys []string) (Value, bool) {
	docs, ok := l.docs[file]
	if !ok {
		if data, err := l.opts.read(l.tree, file); err == nil && len(data) <= maxDocument {
			docs, _ = parseSettings(file, data)
		}
		l.docs[file] = docs
	}
	for _, d := range docs {
		v := d.Root
		for _, key := range keys {
			next := Value{}
			for _, f := range v.Fields() {
				if strings.EqualFold(f.Key, key) {
					next = f.Value
				}
			}
			v = next
		}
		if v.Exists() {
			return v, true
		}
	}
	return Value{}, false
}

// parseSettings reads a file by its name: YAML, JSON and TOML have one form.
func parseSettings(file string, data []byte) ([]*Doc, []graph.Problem) {
	if path.Ext(file) != ".toml" {
		return ParseDocs(file, data)
	}
	d, problems := parseTOML(file, data)
	if d == nil {
		return nil, problems
	}
	return []*Doc{d}, problems
}
