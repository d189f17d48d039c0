package configscan

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// embeddedDocs reads the files that a ConfigMap holds: those with the name of a
// language, and YAML that is the configuration of a proxy. Positions are those
// of the file that the ConfigMap is written in.
func embeddedDocs(d *Doc, lines *fileLines) (docs []*Doc, problems []graph.Problem) {
	if d.Kind() != "ConfigMap" || d.Group() != "" {
		return nil, nil
	}
	for _, f := range d.Root.Get("data").Fields() {
		text, ok := f.Value.Str()
		if !ok || !isConfigName(f.Key) || f.Value.IsTemplate() {
			continue
		}
		place := placeOf(f.Value, lines)
		found, broken := embeddedFile(d.File, f.Key, []byte(text))
		for _, e := range found {
			place.move(e)
			e.holder, e.key = d, f.Key
			e.File = path.Join(d.File, d.Name(), f.Key)
		}
		docs, problems = append(docs, found...), append(problems, place.moved(broken)...)
	}
	return docs, problems
}

// embeddedFile parses one file of a ConfigMap.
func embeddedFile(file, key string, text []byte) ([]*Doc, []graph.Problem) {
	if s, ok := languageOf(key); ok {
		return s.parse(file, text)
	}
	if !isHeld(text) {
		return nil, nil
	}
	docs, problems := ParseDocs(file, text)
	docs = slices.DeleteFunc(docs, func(d *Doc) bool { return d.IsObject() || isCompose(d) || !isDetected(d) })
	if len(docs) == 0 {
		return nil, nil
	}
	return docs, problems
}

// textPlace is where a text stands in a file.
type textPlace struct {
	at graph.Pos
	// block is set for a text that stands there line by line, indented.
	block  bool
	indent int
}

// placeOf finds a scalar: of a block its lines are those of the file, of a text
// in quotes only the start is known.
func placeOf(v Value, lines *fileLines) textPlace {
	p := textPlace{at: v.Pos()}
	if v.node.Style&yaml.LiteralStyle == 0 {
		return p
	}
	p.block = true
	for i, line := range strings.SplitN(v.node.Value, "\n", maxLeadingLines) {
		if line != "" {
			raw := lines.line(p.at.Line + 1 + i)
			p.indent = max(0, utf8.RuneCount(raw)-utf8.RuneCountInString(line))
			break
		}
	}
	return p
}

// maxLeadingLines is how many empty lines are passed over to find the
// indentation of a text.
const maxLeadingLines = 100

// shift maps a place in the text to the file.
func (p textPlace) shift(line, col int) (int, int) {
	if !p.block {
		return p.at.Line, p.at.Col
	}
	return p.at.Line + line, p.indent + col
}

func (p textPlace) move(d *Doc) {
	d.start = p.at
	p.statements(d.Statements)
	if d.Root.node != nil {
		p.node(d.Root.node)
	}
}

func (p textPlace) statements(block []statement) {
	for _, s := range block {
		for i := range s.words {
			w := &s.words[i]
			w.pos.Line, w.pos.Col = p.shift(w.pos.Line, w.pos.Col)
		}
		p.statements(s.block)
	}
}

func (p textPlace) node(n *yaml.Node) {
	n.Line, n.Column = p.shift(n.Line, n.Column)
	for _, c := range n.Content {
		p.node(c)
	}
}

func (p textPlace) moved(problems []graph.Problem) []graph.Problem {
	for i := range problems {
		pos := &problems[i].Pos
		pos.Line, pos.Col = p.shift(pos.Line, pos.Col)
	}
	return problems
}

// fileLines finds the lines of a file.
type fileLines struct {
	data   []byte
	starts []int
}

// line is a line without its end, counted from 1; nil where there is none.
func (l *fileLines) line(n int) []byte {
	if l.starts == nil {
		l.data, _ = toUTF8(l.data)
		l.starts = append(l.starts, 0)
		for at, c := range l.data {
			if c == '\n' {
				l.starts = append(l.starts, at+1)
			}
		}
	}
	if n < 1 || n > len(l.starts) {
		return nil
	}
	end := len(l.data)
	if n < len(l.starts) {
		end = l.starts[n]
	}
	return bytes.TrimRight(l.data[l.starts[n-1]:end], "\r\n")
}

// mount is a ConfigMap in the containers of a workload.
type mount struct {
	workload string
	path     string
	// subPath is the one key that is mounted, "" for all of them.
	subPath string
}

// mounts are the places that a ConfigMap is mounted at.
func (ix *Index) mounts(configMap *Doc) []mount {
	return shared(ix, "mounts", ix.allMounts)[identity(configMap)]
}

// allMounts finds the mounts of all ConfigMaps.
func (ix *Index) allMounts() map[objectID][]mount {
	all := map[objectID][]mount{}
	for _, d := range ix.docs {
		k, ok := workloadKindOf(d)
		if !ok {
			continue
		}
		pod := d.Root.Get(k.pod...).Get("spec")
		names := map[string]objectID{} // of volumes
		for _, v := range pod.Get("volumes").Items() {
			volume, _ := v.Get("name").Str()
			name, ok := v.Get("configMap", "name").Str()
			if ok {
				id := objectID{"ConfigMap", d.Namespace(), name}
				if id.namespace == "default" {
					id.namespace = ""
				}
				names[volume] = id
			}
		}
		for _, c := range pod.Get("containers").Items() {
			for _, v := range c.Get("volumeMounts").Items() {
				volume, _ := v.Get("name").Str()
				if id, ok := names[volume]; ok {
					m := mount{workload: d.Name()}
					m.path, _ = v.Get("mountPath").Str()
					m.subPath, _ = v.Get("subPath").Str()
					all[id] = append(all[id], m)
				}
			}
		}
	}
	return all
}
