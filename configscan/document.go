package configscan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// maxDocument is the size in bytes above which a document is not parsed.
const maxDocument = 16 << 20

// Doc is one document of a YAML stream, or one object of a list of objects.
type Doc struct {
	// File is relative to the analysed directory, with forward slashes.
	File string
	Root Value
	// holder is the object in whose text the document stands; nil for a file of
	// its own. key is the one it stands under in a ConfigMap, and start where its
	// text starts in the file.
	holder *Doc
	key    string
	start  graph.Pos
	// Language is the name of the scanner in whose language the document is
	// written; "" is YAML or JSON. Statements are then what it is made of.
	Language   string
	Statements []statement
	// source is the part of the file that the document was parsed from.
	source *piece
}

// Pos is where the document starts.
func (d *Doc) Pos() graph.Pos {
	if !d.start.IsZero() {
		return d.start
	}
	if d.Language != "" {
		return graph.Pos{File: d.File, Line: 1, Col: 1}
	}
	return d.Root.Pos()
}

// path tells the document from others: its file, with the name of what holds
// it and the key there.
func (d *Doc) path() string {
	if d.key == "" {
		return d.File
	}
	return path.Join(d.File, d.holder.Name(), d.key)
}

// text is the scalar at keys, "" for anything else.
func (d *Doc) text(keys ...string) string {
	s, _ := d.Root.Get(keys...).Str()
	return s
}

// APIVersion is the apiVersion of the object, as networking.istio.io/v1; "" when
// it has none.
func (d *Doc) APIVersion() string { return d.text("apiVersion") }

// Group is the API group of the object: the apiVersion without its version, ""
// for the core group.
func (d *Doc) Group() string {
	group, _, ok := strings.Cut(d.APIVersion(), "/")
	if !ok {
		return ""
	}
	return group
}

// Kind is the kind of the object, "" when it has none.
func (d *Doc) Kind() string { return d.text("kind") }

// Name and Namespace are those of the metadata, "" where none is written.
func (d *Doc) Name() string { return d.text("metadata", "name") }

// Namespace is the namespace of the metadata, "" where none is written.
func (d *Doc) Namespace() string { return d.text("metadata", "namespace") }

// IsObject reports whether the document has the form of a Kubernetes object: an
// apiVersion and a kind.
func (d *Doc) IsObject() bool { return d.APIVersion() != "" && d.Kind() != "" }

// ParseDocs parses the documents of a YAML stream; JSON is YAML. file is the
// name in positions. A document that cannot be used becomes a problem and does
// not hide the others; empty documents are left out.
func ParseDocs(file string, data []byte) ([]*Doc, []graph.Problem) {
	var docs []*Doc
	problems := eachDoc(file, data, func(d *Doc) { docs = append(docs, d) })
	return docs, problems
}

// eachDoc is ParseDocs for one document after the other: of those that take does
// not keep, only one is in memory.
func eachDoc(file string, data []byte, take func(*Doc)) []graph.Problem {
	data, err := toUTF8(data)
	if err != nil {
		return []graph.Problem{{Pos: graph.Pos{File: file, Line: 1, Col: 1}, Message: err.Error()}}
	}
	var problems []graph.Problem
	for _, p := range splitStream(data) {
		docs, ps := p.parse(file)
		for _, d := range docs {
			take(d)
		}
		problems = append(problems, ps...)
	}
	return problems
}

// splitStream cuts a stream before lines with --- and after lines with .... The
// markers are none inside any scalar, so lines are all that has to be seen. What
// comes before the first --- stays with it where it is comments and directives
// only.
func splitStream(data []byte) []*piece {
	var pieces []*piece
	start, before, line, content := 0, 0, 0, false
	cut := func(at int) {
		if at > start {
			pieces = append(pieces, &piece{before: before, text: data[start:at]})
		}
		start, before, content = at, line, false
	}
	for at := 0; at < len(data); line++ {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		text := data[at:end]
		if isMarker(text, "---") && content {
			cut(at)
		}
		content = content || hasContent(text)
		if isMarker(text, "...") {
			line++
			cut(end)
			line--
		}
		at = end
	}
	cut(len(data))
	return pieces
}

func isMarker(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || strings.IndexByte(" \t\r\n", rest[0]) >= 0)
}

func hasContent(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] != '#' && line[0] != '%'
}

// parse reads the documents of a piece: one, except where the line ends of the
// stream hide the markers from splitStream.
func (p *piece) parse(file string) (docs []*Doc, problems []graph.Problem) {
	if len(p.text) > maxDocument {
		return nil, []graph.Problem{p.problem(file, 1, "document larger than 16 MiB: not read")}
	}
	p.text = withoutVersion(p.text)
	defer func() {
		if r := recover(); r != nil {
			problems = append(problems, p.problem(file, 1, fmt.Sprintf("not readable as YAML: %v", r)))
		}
	}()
	nodes, err := p.nodes()
	for _, n := range nodes {
		shift(n, p.before)
		if msg, at := limits(n); msg != "" {
			problems = append(problems, graph.Problem{Pos: nodePos(file, at), Message: msg})
			continue
		}
		if root := newValue(file, n); root.Exists() && !root.IsNull() {
			docs = append(docs, &Doc{File: file, Root: root, source: p})
		}
	}
	if err != nil {
		problems = append(problems, p.syntaxProblem(file, err))
	}
	return docs, problems
}

// nodes parses the piece. An error does not hide what stands before it.
func (p *piece) nodes() ([]*yaml.Node, error) {
	if nodes, ok := parseJSON(p.text); ok {
		return nodes, nil
	}
	var nodes []*yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(p.text))
	for {
		var n yaml.Node
		err := dec.Decode(&n)
		if errors.Is(err, io.EOF) {
			return nodes, nil
		}
		if err != nil {
			return nodes, err
		}
		nodes = append(nodes, &n)
	}
}

// withoutVersion turns a %YAML directive into a comment: yaml.v3 refuses the
// versions after 1.1, whose documents it reads.
func withoutVersion(text []byte) []byte {
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if hasContent(text[at:end]) {
			break
		}
		if bytes.HasPrefix(text[at:end], []byte("%YAML ")) {
			text = bytes.Clone(text)
			text[at] = '#'
		}
		at = end
	}
	return text
}

// problem is a problem at a line of the piece, counted from 1.
func (p *piece) problem(file string, line int, message string) graph.Problem {
	return graph.Problem{Pos: graph.Pos{File: file, Line: p.before + line, Col: 1}, Message: message}
}

// shift moves a tree down by lines.
func shift(n *yaml.Node, lines int) {
	if lines == 0 {
		return
	}
	n.Line += lines
	for _, c := range n.Content {
		shift(c, lines)
	}
}

func nodePos(file string, n *yaml.Node) graph.Pos {
	return graph.Pos{File: file, Line: n.Line, Col: n.Column}
}
