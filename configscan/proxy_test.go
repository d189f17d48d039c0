package configscan

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ampcheck/ampcheck/graph"
)

// proxyScanners are those whose layers stand on calls.
var proxyScanners = []string{"caddy", "haproxy", "ingress", "kong", "nginx", "traefik"}

// TestProxyPositions reads back what is written at the place of each number.
func TestProxyPositions(t *testing.T) {
	numbers := 0
	for _, scanner := range proxyScanners {
		for _, dir := range subdirs(t, filepath.Join(casesDir, scanner)) {
			f, _, err := Scan(context.Background(), dir, nil, Options{Exclude: []string{"want.json"}})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range f.Layers {
				for _, b := range []graph.Bound{l.Attempts, l.PerTry, l.Overall, l.Backoff.Base} {
					if b.Kind != graph.BoundConfigured {
						continue
					}
					numbers++
					text := textAt(t, dir, b.Pos)
					if !startsNumber(text) && !strings.HasPrefix(strings.TrimLeft(text, `"`), "off") {
						t.Errorf("%s: %s: at %s stands no number but %q", dir, l.Name, b.Pos, text)
					}
				}
				if n := l.Attempts.Value.Text; l.Attempts.Kind == graph.BoundConfigured && !strings.Contains(l.Name, "duration") && !strings.Contains(l.Name, "off") {
					if text := strings.TrimLeft(textAt(t, dir, l.Attempts.Pos), `"'$`+"{`"); !strings.HasPrefix(text, n) && !strings.Contains(l.Attempts.Value.String(), "$") {
						t.Errorf("%s: %s: %s attempts, but at %s stands %q", dir, l.Name, n, l.Attempts.Pos, text)
					}
				}
			}
		}
	}
	if numbers < 50 {
		t.Errorf("only %d numbers were looked at", numbers)
	}
}

func startsNumber(text string) bool {
	text = strings.TrimLeft(text, `"'`)
	return text != "" && ('0' <= text[0] && text[0] <= '9' || text[0] == '$' || text[0] == '{')
}

// textAt is the rest of the line at a place.
func textAt(t *testing.T, dir string, pos graph.Pos) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(pos.File)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	if pos.Line < 1 || pos.Line > len(lines) {
		t.Fatalf("%s: no line %d", pos.File, pos.Line)
	}
	line := lines[pos.Line-1]
	for range pos.Col - 1 {
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return line
}

// Documents of one service do not share the names of their layers.
func TestProxyLayersAreUnique(t *testing.T) {
	root := tree(t, map[string]string{
		"compose.yaml":  "services: {web: {image: nginx, volumes: ['./conf.d:/etc/nginx/conf.d']}}",
		"conf.d/a.conf": "server { location / { proxy_pass http://10.0.0.1; } }",
		"conf.d/b.conf": "server { location / { proxy_pass http://10.0.0.2; } }",
		"kong.yaml": "_format_version: '3.0'\nservices: [{name: a, url: 'http://10.0.0.1'}]\n---\n" +
			"_format_version: '3.0'\nservices: [{name: b, url: 'http://10.0.0.2'}]\n",
		"ingress.yaml": "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: a, namespace: x}, spec: {ingressClassName: nginx, defaultBackend: {service: {name: s}}}}\n---\n" +
			"{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: a, namespace: y}, spec: {ingressClassName: nginx, defaultBackend: {service: {name: s}}}}\n",
	})
	f, _, err := Scan(context.Background(), root, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, l := range f.Layers {
		if seen[l.ID] {
			t.Errorf("%s is there twice", l.ID)
		}
		seen[l.ID] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d layers, want 6", len(seen))
	}
	checkFragment(t, f)
}

// What one file can make a scan do is bounded: files that include each other,
// groups that many locations pass to, references that multiply.
func TestHostileProxies(t *testing.T) {
	var doubled, locations, servers, chains strings.Builder
	for i := range 40 {
		next := strconv.Itoa(i + 1)
		doubled.WriteString("(s" + strconv.Itoa(i) + ") {\n import s" + next + " {args[0]}{args[0]}\n import s" + next + " x\n}\n")
		chains.WriteString("    m" + strconv.Itoa(i) + ": {chain: {middlewares: [m" + next + ", m" + next + "]}}\n")
	}
	for i := range 5000 {
		n := strconv.Itoa(i)
		servers.WriteString("server 10.0." + strconv.Itoa(i/250) + "." + strconv.Itoa(i%250) + ";\n")
		locations.WriteString("location /" + n + " { proxy_next_upstream_tries " + strconv.Itoa(i+1) + "; proxy_pass http://a; }\n")
	}
	var maps strings.Builder
	for i := range 300 {
		maps.WriteString("$v" + strconv.Itoa(i) + " $v; k" + strconv.Itoa(i) + " $v$v$v;\n")
	}
	for name, file := range map[string][2]string{
		"imports":   {"Caddyfile", doubled.String() + ":80 {\n import s0 x\n}\n"},
		"locations": {"nginx.conf", "upstream a {\n" + servers.String() + "}\nserver {\n" + locations.String() + "}\n"},
		"variables": {"maps.conf", "map $x $v {\n" + maps.String() + "}\nserver { location / { proxy_pass http://$v$v$v; } }\n"},
		"chains":    {"traefik.yaml", "http:\n  routers: {a: {service: s, middlewares: [m0]}}\n  services: {s: {loadBalancer: {servers: [{url: 'http://a'}]}}}\n  middlewares:\n" + chains.String()},
		"nested":    {"deep.conf", strings.Repeat("location / {", 100_000) + "proxy_pass http://a;"},
		"defaults":  {"haproxy.cfg", strings.Repeat("defaults a from a\n", 50_000) + "listen b from a\n server a a:80\n"},
		"blocks":    {"deep.caddyfile", strings.Repeat("a {\n", 100_000)},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, map[string]string{file[0]: file[1]})
			f, _, err := Scan(context.Background(), root, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Problems) == 0 && name != "variables" {
				t.Error("no problem")
			}
			checkPositions(t, f)
		})
	}
}
