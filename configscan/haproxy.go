package configscan

import (
	"bytes"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name:     "haproxy",
		Language: &Language{Names: isHAProxyName, Holds: holdsHAProxy, Parse: parseHAProxy},
		Detect:   func(d *Doc) bool { return d.Language == "haproxy" },
		Scan:     scanHAProxy,
		Formats: []graph.Format{{
			Name: "haproxy", Written: "haproxy.cfg", Measured: true,
			Default: "4, failed connections only",
			Sources: []string{"haproxy/haproxy@50872daa6 include/haproxy/defaults.h:284", "haproxy/haproxy@50872daa6 doc/configuration.txt:12355-12371"},
		}},
	})
}

// isHAProxyName takes .cfg files, which many others write too, and .conf files
// of the name.
func isHAProxyName(file string) bool {
	base := strings.TrimSuffix(path.Base(file), ".template")
	switch path.Ext(base) {
	case ".cfg":
		return true
	case ".conf":
		return strings.HasPrefix(base, "haproxy")
	}
	return false
}

var haproxyLines = regexp.MustCompile(`(?m)^[ \t]*(backend|listen|frontend|defaults)\b[^=\n]*$`)

// holdsHAProxy wants a section and a line that only HAProxy has.
func holdsHAProxy(data []byte) bool {
	return haproxyLines.Match(data) && (bytes.Contains(data, []byte("server ")) || bytes.Contains(data, []byte("server-template ")) ||
		bytes.Contains(data, []byte("_backend ")) || bytes.Contains(data, []byte("retries ")) || bytes.Contains(data, []byte("bind ")))
}

func scanHAProxy(d *Doc, index *Index) graph.Fragment {
	r := &haproxyReader{proxyNode: newProxyNode(d, index, "haproxy"), defaults: map[string]*haproxySection{}}
	for _, s := range d.Statements {
		r.section(s)
	}
	used, all := r.used()
	for _, s := range r.sections {
		if s.kind == "listen" || s.kind == "backend" && (all || used[s.name.text]) {
			r.backend(s)
		}
	}
	return r.fragment(d.Pos())
}

// haproxyReader reads one configuration.
type haproxyReader struct {
	*proxyNode
	defaults map[string]*haproxySection // by name
	latest   *haproxySection            // the last defaults section so far
	sections []*haproxySection
}

// haproxySection is a section with the defaults it starts from.
type haproxySection struct {
	statement
	kind   string
	name   word
	parent *haproxySection
	// lines are the last lines by their first word and by their first two; depth
	// is the number of parents.
	lines map[string]int
	depth int
}

// maxParents is the number of defaults sections that can start from each other.
const maxParents = 50

// section notes a section. One without "from" starts from the last defaults
// section above it (haproxy:doc/configuration.txt, chapter 4).
func (r *haproxyReader) section(s statement) {
	sec := &haproxySection{statement: s, kind: s.name(), name: s.arg(0)}
	if sec.kind != "defaults" {
		sec.parent = r.latest
	}
	for i, w := range s.args() {
		if w.text == "from" && i+1 < len(s.args()) {
			sec.parent = r.defaults[s.arg(i+1).text]
			if i == 0 {
				sec.name = word{}
			}
		}
	}
	sec.index()
	if sec.parent != nil {
		sec.depth = sec.parent.depth + 1
	}
	if sec.depth > maxParents {
		r.problem(s.pos(), false, "defaults that start from each other too often: not read")
		sec.parent, sec.depth = nil, 0
	}
	switch sec.kind {
	case "defaults":
		r.latest = sec
		if sec.name.text != "" {
			r.defaults[sec.name.text] = sec
		}
	case "frontend", "backend", "listen":
		r.sections = append(r.sections, sec)
	}
}

// index notes where the last lines are.
func (s *haproxySection) index() {
	s.lines = map[string]int{}
	for i, line := range s.block {
		s.lines[line.name()] = i
		if len(line.words) > 1 {
			s.lines[line.name()+" "+line.words[1].text] = i
		}
	}
}

