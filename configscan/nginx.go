package configscan

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name:     "nginx",
		Language: &Language{Names: isNginxName, Holds: holdsNginx.Match, Parse: parseNginx},
		Detect:   func(d *Doc) bool { return d.Language == "nginx" },
		Scan:     scanNginx,
		Formats: []graph.Format{{
			Name: "nginx", Written: "nginx.conf", Measured: true,
			Default: "one for each server of the upstream",
			Sources: []string{"nginx/nginx@3f6f7824d src/http/ngx_http_upstream.c"},
		}},
	})
}

// nginxDirs are the directories whose files have no extension by custom.
var nginxDirs = setOf("sites-enabled", "sites-available", "snippets")

// isNginxName takes .conf files, with the extension of a template that is
// filled in from the environment, and those of the usual directories.
func isNginxName(file string) bool {
	base := strings.TrimSuffix(path.Base(file), ".template")
	switch path.Ext(base) {
	case ".conf", ".nginx":
		return !strings.HasPrefix(base, "haproxy")
	case "":
		return nginxDirs[path.Base(path.Dir(file))]
	}
	return false
}

// holdsNginx tells nginx from the many others that write .conf files.
var holdsNginx = regexp.MustCompile(`(?m)^[ \t]*((http|server|stream)\s*\{|upstream\s+\S+\s*\{|location\s[^\n{]*\{|(proxy|grpc|fastcgi|uwsgi|scgi|memcached)_(pass|next_upstream|read_timeout)\S*\s)`)

// scanNginx reads a file with all that it includes. What another file includes
// is read there.
func scanNginx(d *Doc, index *Index) graph.Fragment {
	c := nginxTree(index)
	if c.included[d.path()] {
		return graph.Fragment{}
	}
	r := &nginxReader{proxyNode: newProxyNode(d, index, "nginx"), files: c, maps: map[string][]word{}, groups: map[string]nginxGroup{}, left: maxIncluded}
	list := r.expand(d.path(), d.Statements, 0)
	r.declare(list, 0)
	r.walk(list, nginxScope(nil).in(list), false)
	return r.fragment(d.Pos())
}

// nginxReader reads one configuration.
type nginxReader struct {
	*proxyNode
	files *nginxFiles
	// maps holds the values that a variable can have by map and split_clients.
	maps   map[string][]word
	groups map[string]nginxGroup
	// left is how many statements may still be included.
	left int
}

// nginxScope holds the directives of the blocks round a place by name, the
// outermost block first.
type nginxScope []map[string][]statement

// find is the directive that holds at a place: that of the innermost block
// that has one (nginx:src/http/ngx_http_core_module.c, the merging of
// configurations).
func (s nginxScope) find(name string) (statement, bool) {
	if found := s.all(name); len(found) > 0 {
		return found[len(found)-1], true
	}
	return statement{}, false
}

// all are the directives of a name that hold at a place: directives that can
// be written several times are those of one block alone.
func (s nginxScope) all(name string) []statement {
	for i := len(s) - 1; i >= 0; i-- {
		if found := s[i][name]; len(found) > 0 {
			return found
		}
	}
	return nil
}

func (s nginxScope) in(block []statement) nginxScope {
	byName := make(map[string][]statement, len(block))
	for _, st := range block {
		byName[st.name()] = append(byName[st.name()], st)
	}
	return append(s[:len(s):len(s)], byName)
}

// nginxBlocks are the blocks that hold others or a *_pass.
var nginxBlocks = setOf("http", "stream", "server", "location", "if", "limit_except")

// declare collects the groups of servers and the maps, which hold for the
// whole file wherever they stand.
func (r *nginxReader) declare(block []statement, depth int) {
	for _, s := range block {
		switch s.name() {
		case "http", "stream":
			if depth == 0 {
				r.declare(s.block, 1)
			}
		case "upstream":
			r.group(s)
		case "map", "split_clients":
			r.mapped(s)
		}
	}
}

// mapped notes the values of the variable that a map sets.
func (r *nginxReader) mapped(s statement) {
	args := s.args()
	if len(args) != 2 {
		return
	}
	name := strings.TrimPrefix(args[1].text, "$")
	for _, entry := range s.block {
		if len(entry.words) == 2 && entry.name() != "include" {
			r.maps[name] = append(r.maps[name], entry.words[1])
		}
	}
}

// walk goes through the blocks down to what is passed on.
func (r *nginxReader) walk(block []statement, scope nginxScope, stream bool) {
	for _, s := range block {
		switch {
		case s.opens && nginxBlocks[s.name()]:
			r.walk(s.block, scope.in(s.block), stream || s.name() == "stream")
		case s.name() == "mirror" && s.arg(0).text != "off":
			r.problem(s.pos(), true, "the mirrored copies of nginx are not counted")
		case strings.HasSuffix(s.name(), "_by_lua_block") || strings.HasSuffix(s.name(), "_by_lua_file"):
			r.problem(s.pos(), true, s.name()+" is not looked into: calls it makes are missing")
		default:
			if m, ok := nginxModules[s.name()]; ok && len(s.words) > 1 {
				r.add(r.pass(m, s, scope, stream))
			}
		}
	}
}

// nginxModule is a module that passes requests on.
type nginxModule struct {
	// prefix starts the names of its directives.
	prefix   string
	protocol graph.Protocol
}

