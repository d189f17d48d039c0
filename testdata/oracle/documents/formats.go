package documents

// Values of fields: sound ones, and such as a product may refuse.
var (
	counts    = []string{"0", "1", "2", "7", "25", "-1", "many", "1.5", `"3"`, "null"}
	durations = []string{"0s", "250ms", "2s", "20s", "1h", "5", "1m30s", "0.5s", "soon", "-1s", "null"}
	seconds   = []string{"0s", "0.25s", "2s", "20s", "3600s", "5", "250ms", "1m30s", "soon", "-1s", "null", "2.5s"}
	words     = []string{"5xx", "connect-failure", `"gateway-error,reset"`, `"5xx,retriable-status-codes"`, `""`, "conect", "unavailable", "503", "null", "[reset]"}
	booleans  = []string{"true", "false", "1", "maybe", "null"}
	codes     = []string{"[500]", "[503, 504]", "[429]", "[]", "[teapot]", "[200]", "null"}
)

// GatewayAPI are routes of the Gateway API.
var GatewayAPI = Format{
	Name: "gateway-api", Mutants: 300,
	Groups: [][]Field{
		{{"attempts", counts}, {"codes", codes}, {"backoff", durations}},
		{{"request", durations}, {"backendRequest", durations}},
		{{"percent", counts}, {"interval", durations}},
		{{"count", counts}},
		{{"weight", []string{"0", "1", "9"}}},
		{{"gatewayClassName", []string{"istio", "eg", "kong", "other"}}},
		{{"controllerName", []string{"istio.io/gateway-controller", "gateway.envoyproxy.io/gatewayclass-controller", "konghq.com/kic", "example.com/x"}}},
	},
}

// Envoy are resources of Envoy.
var Envoy = Format{
	Name: "envoy", Mutants: 300,
	Skip: map[string]bool{
		"configmap/in.yaml":              true, // in other objects
		"dump/package.json":              true,
		"resources/compose.yaml":         true,
		"template/compose.yaml":          true,
		"template/proxy/envoy.tmpl.yaml": true, // filled in by a shell
		"malformed/in.yaml":              true, // two documents, of which one is no YAML
	},
	Groups: [][]Field{
		{{"retry_on", words}, {"num_retries", counts}, {"per_try_timeout", seconds}, {"retriable_status_codes", codes}},
		{{"retryOn", words}, {"numRetries", counts}, {"perTryTimeout", seconds}},
		{{"base_interval", seconds}, {"max_interval", seconds}},
		{{"timeout", seconds}},
		{{"hedge_on_per_try_timeout", booleans}},
		{{"max_connect_attempts", counts}},
		{{"max_retries", counts}},
		{{"maxRetries", counts}},
		{{"min_retry_concurrency", counts}},
		{{"budget_interval", seconds}},
		{{"weight", []string{"0", "1", "9", `"1"`, "null"}}},
		{{"numerator", counts}},
	},
}

// AWS are shared configuration files of the AWS SDKs, with the workloads that have
// them.
var AWS = Format{
	Name: "aws-profile", Whole: true, Mutants: 300,
	Skip: map[string]bool{"configmap": true},
	Groups: [][]Field{
		{{"max_attempts", awsNumbers}, {"retry_mode", []string{"standard", "adaptive", "legacy", "Standard", `"adaptive"`, "", "'standard'  ; why"}}},
		{{"Max_Attempts", awsNumbers}},
		{{"AWS_PROFILE", []string{"batch", "default", `""`, "a"}}, {"AWS_CONFIG_FILE", []string{"/etc/aws/config", "/root/.aws/config", "/none"}}},
		{{"AWS_MAX_ATTEMPTS", []string{`"0"`, `"2"`, `"30"`}}},
	},
}

var awsNumbers = []string{"0", "1", "2", "25", "-1", "many", "1.5", `"3"`, "'4'", "5 # tries", "6;", "", "010", "0x7"}

// Traefik are the files of its dynamic configuration.
var Traefik = Format{
	Name: "traefik", Whole: true, Mutants: 300,
	Skip: map[string]bool{"configmap": true, "crd": true, "malformed": true, "file/foreign.yaml": true},
	Groups: [][]Field{
		{{"attempts", counts}, {"initialInterval", durations}, {"timeout", durations}, {"status", []string{`["500-599"]`, `["503", "504"]`, `["teapot"]`, `["599-500"]`, `["502"]`, "[]", "[503]", `["5xx"]`, `["200"]`, `["400-"]`}},
			{"disableRetryOnNetworkError", booleans}, {"retryNonIdempotentMethod", booleans}},
		{{"responseHeaderTimeout", durations}},
		{{"serversTransport", []string{"quick", "none", "quick@file"}}},
		{{"middlewares", []string{"[tries]", "[]", "[none]", "[tries, tries]", `["tries@file"]`, `["tries@docker"]`}}},
		{{"service", []string{"api", "shop", "split", "copy", "none"}}},
	},
}
