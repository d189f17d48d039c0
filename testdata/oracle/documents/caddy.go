package documents

// Caddy are its two notations.
var Caddy = Format{
	Name: "caddy", Whole: true, Blank: true, Mutants: 300,
	Skip: map[string]bool{
		"environment":     true, // variables that only a shell sets
		"malformed":       true, // refused, and so are all that are made of it
		"round":           true,
		"refused":         true,
		"json/other.json": true, // none of Caddy
	},
	Groups: [][]Field{
		{{"lb_retries", caddyCounts}, {"lb_try_duration", caddyDurations}, {"lb_try_interval", caddyDurations},
			{"lb_retry_match", []string{"method POST", "path /x", "expression `{rp.status_code} == 502`", "expression {rp.status_code}", "nothing", "{\n}"}}},
		{{"expression", caddyExpressions}, {"method", []string{"GET", "POST PUT"}}},
		{{"dial_timeout", caddyDurations}, {"response_header_timeout", caddyDurations}},
		{{"to", caddyAddresses}},
		{{"reverse_proxy", append([]string{"/x", "*", "@none"}, caddyAddresses...)}},
		{{"retries", []string{"0", "1", "7", "-1", `"3"`, "1.5", "null", "[]"}},
			{"try_duration", caddyTimes}, {"try_interval", caddyTimes},
			{"retry_match", []string{"[]", "[{}]", "null", `[{"method": ["POST"]}]`, `{"method": ["POST"]}`}}},
		{{"response_header_timeout", caddyTimes}},
		{{"expression", []string{`"{http.reverse_proxy.status_code} >= 500"`, `"{rp.status_code} == 503"`, `"{http.request.method} == 'GET'"`, `""`, "null", "7"}}},
		{{"dial", []string{`"10.9.0.1:80"`, `"10.9.0.1"`, `":80"`, `"unix//run/a.sock"`, `"10.9.0.1:1-3"`, "null", "7", `"{http.request.host}"`}}},
		{{"handler", []string{`"reverse_proxy"`, "null"}}},
	},
}

var (
	caddyCounts      = []string{"0", "1", "2", "7", "-1", "many", "1.5", `"3"`, "`4`", "+5", "010", "2 # tries", "1 2"}
	caddyDurations   = []string{"0s", "0", "250ms", "2s", "20s", "5", "1m30s", "1d", "soon", "-1s", `"3s"`, "1h 2"}
	caddyTimes       = []string{"0", "2000000000", `"2s"`, `"0s"`, `"soon"`, `"5"`, "-1", "1.5", "null"}
	caddyAddresses   = []string{"10.9.0.1", "10.9.0.1:80", "http://10.9.0.1", "https://10.9.0.1:80", "http://10.9.0.1/path", "ws://10.9.0.1", ":9000", "unix//run/a.sock", "10.9.0.1:8000-8002", "10.9.0.1:x", "{http.request.host}"}
	caddyExpressions = []string{
		"`{rp.status_code} == 503`", "`{rp.status_code} >= 500`", "`{rp.status_code} in [500, 502]`", "`{rp.status_code} != 503`",
		"`{rp.status_code} > 500 && {rp.status_code} < 505`", "`!({rp.status_code} in [500, 503])`", "`503 == {rp.status_code}`",
		"`{rp.is_transport_error}`", "`{rp.is_transport_error} || {rp.status_code} == 429`", "`{rp.header.X-Retry} == \"yes\"`",
		"`{rp.status_code} == 503 && {http.request.method} == \"GET\"`", "`{method} == \"POST\"`", "`method('GET') && {rp.status_code} in [503]`",
		"`true`", "`false`", "`{rp.status_code}`", "`{rp.status_code} ==`",
		"`{rp.status_code} == 503 || path('/x')`", "`{rp.status_code} >= 500 ? true : false`", "`{rp.status_code} == 503.0`", "`int({rp.status_code}) == 503`",
	}
)
