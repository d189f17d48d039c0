package configscan

import (
	"slices"
	"strings"
	"unicode"
)

// networkSchemes are the schemes of URLs that name something to call. Schemes
// of files, sockets and buckets are not here.
var networkSchemes = setOf(
	"http", "https", "ws", "wss", "grpc", "grpcs", "tcp", "tls",
	"dns", "passthrough",
	"redis", "rediss", "valkey", "valkeys", "memcached", "memcache",
	"postgres", "postgresql", "mysql", "mariadb", "sqlserver", "mssql", "oracle", "cockroachdb", "clickhouse",
	"mongodb", "mongodb+srv", "cassandra", "neo4j", "bolt", "elasticsearch", "etcd",
	"amqp", "amqps", "nats", "kafka", "pulsar", "mqtt", "mqtts", "stomp",
	"ldap", "ldaps", "smtp", "smtps",
)

// resolverSchemes are the name resolvers of gRPC, which write the target as the
// path (grpc/doc/naming.md).
var resolverSchemes = setOf("dns", "passthrough")

// telemetryPorts are those on which metrics, traces and logs are taken. What is
// sent there is listed, not counted: OTLP 4317 and 4318, OpenCensus 55678,
// Jaeger 5775, 6831, 6832, 14250, 14267, 14268, Zipkin 9411, statsd 8125,
// Datadog 8126, fluentd 24224.
var telemetryPorts = map[int]bool{
	4317: true, 4318: true, 55678: true, 5775: true, 6831: true, 6832: true,
	14250: true, 14267: true, 14268: true, 9411: true, 8125: true, 8126: true, 24224: true,
}

// The words of keys, in capitals. A key is split at everything that is no
// letter or digit, and between small and capital letters.
var (
	// addressWords make a key speak of an address wherever they stand; lastWords
	// only at the end, as SERVICE_ACCOUNT and SERVER_MODE hold no address.
	addressWords = setOf("HOST", "HOSTS", "HOSTNAME", "HOSTNAMES", "ADDR", "ADDRS", "ADDRESS", "ADDRESSES", "URL", "URLS", "URI", "URIS",
		"ENDPOINT", "ENDPOINTS", "BROKER", "BROKERS", "BOOTSTRAP", "DSN", "TARGET", "TARGETS", "UPSTREAM", "UPSTREAMS", "BACKEND", "BACKENDS")
	lastWords = setOf("SERVICE", "SERVICES", "SERVER", "SERVERS")

	// notCalled are words of keys whose addresses the workload does not call:
	// its own, those of browsers, those it lets in, those from which a tool that
	// builds it takes packages. notCalledEnds mean that at the end only, as
	// IMAGE_SERVICE_ADDR is an address.
	notCalled = setOf("LISTEN", "LISTENER", "LISTENERS", "BIND", "ADVERTISE", "ADVERTISED",
		"CORS", "ORIGIN", "ORIGINS", "REDIRECT", "REDIRECTS", "CALLBACK", "PUBLIC", "NO", "ALLOWED", "TRUSTED",
		"GOPROXY", "GONOPROXY", "GOSUMDB", "GOPRIVATE")
	notCalledEnds = []keyWordList{{"IMAGE"}, {"IMAGES"}, {"TAG"}, {"VERSION"}, {"USER"}, {"USERNAME"}, {"OWNER"}, {"GROUP"}, {"ACCOUNT"},
		{"EXTERNAL", "URL"}, {"ROOT", "URL"}, {"SITE", "URL"}, {"APP", "URL"},
		{"PIP", "INDEX", "URL"}, {"NPM", "CONFIG", "REGISTRY"}}

	// telemetryWords are those of exporters of metrics, traces and logs, and of
	// the daemons that hand out feature flags: a process keeps one stream to them.
	telemetryWords = setOf("OTEL", "OTLP", "OPENTELEMETRY", "COLLECTOR", "JAEGER", "ZIPKIN", "EXPORTER", "STATSD", "DATADOG",
		"SENTRY", "PROMETHEUS", "PUSHGATEWAY", "NEWRELIC", "APM", "TRACING", "LOKI", "PYROSCOPE", "FLUENTD", "LOGSTASH", "SPLUNK", "HONEYCOMB",
		"FLAGD", "UNLEASH", "LAUNCHDARKLY")

	// secretWords are those of keys whose text is never kept.
	secretWords = setOf("PASSWORD", "PASSWD", "PASS", "PASSPHRASE", "PWD", "SECRET", "SECRETS", "TOKEN", "KEY", "APIKEY", "CREDENTIAL", "CREDENTIALS", "PRIVATE")
)

type keyWordList []string

// keyWords splits a key into its words.
func keyWords(key string) keyWordList {
	var words keyWordList
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToUpper(string(word)))
			word = word[:0]
		}
	}
	var before rune
	for _, c := range key {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			flush()
		case unicode.IsUpper(c) && unicode.IsLower(before):
			flush()
			fallthrough
		default:
			word = append(word, c)
		}
		before = c
	}
	flush()
	return words
}

// speakOf reports whether one of the words is in the set.
func (ws keyWordList) speakOf(set map[string]bool) bool {
	return slices.ContainsFunc(ws, func(w string) bool { return set[w] })
}

// isNotCalled reports whether the key is one of an address nobody calls.
func (ws keyWordList) isNotCalled() bool {
	return ws.speakOf(notCalled) || slices.ContainsFunc(notCalledEnds, ws.endIn)
}

func (ws keyWordList) endIn(end keyWordList) bool {
	return len(ws) >= len(end) && slices.Equal(ws[len(ws)-len(end):], end)
}

// speakOfAddress reports whether the key is one of an address. A key that ends
// in NAME holds a name of something else, unless it is that of a host.
func (ws keyWordList) speakOfAddress() bool {
	if len(ws) == 0 {
		return false
	}
	last := ws[len(ws)-1]
	if last == "NAME" && (len(ws) < 2 || ws[len(ws)-2] != "HOST") {
		return false
	}
	return ws.speakOf(addressWords) || lastWords[last] || slices.ContainsFunc(ws, endsLikeHost)
}

// endsLikeHost recognises words that were written together, as in REDISHOST.
func endsLikeHost(word string) bool {
	return strings.HasSuffix(word, "HOST") || strings.HasSuffix(word, "ADDR") || strings.HasSuffix(word, "URL")
}

// isTelemetry reports whether the key is one of an exporter. DD is a prefix
// only: keys of the Datadog agent start with it.
func (ws keyWordList) isTelemetry() bool {
	return ws.speakOf(telemetryWords) || len(ws) > 0 && ws[0] == "DD"
}

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}
