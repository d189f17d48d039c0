package configscan

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ampcheck/ampcheck/graph"
)

// maxFile is the size in bytes above which a file or stream is not read.
const maxFile = 256 << 20

// parsedFile is what a file holds before the scanners run.
type parsedFile struct {
	// docs are the documents that a scanner detects, unread the other objects.
	docs     []*Doc
	unread   []objectID
	problems []graph.Problem
	ignores  []graph.Ignore
	findings []graph.Finding
}

// parseFiles parses files of the tree, several at once; the result is in the
// order of the files. The error is that of the context.
func parseFiles(ctx context.Context, tree fs.FS, files []string, opts Options) ([]parsedFile, error) {
	parsed := make([]parsedFile, len(files))
	var next atomic.Int64
	var reports sync.Mutex
	done := 0
	worker := func() {
		for i := next.Add(1) - 1; i < int64(len(files)) && ctx.Err() == nil; i = next.Add(1) - 1 {
			parsed[i] = readConfig(tree, files[i], opts)
			if opts.Progress != nil {
				reports.Lock()
				done++
				opts.Progress(done, files[i])
				reports.Unlock()
			}
		}
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(worker)
	}
	workers.Wait()
	return parsed, ctx.Err()
}

// readConfig reads and parses a file of the tree.
func readConfig(tree fs.FS, file string, opts Options) parsedFile {
	data, err := opts.read(tree, file)
	switch {
	case err != nil:
		return parsedFile{problems: []graph.Problem{{Pos: graph.Pos{File: file}, Message: "cannot be read: " + cause(err)}}}
	case path.Ext(file) == ".json" && !isConfigJSON(file, data):
		return parsedFile{}
	}
	return parseFile(file, data)
}

// read is a file of the tree, or what stands in for it.
func (o *Options) read(tree fs.FS, file string) ([]byte, error) {
	if data, ok := o.Instead[file]; ok {
		return data, nil
	}
	return readFile(tree, file)
}

func readFile(tree fs.FS, file string) ([]byte, error) {
	f, err := tree.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errors.New("larger than 256 MiB")
	}
	return data, err
}

// isConfigJSON tells a manifest or a compose file from JSON of other kinds.
func isConfigJSON(file string, data []byte) bool {
	base := path.Base(file)
	return base == "compose.json" || strings.HasPrefix(base, "compose.") || strings.HasPrefix(base, "docker-compose") ||
		bytes.Contains(data, []byte(`"apiVersion"`)) && bytes.Contains(data, []byte(`"kind"`)) ||
		isHeld(data)
}

// parseFile parses the documents of a file and the comments for ampcheck in it.
// What is odd in a document is a problem only where a scanner reads it.
func parseFile(file string, data []byte) parsedFile {
	var p parsedFile
	p.problems = append(parseText(file, data, p.take), p.problems...)
	p.ignores, p.findings = scanIgnores(file, data)
	return p
}

// take keeps of a document what a scanner detects.
func (p *parsedFile) take(d *Doc) {
	for _, d := range expand(d, p) {
		switch {
		case isDetected(d):
			d.release()
			p.docs = append(p.docs, d)
			p.problems = append(p.problems, shapeProblems(d)...)
		case d.IsObject():
			p.unread = append(p.unread, identity(d))
		}
	}
}

// parseText parses a file in the language that its name tells.
func parseText(file string, data []byte, take func(*Doc)) []graph.Problem {
	s, ok := languageOf(file)
	if !ok {
		return eachDoc(file, data, take)
	}
	docs, problems := s.parse(file, data)
	for _, d := range docs {
		take(d)
	}
	return problems
}

// expand lists the objects of a document with the documents that stand in their
// texts.
func expand(d *Doc, p *parsedFile) []*Doc {
	var docs []*Doc
	for _, d := range expandList(d) {
		inner, problems := inTexts(d)
		docs = append(append(docs, d), inner...)
		p.problems = append(p.problems, problems...)
	}
	return docs
}

func isDetected(d *Doc) bool {
	return slices.ContainsFunc(registered, func(s Scanner) bool { return s.Detect(d) })
}

// expandList turns a List object, as kubectl prints it, into its objects.
func expandList(d *Doc) []*Doc {
	if !d.IsObject() || !strings.HasSuffix(d.Kind(), "List") || d.Root.Get("items").Kind() != List {
		return []*Doc{d}
	}
	var docs []*Doc
	for _, item := range d.Root.Get("items").Items() {
		docs = append(docs, expandList(&Doc{File: d.File, Root: item, source: d.source})...)
	}
	return docs
}
