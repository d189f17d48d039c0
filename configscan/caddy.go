package configscan

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name:     "caddy",
		Language: &Language{Names: isCaddyfile, Parse: parseCaddyfile},
		Holds:    isCaddyJSON,
		Detect:   func(d *Doc) bool { return d.Language == "caddy" || isCaddyDoc(d) },
		Scan:     scanCaddy,
		Formats: []graph.Format{{
			Name: "caddy", Written: "Caddyfile, caddy.json", Measured: true,
			Default: "1",
			Sources: []string{"github.com/caddyserver/caddy/v2@v2.11.9 modules/caddyhttp/reverseproxy/reverseproxy.go:1440,1450,1789"},
		}},
	})
}

func isCaddyfile(file string) bool {
	base := path.Base(file)
	return base == "Caddyfile" || strings.HasPrefix(base, "Caddyfile.") || strings.EqualFold(path.Ext(base), ".caddyfile")
}

func scanCaddy(d *Doc, index *Index) graph.Fragment {
	r := &caddyReader{proxyNode: newProxyNode(d, index, "caddy"), file: d.path(), snippets: map[string]statement{}, named: map[string]bool{}, left: maxIncluded}
	if d.Language == "" {
		if path.Ext(d.path()) == ".json" && d.source != nil && !json.Valid(d.source.text) {
			r.refused(d.Pos(), "it is no valid JSON")
		}
		r.object(d.Root, 0)
		return r.fragment(d.Pos())
	}
	if caddyImports(index)[d.path()] {
		return graph.Fragment{}
	}
	statements := r.expand(d.Statements, nil, 0)
	r.matchers(statements)
	r.walk(statements)
	return r.fragment(d.Pos())
}

// snippetName is the name of a block that is only a text to import.
func snippetName(s statement) (string, bool) {
	name, ok := strings.CutPrefix(s.name(), "(")
	return strings.TrimSuffix(name, ")"), ok && s.opens
}

// caddyReader reads one configuration.
type caddyReader struct {
	*proxyNode
	file     string
	snippets map[string]statement
	// left is how many statements may still be imported.
	left int
	// named are the matchers of the configuration; partly is set where some of
	// it is not there.
	named  map[string]bool
	partly bool
	// conditions is how many bytes of expressions were evaluated.
	conditions int
}

// caddyProxies are the directives that pass requests on: the first and what is
// made of it (caddy:modules/caddyhttp/reverseproxy/caddyfile.go,
// fastcgi/caddyfile.go, forwardauth/caddyfile.go).
var caddyProxies = setOf("reverse_proxy", "php_fastcgi", "forward_auth")

// matchers notes the names of matchers.
func (r *caddyReader) matchers(block []statement) {
	for _, s := range block {
		if strings.HasPrefix(s.name(), "@") {
			r.named[s.name()] = true
		}
		r.matchers(s.block)
	}
}

// refused says what Caddy does not start with.
func (r *caddyReader) refused(pos graph.Pos, what string) {
	r.problem(pos, false, "Caddy refuses the whole configuration: "+what)
}

// walk goes through the blocks down to what is passed on.
func (r *caddyReader) walk(block []statement) {
	for _, s := range block {
		if caddyProxies[s.name()] {
			r.pass(r.proxyOf(s))
			continue
		}
		r.walk(s.block)
	}
}

// expand puts what is imported in the place of the import, and leaves out the
// blocks that are only there to be imported. args are those of the import that
// a block comes from.
func (r *caddyReader) expand(block []statement, args []word, depth int) []statement {
	var list []statement
	for _, s := range block {
		s = withArgs(s, args)
		if name, ok := snippetName(s); ok {
			r.snippets[name] = s
			continue
		}
		if s.name() == "import" {
			list = append(list, r.imported(s, depth)...)
			continue
		}
		s.block = r.expand(s.block, args, depth)
		list = append(list, s)
	}
	return list
}

// imported reads what an import names: a snippet, or files.
func (r *caddyReader) imported(s statement, depth int) []statement {
	name := s.arg(0)
	snippet, ok := r.snippets[name.text]
	block := snippet.block
	for _, d := range caddyFiles(r.index, r.file, name.text) {
		if !ok {
			block = append(block, d.Statements...)
		}
	}
	if !ok && block == nil {
		r.partly = true
		r.problem(s.pos(), true, `import "`+name.text+`" is no snippet and no file of the input: what it sets is missing`)
		return nil
	}
	if r.left -= size(block); depth >= maxIncludes || r.left < 0 {
		r.problem(s.pos(), false, `import "`+name.text+`": snippets import each other, or too much: not read`)
		return nil
	}
	return r.expand(block, s.args()[min(1, len(s.args())):], depth+1)
}

// withArgs fills in the arguments of an import
// (caddy:caddyconfig/caddyfile/importargs.go).
func withArgs(s statement, args []word) statement {
	if len(args) == 0 {
		return s
	}
	words := slices.Clone(s.words)
	for i := range words {
		for n, a := range args {
			at := strconv.Itoa(n)
			if words[i].text == "{args["+at+"]}" {
				words[i] = a // with the place where it is written
				break
			}
			if len(words[i].text) > maxArgument {
				continue
			}
			words[i].text = strings.NewReplacer("{args["+at+"]}", a.text, "{args."+at+"}", a.text).Replace(words[i].text)
		}
	}
	s.words = words
	return s
}

