package configscan

import (
	"slices"
	"strings"
	"testing"
)

// shopFinder knows the services cart, db and redis; the workload is web.
var shopFinder = peerFinder{
	known: func(host string) bool {
		name, domain, _ := strings.Cut(host, ".")
		return slices.Contains([]string{"cart", "db", "redis"}, name) && (domain == "" || domain == "shop" || strings.HasPrefix(domain, "shop.svc"))
	},
	own: func(host string) bool { return host == "web" },
}

func TestPeers(t *testing.T) {
	tests := []struct{ key, text, want string }{
		// URLs, whatever the key.
		{"X", "http://cart:8080/api/v1", "http://cart:8080/api/v1"},
		{"X", "HTTPS://api.example.com", "https://api.example.com"},
		{"X", "http://10.1.2.3:80/", "http://10.1.2.3:80/"},
		{"X", "http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/"},
		{"X", "dns:///cart:9000", "dns:///cart:9000"},
		{"X", "redis://:hunter2@redis:6379/0", "redis://redis:6379/0"},
		{"X", "postgres://u:hunter2@db:5432/app?password=hunter2&statement_timeout=2s", "postgres://db:5432/app?statement_timeout=2000"},
		{"X", "postgres://u:hunter2@db:5432/app?password=hunter2&sslmode=disable", "postgres://db:5432/app"},
		{"X", "postgresql+asyncpg://u:hunter2@db/app", "postgresql+asyncpg://db/app"},
		{"X", "mongodb://u:hunter2@db:27017,redis:27018/app", "mongodb://db:27017/app mongodb://redis:27018/app"},
		{"X", "mongodb+srv://u:hunter2@db.example.net/app", "mongodb+srv://db.example.net/app"},
		{"X", "amqp://u:hunter2@a.example.org:5672,amqp://u:hunter2@b.example.org:5672", "amqp://a.example.org:5672 amqp://b.example.org:5672"},
		{"X", "postgres://$(USER):$(PASS)@db:5432/$(NAME)", "postgres://db:5432"},
		{"X", "postgres://u:hun/ter2@db:5432/app", ""},
		{"X", "http://cart:${PORT}", ""},
		{"X", "http://${HOST}:80", ""},
		{"X", "{{ .Values.url }}", ""},
		{"X", "http://{{ .Values.host }}:80", ""},
		{"X", "unix:///var/run/app.sock", ""},
		{"X", "file:///etc/app.yaml", ""},
		{"X", "s3://bucket/key", ""},
		{"X", "http://", ""},
		{"X", "http://localhost:80", ""},
		{"X", "http://127.0.0.1:80", ""},
		{"X", "http://0.0.0.0:80", ""},
		{"X", "http://[::1]:80", ""},
		{"X", "http://web:80", ""},
		{"X", "http://cart:99999", ""},
		{"ASPNETCORE_URLS", "http://*:80;http://+:81", ""},
		{"X", "http://host.docker.internal:11434", "http://host.docker.internal:11434"},

		// host:port, of a known service or under a key that speaks of addresses.
		{"X", "cart:8080", "cart:8080"},
		{"X", "cart.shop:8080", "cart.shop:8080"},
		{"X", "other:8080", ""},
		{"OTHER_ADDR", "other:8080", "other:8080"},
		{"otherServiceAddress", "other:8080", "other:8080"},
		{"REDISHOST", "other:6379", "other:6379"},
		{"OTHER_ADDR", "10.0.0.1:8080", "10.0.0.1:8080"},
		{"USER_SERVICE_ADDR", "user:8080", "user:8080"},
		{"IMAGE_PROVIDER_ADDR", "images:8080", "images:8080"},
		{"LISTEN_ADDR", "cart:8080", ""},
		{"BIND_ADDRESS", "10.0.0.1:8080", ""},
		{"KAFKA_ADVERTISED_LISTENERS", "cart:9092", ""},
		{"ADDR", ":8080", ""},
		{"ADDR", "0.0.0.0:8080", ""},
		{"ADDR", "localhost:8080", ""},
		{"ADDR", "web:8080", ""},
		{"ADDR", "other:http", ""},
		{"ADDR", "other:0", ""},
		{"ADDR", "other:70000", ""},
		{"ADDR", "12:30", ""},
		{"REDIS_IMAGE", "redis:7", ""},
		{"IMAGE", "registry.example.com:5000/cart:1", ""},
		{"X", "registry.example.com:5000/cart", ""},
		{"TARGET", "cart:8080/api", "cart:8080/api"},
		{"TIME_HOST", "2026-11-30T10:00:00Z", ""},

		// Lists: all of it or nothing.
		{"KAFKA_BROKERS", "k1:9092,k2:9092, k3:9092", "k1:9092 k2:9092 k3:9092"},
		{"KAFKA_BROKERS", "k1:9092,latest", ""},
		{"REDIS", "redis:6379,password=hunter2,ssl=False", "redis:6379"},
		{"NO_PROXY", "cart:8080,db:5432", ""},
		{"GOPROXY", "https://goproxy.example.com,direct", ""},
		{"PIP_INDEX_URL", "https://pypi.example.com/simple", ""},
		{"NPM_CONFIG_REGISTRY", "https://npm.example.com", ""},

		// Data source names.
		{"DSN", "u:hunter2@tcp(db:3306)/app?parseTime=true", "mysql://db:3306"},
		{"DSN", "u:hunter2@unix(/tmp/mysql.sock)/app", ""},
		{"DSN", "host=db port=5432 user=u password=hunter2", "postgres://db:5432"},
		{"DSN", "host=db port=5432 password=hunter2 statement_timeout=750", "postgres://db:5432?statement_timeout=750"},
		{"DSN", "host='db' user=u", "postgres://db"},
		{"DSN", "host=/var/run/postgresql user=u", ""},
		{"DSN", "host=localhost port=5432", ""},
		{"DSN", "Host=db;Port=5432;Username=u;Password=hunter2", "postgres://db:5432"},
		{"DSN", "Server=tcp:db,1433;User ID=u;Password=hunter2", "sqlserver://db:1433"},
		{"DSN", "Server=db;Port=3306;Uid=u;Pwd=hunter2", "mysql://db:3306"},
		{"DSN", "jdbc:postgresql://db:5432/app?user=u&password=hunter2", "postgresql://db:5432"},
		{"DSN", "jdbc:sqlserver://db:1433;databaseName=app", "sqlserver://db:1433"},
		{"DSN", "jdbc:oracle:thin:@//db:1521/app", "oracle://db:1521"},
		{"DSN", "jdbc:h2:mem:test", ""},

		// Bare names: known ones, under a key that speaks of addresses.
		{"DB_HOST", "db", "db"},
		{"CART_SERVICE", "cart", "cart"},
		{"DB_HOST", "elsewhere", ""},
		{"DB_HOST", "db.example.com", ""},
		{"CACHE_TYPE", "redis", ""},
		{"SERVICE_NAME", "cart", ""},
		{"SERVICE_ACCOUNT", "cart", ""},
		{"DB_USER", "db", ""},
		{"X", "cart.shop.svc.cluster.local", "cart.shop.svc.cluster.local"},
		{"X", "cart.shop", ""},
		{"DB_HOST", "web", ""},
		{"DB_HOST", "", ""},

		// Telemetry is listed, not counted; browsers' addresses are not called.
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://otel-collector.example.com:80", ""},
		{"COLLECTOR_SERVICE_ADDR", "collector:9090", ""},
		{"TRACES_ADDR", "cart:4317", ""},
		{"DD_AGENT_HOST", "cart:80", ""},
		{"SENTRY_DSN", "https://hunter2@o1.ingest.sentry.io/1", ""},
		{"CORS_ALLOWED_ORIGINS", "https://shop.example.com", ""},
		{"OAUTH_REDIRECT_URI", "https://shop.example.com/cb", ""},
		{"NEXT_PUBLIC_API_URL", "https://api.example.com", ""},
		{"ALLOWED_HOSTS", "cart,db", ""},
		{"APP_URL", "https://shop.example.com", ""},
		{"GRAFANA_ROOT_URL", "https://grafana.example.com", ""},
	}
	for _, tt := range tests {
		t.Run(tt.key+"="+tt.text, func(t *testing.T) {
			if got := strings.Join(shopFinder.peers(tt.key, tt.text), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// No text of a value holds the password, whatever form it is in.
func TestValuesHoldNoSecret(t *testing.T) {
	for _, s := range []setting{
		{key: "X", text: "hunter2", secret: true},
		{key: "HOOK", text: "https://hooks.example.com/services/hunter2", secret: true},
		{key: "API_TOKEN", text: "hunter2"},
		{key: "TOKEN_URL", text: "https://hooks.example.com/hunter2"},
		{key: "dbPassword", text: "hunter2"},
		{key: "X", text: "ftp://u:hunter2@host/dir"},
		{key: "X", text: "postgres://u:hun/hunter2@db:5432/app"},
		{key: "X", text: "u:hunter2@unix(/tmp/mysql.sock)/app"},
		{key: "X", text: "host=/run user=u password='hunter2 x'"},
		{key: "X", text: "Server=.;Password=hunter2;"},
		{key: "SENTRY_DSN", text: "https://hunter2@o1.ingest.sentry.io/1"},
		{key: "X", text: "http://u:hunter2@localhost:80"},
	} {
		for _, v := range shopFinder.values(composeService{}.ref, s) {
			if strings.Contains(v.Text, "hunter2") {
				t.Errorf("%s=%s is shown as %q", s.key, s.text, v.Text)
			}
		}
	}
}

func TestShownWords(t *testing.T) {
	got := shownWords([]string{"serve", "--db-password=hunter2", "--token", "hunter2", "--dsn", "postgres://u:hunter2@db/app", "-v", "--key", "--x=1"})
	want := []string{"serve", "--db-password=", "--token", "", "--dsn", "postgres://db/app", "-v", "--key", "--x=1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFlagsOf(t *testing.T) {
	tests := []struct {
		words string
		want  []argFlag
	}{
		{"serve --addr=cart:80 -x y --on --db db:5432 last", []argFlag{{"addr", "cart:80", 1}, {"x", "y", 3}, {"db", "db:5432", 6}}},
		{"/bin/sh -c --addr=cart:80", nil},
		{"- -- --=x", nil},
		{"", nil},
	}
	for _, tt := range tests {
		if got := flagsOf(strings.Fields(tt.words)); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %v, want %v", tt.words, got, tt.want)
		}
	}
}

func TestInterpolate(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                "plain",
		"$$x $":                "$x $",
		"$HOST:80":             "${HOST}:80",
		"${HOST}":              "${HOST}",
		"${HOST:-cart}:80":     "cart:80",
		"${HOST-cart}":         "cart",
		"${HOST:?must be set}": "${HOST}",
		"${HOST:+other}":       "${HOST}",
		"${A:-${B:-cart}}:80":  "cart:80",
		"${A:-${B}}":           "${B}",
		"${A":                  "${A",
		"$1 ${":                "${1} ${",
	} {
		if got := interpolate(text, nil); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	long := strings.Repeat("${", maxExpanded)
	if interpolate(long, nil) != long {
		t.Error("a text too long to be an address was changed")
	}
	known := variables{"HOST": "cart", "EMPTY": ""}
	for text, want := range map[string]string{
		"$HOST:80":         "cart:80",
		"${HOST:-other}":   "cart",
		"${HOST:+${HOST}}": "cart",
		"${EMPTY:-other}":  "other",
		"${EMPTY-other}":   "",
		"${EMPTY:+other}":  "",
		"${OTHER}":         "${OTHER}",
	} {
		if got := interpolate(text, known); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Variables that double each other stop growing, and what was a secret stays
// one.
func TestExpandIsBounded(t *testing.T) {
	env := &environment{byKey: map[string]setting{}}
	env.set(setting{key: "A", text: strings.Repeat("x", 100), secret: true})
	for range 10000 {
		text, secret := env.expand("$(A)$(A)")
		if !secret && !strings.Contains(text, "$(A)") {
			t.Fatal("a secret went into a text that is shown")
		}
		env.set(setting{key: "A", text: text, secret: true})
	}
	if n := len(env.byKey["A"].text); n > 3*maxExpanded {
		t.Errorf("grew to %d bytes", n)
	}
	if env.expanded > 2*maxExpansion {
		t.Errorf("all texts have %d bytes", env.expanded)
	}
}

func TestExpand(t *testing.T) {
	env := &environment{byKey: map[string]setting{}}
	env.set(setting{key: "A", text: "a"})
	env.set(setting{key: "S", text: "s", secret: true})
	for _, tt := range []struct {
		text, want string
		secret     bool
	}{
		{"$(A)-$(A)", "a-a", false},
		{"$$(A)", "$(A)", false},
		{"$(B)", "$(B)", false},
		{"$A $ $(A", "$A $ $(A", false},
		{"x$(S)", "xs", true},
		{"$()", "$()", false},
	} {
		if got, secret := env.expand(tt.text); got != tt.want || secret != tt.secret {
			t.Errorf("%q: got %q, %v", tt.text, got, secret)
		}
	}
}
