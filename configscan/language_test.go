package configscan

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

func TestLanguageNames(t *testing.T) {
	for file, want := range map[string]string{
		"nginx.conf":                    "nginx",
		"deploy/default.conf.template":  "nginx",
		"etc/nginx/sites-enabled/shop":  "nginx",
		"etc/nginx/other/shop":          "",
		"haproxy.cfg":                   "haproxy",
		"etc/haproxy.conf":              "haproxy",
		"haproxy.cfg.template":          "haproxy",
		"Caddyfile":                     "caddy",
		"Caddyfile.dev":                 "caddy",
		"sites/prod.Caddyfile":          "caddy",
		"NotACaddyfile":                 "",
		"dynamic.toml":                  "traefik",
		"deploy/aws/config":             "aws-profile",
		"config.go":                     "",
		"notes.txt":                     "",
		"nginx.conf.yaml":               "",
		"sites-enabled/shop.yaml":       "",
		"snippets/Caddyfile.d/file.txt": "",
	} {
		var got []string
		for _, s := range registered {
			if s.Language != nil && s.Language.Names(file) {
				got = append(got, s.Name)
			}
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%s is of %v, want %q", file, got, want)
		}
	}
}

// outline prints statements with the places of their words.
func outline(block []statement) string {
	var parts []string
	for _, s := range block {
		var words []string
		for _, w := range s.words {
			words = append(words, fmt.Sprintf("%s@%d:%d", w.text, w.pos.Line, w.pos.Col))
		}
		text := strings.Join(words, " ")
		if s.opens {
			text += " {" + outline(s.block) + "}"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

func TestStatements(t *testing.T) {
	for _, c := range []struct {
		file, text, want string
	}{
		{"nginx.conf", "a b;\r\n\tc \"d e\" 'f\\'g'; # h;\n", "a@1:1 b@1:3; c@2:2 d e@2:4 f'g@2:10"},
		{"nginx.conf", "a{b ${c}d;e{}}f#g h\\ i;", "a@1:1 {b@1:3 ${c}d@1:5; e@1:11 {}}; f#g@1:15 h\\ i@1:19"},
		{"nginx.conf", "é \"ü\" x;", "é@1:1 ü@1:3 x@1:7"},
		{"nginx.conf", "a_by_lua_block { if x { \"}\" } -- }\n} b;", "a_by_lua_block@1:1 {}; b@2:3"},
		{"haproxy.cfg", "defaults\n mode http # x\n\nbackend a\\ b \"c # d\"'e'\n\tserver s \"${A}\":80\n", "defaults@1:1 {mode@2:2 http@2:7}; backend@4:1 a b@4:9 c # de@4:14 {server@5:2 s@5:9 ${A}:80@5:11}"},
		{"haproxy.cfg", ".if x\nlisten a\n.else\nlisten b\n.endif\n", "listen@2:1 a@2:8 {}; listen@4:1 b@4:8 {}"},
		{"Caddyfile", "{\n debug\n}\na, b {\n\tr `x \"y` \"c\\\"d\" # z\n}\n", " {debug@2:2}; a,@4:1 b@4:4 {r@5:2 x \"y@5:4 c\"d@5:11}"},
		{"Caddyfile", "r a \\\n  b\nx {y} {$Z:1}\n", "r@1:1 a@1:3 b@2:3; x@3:1 {y}@3:3 {$Z:1}@3:7"},
		{"Caddyfile", "r <<E\n  x }\n  E 2\ns", "r@1:1 x }\n@1:3 2@3:5; s@4:1"},
	} {
		s, ok := languageOf(c.file)
		if !ok {
			t.Fatal(c.file)
		}
		d, problems := s.Language.Parse(c.file, []byte(c.text))
		if len(problems) > 0 {
			t.Errorf("%q: %v", c.text, problems)
		}
		if got := outline(d.Statements); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// A mark of the byte order and UTF-16 are read as in YAML.
func TestLanguageEncodings(t *testing.T) {
	for _, text := range []string{"\xEF\xBB\xBFserver {}", "\xFF\xFEs\x00e\x00r\x00v\x00e\x00r\x00 \x00{\x00}\x00"} {
		var docs []*Doc
		problems := parseText("a.conf", []byte(text), func(d *Doc) { docs = append(docs, d) })
		if len(problems) > 0 || len(docs) != 1 || outline(docs[0].Statements) != "server@1:1 {}" {
			t.Errorf("%q: %v, %v", text, docs, problems)
		}
	}
	if problems := parseText("a.conf", []byte("\xFF\xFEs"), func(*Doc) {}); len(problems) != 1 {
		t.Error(problems)
	}
}

func TestProxyTimes(t *testing.T) {
	for _, c := range []struct {
		name string
		read func(string) (time.Duration, bool)
		text string
		want time.Duration
		ok   bool
	}{
		{"nginx", nginxDuration, "90", 90 * time.Second, true},
		{"nginx", nginxDuration, "1m30s", 90 * time.Second, true},
		{"nginx", nginxDuration, "1h 500ms", time.Hour + 500*time.Millisecond, true},
		{"nginx", nginxDuration, "0", 0, true},
		{"nginx", nginxDuration, "", 0, false},
		{"nginx", nginxDuration, "1.5s", 0, false},
		{"nginx", nginxDuration, "-1", 0, false},
		{"nginx", nginxDuration, "99999999999y", 0, false},
		{"haproxy", haproxyDuration, "500", 500 * time.Millisecond, true},
		{"haproxy", haproxyDuration, "2m", 2 * time.Minute, true},
		{"haproxy", haproxyDuration, "3w", 0, false},
		{"haproxy", haproxyDuration, "ms", 0, false},
		{"haproxy", haproxyDuration, "2000000000d", 0, false},
	} {
		if got, ok := c.read(c.text); ok != c.ok || ok && got != c.want {
			t.Errorf("%s %q: %s, %v, want %s, %v", c.name, c.text, got, ok, c.want, c.ok)
		}
	}
	for text, want := range map[string]time.Duration{"1d": 24 * time.Hour, "1d12h": 36 * time.Hour, "250ms": 250 * time.Millisecond, "-1s": -time.Second, "-2d": -48 * time.Hour} {
		if got, err := caddyDuration(text); err != nil || got != want {
			t.Errorf("caddy %q: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"1w", "", "d", "5"} {
		if got, err := caddyDuration(text); err == nil {
			t.Errorf("caddy %q: %s", text, got)
		}
	}
}

// A try follows each one that ends in time: the last one starts after it.
func TestTriesInTime(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		all, pause, each time.Duration
		want             int
	}{
		{5000 * ms, 250 * ms, 0, 21},
		{1100 * ms, 250 * ms, 0, 6},
		{1100 * ms, 250 * ms, 500 * ms, 2},
		{1000 * ms, 200 * ms, 400 * ms, 2},
		{1000 * ms, 200 * ms, 1000 * ms, 1},
	} {
		if got := triesWithin(c.all, c.pause, c.each); got != c.want {
			t.Errorf("%s, pauses of %s, tries of %s: %d, want %d", c.all, c.pause, c.each, got, c.want)
		}
	}
	if overall, tries := noStart(1500*ms, 1000*ms, 5); overall != 2500*ms || tries != 2 {
		t.Errorf("%s, %d", overall, tries)
	}
	if overall, tries := noStart(1500*ms, 0, 5); overall != 0 || tries != 5 {
		t.Errorf("without a limit of one try: %s, %d", overall, tries)
	}
}

func TestHostOf(t *testing.T) {
	for address, want := range map[string]string{
		"a": "a", "a:80": "a", "10.0.0.1:80": "10.0.0.1", "[::1]:80": "::1", "::1": "::1", "unix:/run/a.sock": "unix:/run/a.sock",
	} {
		if got := hostOf(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestMatchedStatuses(t *testing.T) {
	for text, want := range map[string]string{
		"{http.request.method} == 'GET'":                            "reset, timeout",
		"{rp.status_code} == 503":                                   "http:503",
		"{rp.status_code} in [502,503] || {rp.is_transport_error}":  "reset, timeout, http:502, http:503",
		"{http.reverse_proxy.status_code} == 429":                   "http:429",
		"{rp.status_code} >= 500":                                   "http:5xx",
		"500 < {rp.status_code} && {rp.status_code} <= 502":         "http:501, http:502",
		"!({rp.status_code} < 503 || {rp.status_code} > 503)":       "http:503",
		"{rp.status_code} == 503 || {rp.header.X} == 'y'":           "timeout, http:4xx, http:5xx",
		"{rp.status_code} == 503 && path('/x*')":                    "http:503",
		"{rp.status_code} >= 500 ? {rp.status_code} == 501 : false": "http:501",
		"int({rp.status_code}) == 503":                              "http:503",
		"false":                                                     "",
		"{rp.status_code} == ":                                      "reset, timeout, http:4xx, http:5xx",
	} {
		r := &caddyReader{proxyNode: &proxyNode{}}
		l := &graph.Layer{}
		got := r.matched([]caddyMatch{{expressions: []caddyExpression{{text: caddyShorthand(text)}}}}, l).String()
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if understood := !strings.HasSuffix(text, " "); understood != (l.Assumed == "") {
			t.Errorf("%q: assumed %q", text, l.Assumed)
		}
	}
	r, l := &caddyReader{proxyNode: &proxyNode{reported: map[graph.Problem]bool{}}}, &graph.Layer{}
	long := caddyMatch{expressions: []caddyExpression{{text: strings.Repeat(" ", 200_000)}}}
	if got := r.matched([]caddyMatch{long}, l).String(); got != "reset, timeout, http:4xx, http:5xx" || l.Assumed == "" || len(r.f.Problems) != 1 {
		t.Errorf("too long: %s, assumed %q, %v", got, l.Assumed, r.f.Problems)
	}
	if got := statusClasses(200, 503, 404); got != graph.NewClassSet(mustClass(t, 503), mustClass(t, 404)) {
		t.Error(got)
	}
}

func mustClass(t *testing.T, code int) graph.Class {
	t.Helper()
	c, ok := graph.HTTPClass(code)
	if !ok {
		t.Fatal(code)
	}
	return c
}
