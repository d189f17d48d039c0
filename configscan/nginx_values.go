package configscan

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// nginxVariable matches $name and ${name}.
var nginxVariable = regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`)

// environmentName is the form of variables that are filled in from the
// environment before nginx reads the file; those of nginx are lower case.
var environmentName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

const (
	// maxValues is the number of values of one text that are told apart.
	maxValues = 32
	// maxVariables is the depth of variables within the values of variables.
	maxVariables = 5
)

// values are the texts that a text with variables can be: one that is not
// known is an unknown expression.
func (r *nginxReader) values(text string, scope nginxScope, depth int) []graph.Expr {
	m := nginxVariable.FindStringSubmatchIndex(text)
	if m == nil || len(text) > maxArgument {
		return []graph.Expr{graph.Literal(text)}
	}
	name := nginxVariable.FindStringSubmatch(text[m[0]:m[1]])
	before, after := text[:m[0]], text[m[1]:]
	var list []graph.Expr
	for _, v := range r.variable(name[1]+name[2], scope, depth) {
		for _, rest := range r.values(after, scope, depth) {
			if e := joined(graph.Literal(before), v, rest); !slices.ContainsFunc(list, func(have graph.Expr) bool { return have.String() == e.String() }) {
				list = append(list, e)
			}
			if len(list) == maxValues {
				return list
			}
		}
	}
	return list
}

// joined is the text of several parts, unknown where one of them is.
func joined(parts ...graph.Expr) graph.Expr {
	e := graph.Expr{Kind: graph.ExprConcat}
	for _, p := range parts {
		n := len(e.Args)
		switch {
		case p.Kind == graph.ExprUnknown:
			return p
		case p.Kind == graph.ExprLiteral && p.Text == "":
		case p.Kind == graph.ExprConcat:
			e.Args = append(e.Args, p.Args...)
		case p.Kind == graph.ExprLiteral && n > 0 && e.Args[n-1].Kind == graph.ExprLiteral:
			e.Args[n-1].Text += p.Text
		default:
			e.Args = append(e.Args, p)
		}
	}
	switch len(e.Args) {
	case 0:
		return graph.Literal("")
	case 1:
		return e.Args[0]
	}
	return e
}

// variable are the values that the file gives a variable.
func (r *nginxReader) variable(name string, scope nginxScope, depth int) []graph.Expr {
	var texts []string
	for _, block := range scope {
		for _, s := range block["set"] {
			if s.arg(0).text == "$"+name {
				texts = append(texts, s.arg(1).text)
			}
		}
	}
	for _, w := range r.maps[name] {
		texts = append(texts, w.text)
	}
	var list []graph.Expr
	for _, text := range texts {
		if r.left--; depth < maxVariables && text != "" && r.left > 0 && len(list) < maxValues {
			list = append(list, r.values(withoutScheme(text), scope, depth+1)...)
		}
	}
	switch {
	case len(list) > 0:
		return list
	case environmentName.MatchString(name):
		return []graph.Expr{{Kind: graph.ExprRef, Source: graph.SourceEnv, Text: name}}
	}
	return []graph.Expr{graph.UnknownExpr("$" + name)}
}

// nginxGroup are the servers that a request can be passed to.
type nginxGroup struct {
	// name is where the group is named: at its upstream block, else the address.
	name    word
	targets []nginxServer
	// keepalive is the number of idle connections kept; written where the
	// directive is there.
	keepalive word
	upstream  bool
	// calls are the servers that get requests, one for each host; tries is how
	// many addresses all of them have. single is set where nginx takes the group
	// for one server, local where that is localhost.
	calls         []proxyTarget
	tries         int
	single, local bool
	// notes say what tries rests on where that is not written.
	notes []string
}

// nginxServer is one server line.
type nginxServer struct {
	proxyTarget
	backup, down bool
}

// key tells groups of one file apart.
func (g nginxGroup) key() string {
	if g.upstream {
		return "upstream " + g.name.text
	}
	return keyOf(g.calls)
}

// count works out what a group of servers is to a request: all servers that are
// not down, backups too, with all addresses of their names.
func (r *nginxReader) count(g nginxGroup) nginxGroup {
	all, backup, hosts := 0, false, map[string]bool{}
	for _, t := range g.targets {
		host := hostOf(t.address.String())
		addresses, known := r.addresses(t.proxyTarget)
		all += addresses
		backup = backup || t.backup
		if t.down {
			continue
		}
		g.tries += addresses
		if hosts[host] {
			continue
		}
		hosts[host] = true
		g.calls = append(g.calls, t.proxyTarget)
		g.local = host == "localhost"
		switch {
		case len(g.notes) == maxNotes:
		case g.local:
			g.notes = append(g.notes, "localhost is 127.0.0.1 and ::1")
		case !known:
			g.notes = append(g.notes, "each further address of "+host+" is one more try")
		case addresses > 1:
			g.notes = append(g.notes, fmt.Sprintf("%s has %d addresses", host, addresses))
		}
	}
	g.single = all == 1 && !backup
	g.local = g.local && len(g.targets) == 1
	return g
}

// maxNotes is how many servers of a group a note names.
const maxNotes = 3

// group reads an upstream block. Of two with one name the first counts.
func (r *nginxReader) group(s statement) {
	name := s.arg(0)
	if _, taken := r.groups[name.text]; taken || name.text == "" {
		return
	}
	g := nginxGroup{name: name, upstream: true}
	for _, line := range s.block {
		switch line.name() {
		case "keepalive":
			g.keepalive = line.arg(0)
		case "server":
			g.targets = append(g.targets, r.servers(line)...)
		}
	}
	r.groups[name.text] = r.count(g)
}

// servers are those of a server line: one for each value of a variable.
func (r *nginxReader) servers(line statement) []nginxServer {
	var list []nginxServer
	address := line.arg(0)
	for _, e := range r.values(withoutScheme(address.text), nil, 0) {
		t := nginxServer{proxyTarget: proxyTarget{e, address.pos}}
		for _, w := range line.args()[min(1, len(line.args())):] {
			t.backup = t.backup || w.text == "backup"
			t.down = t.down || w.text == "down"
		}
		if address.text != "" {
			list = append(list, t)
		}
	}
	return list
}
