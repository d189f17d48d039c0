package configscan

import (
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
	r := &caddyReader{proxyNode: newProxyNode(d, index, "caddy"), file: d.path(), snippets: map[string]statement{}, left: maxIncluded}
	if d.Language == "" {
		r.object(d.Root, 0)
		return r.fragment(d.Pos())
	}
	if caddyImports(index)[d.path()] {
		return graph.Fragment{}
	}
	r.walk(r.expand(d.Statements, nil, 0))
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
}

// caddyProxies are the directives that pass requests on: the first and what is
// made of it (caddy:modules/caddyhttp/reverseproxy/caddyfile.go,
// fastcgi/caddyfile.go, forwardauth/caddyfile.go).
var caddyProxies = setOf("reverse_proxy", "php_fastcgi", "forward_auth")

// walk goes through the blocks down to what is passed on.
func (r *caddyReader) walk(block []statement) {
	for _, s := range block {
		if caddyProxies[s.name()] {
			r.pass(caddyProxyOf(s))
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

// caddyProxyOf reads one directive that passes requests on.
func caddyProxyOf(s statement) caddyProxy {
	p := caddyProxy{name: s.name(), pos: s.pos(), keeps: true}
	for i, w := range s.args() {
		if i > 0 || !strings.HasPrefix(w.text, "/") && !strings.HasPrefix(w.text, "@") && w.text != "*" {
			p.targets = append(p.targets, caddyTarget(w.text, w.pos))
		}
	}
	for _, line := range s.block {
		w := line.arg(0)
		switch line.name() {
		case "to":
			for _, w := range line.args() {
				p.targets = append(p.targets, caddyTarget(w.text, w.pos))
			}
		case "dynamic":
			p.targets = append(p.targets, dynamicTargets(line)...)
		case "lb_retries":
			p.retries = caddyValue{caddyText(w.text), w.pos}
		case "lb_try_duration":
			p.duration = caddyValue{caddyText(w.text), w.pos}
		case "lb_try_interval":
			p.interval = caddyValue{caddyText(w.text), w.pos}
		case "lb_retry_match":
			p.matches = append(p.matches, caddyMatch{text: matchedText(line), pos: line.pos()})
		case "transport":
			for _, t := range line.block {
				p.transport(t.name(), t.arg(0).text, t.arg(0).pos)
			}
		}
	}
	return p
}

// matchedText is all that an lb_retry_match says.
func matchedText(s statement) string {
	parts := []string{s.text()}
	for _, line := range s.block {
		parts = append(parts, matchedText(line))
	}
	return strings.Join(parts, " ")
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