// find is the last line that starts with one or two words, of the section or
// of its defaults.
func (s *haproxySection) find(words string) (statement, bool) {
	for ; s != nil; s = s.parent {
		if i, ok := s.lines[words]; ok {
			return s.block[i], true
		}
	}
	return statement{}, false
}

// used are the backends that some frontend names; all is set where one is
// named by an expression, or the frontends are in another file.
func (r *haproxyReader) used() (names map[string]bool, all bool) {
	names, all = map[string]bool{}, true
	for _, s := range r.sections {
		all = all && s.kind == "backend"
	}
	for _, s := range r.sections {
		if s.kind == "backend" {
			continue
		}
		for p := s; p != nil; p = p.parent {
			for _, line := range p.block {
				if line.name() != "use_backend" && line.name() != "default_backend" {
					continue
				}
				name := line.arg(0).text
				names[name] = true
				all = all || strings.Contains(name, "%[")
			}
		}
	}
	return names, all
}

// backend reads a section with servers: each request goes to one of them, and
// another try to the same one or to another. How many there are bounds nothing.
func (r *haproxyReader) backend(s *haproxySection) {
	var targets []proxyTarget
	for _, line := range s.block {
		switch line.name() {
		case "server":
			targets = r.server(targets, line, line.arg(1))
		case "server-template":
			targets = r.server(targets, line, line.arg(2))
		}
	}
	if len(targets) == 0 {
		return
	}
	mode, _ := s.find("mode")
	protocol := graph.ProtocolHTTP
	if mode.arg(0).text != "http" {
		protocol = ""
	}
	layer := r.layer(s, protocol == graph.ProtocolHTTP, len(targets) > 1)
	if r.fits(keyOf(targets), layer) {
		r.add(r.hop(s.kind+" "+s.name.text, protocol, targets, layer))
	}
}

// server adds the address of a server line that is in use.
func (r *haproxyReader) server(targets []proxyTarget, line statement, address word) []proxyTarget {
	if address.text == "" || hasWord(line, "disabled") {
		return targets
	}
	return append(targets, proxyTarget{haproxyAddress(address.text), address.pos})
}

// haproxyAddress takes what stands before an address off; sockets are named as
// nginx writes them (haproxy:doc/configuration.txt, 5.2, server).
func haproxyAddress(text string) graph.Expr {
	for _, prefix := range []string{"ipv4@", "ipv6@", "tcp@", "tcp4@", "tcp6@", "srv@", "quic4@", "quic6@"} {
		text = strings.TrimPrefix(text, prefix)
	}
	for _, prefix := range []string{"unix@", "abns@", "abnsz@"} {
		if socket, ok := strings.CutPrefix(text, prefix); ok {
			return graph.Literal("unix:" + socket)
		}
	}
	if strings.HasPrefix(text, "/") {
		return graph.Literal("unix:" + text)
	}
	return filledIn(haproxyVariable, text)
}

// haproxyVariable matches $NAME, ${NAME} and ${NAME-default}
// (haproxy:doc/configuration.txt, 2.3 Environment variables).
var haproxyVariable = regexp.MustCompile(`\$(?:\{(\w+)(?:-([^}]*))?\}|(\w+))`)

// number reads the number of a line: a literal or a variable of the
// environment.
func (r *haproxyReader) number(s statement) (graph.Bound, bool) {
	w := s.arg(0)
	e := filledIn(haproxyVariable, w.text)
	if n, err := strconv.Atoi(w.text); e.Kind == graph.ExprLiteral && (err != nil || n < 0) {
		r.problem(w.pos, false, s.name()+" is no number: "+strconv.Quote(w.text)+": taken as not set")
		return graph.Bound{}, false
	}
	return graph.Bound{Value: e, Kind: graph.BoundConfigured, Pos: w.pos}, true
}