// nginxModules are found by the directive that passes on. What is sent to
// FastCGI, uwsgi and SCGI is answered with the statuses of HTTP.
var nginxModules = map[string]nginxModule{
	"proxy_pass":     {"proxy_", graph.ProtocolHTTP},
	"grpc_pass":      {"grpc_", graph.ProtocolGRPC},
	"fastcgi_pass":   {"fastcgi_", graph.ProtocolHTTP},
	"uwsgi_pass":     {"uwsgi_", graph.ProtocolHTTP},
	"scgi_pass":      {"scgi_", graph.ProtocolHTTP},
	"memcached_pass": {"memcached_", protocolMemcached},
}

// pass is what one *_pass does: a call of one of the servers, repeated, and
// what error_page makes of its failure.
func (r *nginxReader) pass(m nginxModule, s statement, scope nginxScope, stream bool) graph.Step {
	step := r.passed(m, s, scope, stream)
	if stream || step == (graph.Step{}) {
		return step
	}
	fallback := r.fallback(scope, s)
	if len(fallback) == 0 {
		return step
	}
	return graph.Step{Seq: &graph.Seq{Steps: append([]graph.Step{step}, fallback...)}}
}

// passed is the call of a *_pass, one alternative for each value of its
// variables.
func (r *nginxReader) passed(m nginxModule, s statement, scope nginxScope, stream bool) graph.Step {
	to := s.arg(0)
	if stream {
		m = nginxModule{prefix: "proxy_"}
	}
	var steps []graph.Step
	for _, address := range r.values(withoutScheme(to.text), scope, 0) {
		if address.Kind == graph.ExprUnknown || !isAddress(address.String()) {
			steps = append(steps, graph.Step{Unknown: &graph.Unknown{What: s.text(), Pos: to.pos}})
			continue
		}
		group, named := r.groups[address.String()]
		if !named {
			group = r.count(nginxGroup{name: to, targets: []nginxServer{{proxyTarget: proxyTarget{address, to.pos}}}})
		}
		if layer := r.layer(m, scope, group, to.pos, stream); r.fits(group.key(), layer) {
			steps = append(steps, r.hop(s.name(), m.protocol, group.calls, layer))
		}
	}
	switch len(steps) {
	case 0:
		return graph.Step{}
	case 1:
		return steps[0]
	}
	return graph.Step{Alt: &graph.Alt{Steps: steps}}
}

// withoutScheme is the host of what a *_pass names, or the socket.
func withoutScheme(to string) string {
	if _, rest, ok := strings.Cut(to, "://"); ok {
		to = rest
	}
	if rest, ok := strings.CutPrefix(to, "unix:"); ok {
		socket, _, _ := strings.Cut(rest, ":")
		return "unix:" + socket
	}
	if i := strings.IndexAny(to, "/?"); i >= 0 {
		to = to[:i]
	}
	if at := nginxURI.FindStringIndex(to); at != nil {
		to = to[:at[0]]
	}
	return to
}

// nginxURI matches the variables that hold the path of a request: they can
// follow an address without a slash.
var nginxURI = regexp.MustCompile(`\$\{?(request_uri|uri|document_uri)\b.*$`)

// fallback are the calls that follow a failure: those of the named locations
// that error_page sends statuses to, but not those of its own location. It does
// not call again for a failure of those (nginx:src/http/ngx_http_core_module.c,
// recursive_error_pages off).
func (r *nginxReader) fallback(scope nginxScope, pass statement) []graph.Step {
	var steps []graph.Step
	done := map[string]bool{}
	for _, s := range scope.all("error_page") {
		to := s.args()
		if len(to) == 0 || !strings.HasPrefix(to[len(to)-1].text, "@") || done[to[len(to)-1].text] {
			continue
		}
		name := to[len(to)-1].text
		done[name] = true
		from := len(r.f.Layers)
		for i := len(scope) - 1; i >= 0; i-- {
			for _, l := range scope[i]["location"] {
				if l.arg(0).text == name && !holds(l.block, pass) {
					steps = append(steps, r.onError(l, scope[:i+1])...)
				}
			}
		}
		for i := range r.f.Layers[from:] {
			noteFallback(&r.f.Layers[from+i], s)
		}
	}
	return steps
}

// noteFallback is the caveat of a call on error: it is counted after every
// failure, also after those that error_page does not name.
func noteFallback(l *graph.Layer, errorPage statement) {
	const counted = "counted after every failure, made only after: "
	if l.Note != "" {
		l.Note += "; "
	}
	l.Note += counted + errorPage.text()
}

// holds reports whether a statement stands in a block.
func holds(block []statement, s statement) bool {
	return slices.ContainsFunc(block, func(have statement) bool { return have.pos() == s.pos() })
}

// onError are the calls of a named location as they follow a failure.
func (r *nginxReader) onError(l statement, scope nginxScope) []graph.Step {
	var steps []graph.Step
	for _, s := range l.block {
		m, ok := nginxModules[s.name()]
		if !ok || len(s.words) < 2 {
			continue
		}
		seen := r.seen
		r.seen = map[string]bool{} // the location is a call of its own elsewhere
		step := r.passed(m, s, scope.in(l.block), false)
		r.seen = seen
		eachCall(&step, func(c *graph.Call) { c.OnError = true })
		if step != (graph.Step{}) {
			steps = append(steps, step)
		}
	}
	return steps
}
