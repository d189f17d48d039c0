package configscan

import (
	"path"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// inTexts lists the documents that stand in texts of an object and that some
// scanner reads: in the data of a ConfigMap, in the environment of a workload.
// A text that may be one and cannot be parsed is a problem; only an advisory one
// where its name does not say that it is YAML or JSON.
func inTexts(d *Doc) (docs []*Doc, problems []graph.Problem) {
	for _, x := range texts(d) {
		text, ok := x.value.Str()
		s, language := languageOf(x.key)
		parse := ParseDocs
		switch {
		case !ok || x.value.IsTemplate():
			continue
		case language:
			parse = s.parse
		case !isHeld([]byte(text)):
			continue
		}
		inner, bad := embeddedAs(parse, d, x.value)
		for _, p := range bad {
			p.Advisory = p.Advisory || !x.named
			problems = append(problems, p)
		}
		for _, e := range inner {
			if isDetected(e) {
				e.key = x.key
				docs = append(docs, e)
			}
		}
	}
	return docs, problems
}

// heldText is a value that may hold a document; named tells that its name says
// so, key is that name.
type heldText struct {
	value Value
	named bool
	key   string
}

// texts are the values of an object that may hold documents. Files of other
// languages that only speak of a format hold none.
func texts(d *Doc) []heldText {
	var held []heldText
	if d.Kind() == "ConfigMap" && d.Group() == "" {
		for _, f := range d.Root.Get("data").Fields() {
			named := isConfigName(f.Key)
			if named || path.Ext(f.Key) == "" {
				held = append(held, heldText{f.Value, named, f.Key})
			}
		}
	}
	if k, ok := workloadKindOf(d); ok {
		for _, c := range d.Root.Get(k.pod...).Get("spec", "containers").Items() {
			for _, env := range c.Get("env").Items() {
				held = append(held, heldText{value: env.Get("value")})
			}
		}
	}
	return held
}

// release lets go of the file that the document was parsed from: only its own
// part is kept, where its text is read once more.
func (d *Doc) release() {
	if isMeshConfig(d) || isGRPCConfig(d) || isCaddyDoc(d) {
		d.source.own()
	} else {
		d.source = nil
	}
}

// embedded parses the documents that are the text of a value of a document.
// Where the text stands in the file as it is, in a literal block or on one line
// without escapes, positions are those of the file; else all of them are that of
// the value.
func embedded(d *Doc, v Value) ([]*Doc, []graph.Problem) { return embeddedAs(ParseDocs, d, v) }

// embeddedAs does the same in the language of a parser.
func embeddedAs(parse func(string, []byte) ([]*Doc, []graph.Problem), d *Doc, v Value) ([]*Doc, []graph.Problem) {
	text, ok := v.Str()
	if !ok {
		return nil, nil
	}
	docs, problems := parse(d.File, []byte(text))
	place := placement(d, v)
	for i := range problems {
		p := &problems[i].Pos
		p.Line, p.Col = place(p.Line, p.Col)
	}
	for _, e := range docs {
		e.holder, e.start = d, v.Pos()
		placeStatements(e.Statements, place)
		if e.Root.node != nil {
			placeNodes(e.Root.node, place)
		}
	}
	return docs, problems
}

// placement turns a line and column of the text of a value into those of the
// file.
func placement(d *Doc, v Value) func(line, col int) (int, int) {
	whole := func(int, int) (int, int) { return v.node.Line, v.node.Column }
	if d.source == nil {
		return whole
	}
	if indent, ok := literalIndent(d, v); ok {
		return func(line, col int) (int, int) { return v.node.Line + line, col + indent }
	}
	if before, ok := lineIndent(d, v); ok {
		return func(_, col int) (int, int) { return v.node.Line, col + before }
	}
	return whole
}

// literalIndent is the number of columns before each line of a literal block.
func literalIndent(d *Doc, v Value) (int, bool) {
	if v.node.Style&yaml.LiteralStyle == 0 {
		return 0, false
	}
	for i, line := range strings.Split(v.node.Value, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		at := d.source.line(v.node.Line - d.source.before + i) // the lines after the one with the bar
		before, found := strings.CutSuffix(at, strings.TrimRight(line, "\r"))
		return len(before), found && strings.TrimLeft(before, " ") == ""
	}
	return 0, false
}

// maxColumn is the column after which places on a line are not told apart: a
// line is looked through up to there for each text on it.
const maxColumn = 4096

// lineIndent is the number of columns before a text of one line that stands in
// the file as it is, with quotes or without.
func lineIndent(d *Doc, v Value) (int, bool) {
	if strings.Contains(v.node.Value, "\n") || v.node.Column > maxColumn {
		return 0, false
	}
	before := v.node.Column - 1
	if v.node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		before++
	}
	rest := d.source.line(v.node.Line - d.source.before - 1)
	for range before {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return before, rest != "" && strings.HasPrefix(rest, v.node.Value)
}

// placeNodes moves the nodes of a tree; aliases lead to nodes of the same tree.
func placeNodes(n *yaml.Node, place func(line, col int) (int, int)) {
	n.Line, n.Column = place(n.Line, n.Column)
	for _, c := range n.Content {
		placeNodes(c, place)
	}
}

// placeStatements moves the words of statements.
func placeStatements(block []statement, place func(line, col int) (int, int)) {
	for _, s := range block {
		for i := range s.words {
			p := &s.words[i].pos
			p.Line, p.Col = place(p.Line, p.Col)
		}
		placeStatements(s.block, place)
	}
}
