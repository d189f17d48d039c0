package configscan

import (
	"context"
	"strconv"
	"strings"
	"testing"
)

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