// caddyFiles are the files that an import means: the pattern counts from the
// file it stands in.
func caddyFiles(index *Index, file, pattern string) []*Doc {
	pattern = path.Join(path.Dir(file), strings.TrimPrefix(pattern, "/etc/caddy/"))
	var found []*Doc
	for _, d := range index.docs {
		if ok, err := path.Match(pattern, d.path()); err == nil && ok && d.Language == "caddy" && d.path() != file {
			found = append(found, d)
		}
	}
	return found
}

// caddyImports are the files that others import.
func caddyImports(index *Index) map[string]bool {
	return shared(index, "caddy imports", func() map[string]bool {
		files := map[string]bool{}
		var mark func(d *Doc, block []statement)
		mark = func(d *Doc, block []statement) {
			for _, s := range block {
				if s.name() == "import" {
					for _, other := range caddyFiles(index, d.path(), s.arg(0).text) {
						files[other.path()] = files[other.path()] || !files[d.path()]
					}
				}
				mark(d, s.block)
			}
		}
		for _, d := range index.docs {
			if d.Language == "caddy" {
				mark(d, d.Statements)
			}
		}
		return files
	})
}

// proxyOf reads one directive that passes requests on.
func (r *caddyReader) proxyOf(s statement) caddyProxy {
	p := caddyProxy{name: s.name(), pos: s.pos(), keeps: true}
	for i, w := range s.args() {
		switch {
		case i == 0 && strings.HasPrefix(w.text, "@"):
			if !r.named[w.text] && !r.partly {
				r.refused(w.pos, "no matcher is named "+w.text)
			}
		case i > 0 || !strings.HasPrefix(w.text, "/") && w.text != "*":
			r.target(&p, w)
		}
	}
	for _, line := range s.block {
		r.setting(&p, line)
	}
	return p
}

// caddySettings are the lines that a reverse_proxy may have
// (caddy:modules/caddyhttp/reverseproxy/caddyfile.go, UnmarshalCaddyfile).
var caddySettings = setOf(
	"dynamic", "fail_duration", "flush_interval", "handle_response", "header_down", "header_up", "health_body", "health_fails",
	"health_follow_redirects", "health_headers", "health_interval", "health_method", "health_passes", "health_path", "health_port", "health_request_body",
	"health_status", "health_timeout", "health_upstream", "health_uri", "lb_policy", "lb_retries", "lb_retry_match", "lb_try_duration",
	"lb_try_interval", "max_fails", "method", "proxy_status_name", "replace_status", "request_buffers", "response_buffers", "rewrite",
	"stream_buffer_size", "stream_close_delay", "stream_timeout", "to", "transport", "trusted_proxies", "unhealthy_latency", "unhealthy_request_count",
	"unhealthy_status", "verbose_logs",
)

// single are settings with one value.
var single = setOf("lb_retries", "lb_try_duration", "lb_try_interval", "response_header_timeout")

// alone complains of a second value.
func (r *caddyReader) alone(line statement) {
	if args := line.args(); len(args) > 1 && (single[line.name()] || caddyTimes[line.name()]) {
		r.refused(args[1].pos, line.name()+" takes one value, and "+strconv.Quote(args[1].text)+" is another")
	}
}

// setting reads one line of the block of a directive.
func (r *caddyReader) setting(p *caddyProxy, line statement) {
	w := line.arg(0)
	r.alone(line)
	if p.name == "reverse_proxy" && !caddySettings[line.name()] && !strings.HasPrefix(line.name(), "@") {
		r.refused(line.pos(), "a reverse_proxy has no setting "+strconv.Quote(line.name()))
	}
	switch line.name() {
	case "to":
		for _, w := range line.args() {
			r.target(p, w)
		}
	case "dynamic":
		p.targets = append(p.targets, dynamicTargets(line)...)
	case "lb_retries":
		p.retries = caddyValue{caddyText(w.text), w.pos}
		r.count(p.retries, line.name()) // looked at even where another one follows
	case "lb_try_duration":
		p.duration = caddyValue{caddyText(w.text), w.pos}
		r.time(p.duration, line.name())
	case "lb_try_interval":
		p.interval = caddyValue{caddyText(w.text), w.pos}
		r.time(p.interval, line.name())
	case "lb_retry_match":
		p.matches = append(p.matches, r.caddyfileMatch(line))
	case "transport":
		for _, t := range line.block {
			r.alone(t)
			r.transport(p, t.name(), t.arg(0).text, t.arg(0).pos)
		}
	}
}

// dynamicTargets are the names that are looked up for each request:
// dynamic a NAME PORT, or as a block.
func dynamicTargets(s statement) []proxyTarget {
	name := s.arg(1)
	if found, ok := last(s.block, "name", "service"); ok {
		name = found.arg(0)
	}
	if name.text == "" {
		return nil
	}
	return []proxyTarget{caddyTarget(name.text, name.pos)}
}
