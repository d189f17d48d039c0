package retryon

import "github.com/ampcheck/ampcheck/graph"

type word struct {
	classes graph.ClassSet
	timer   bool
}

const statusCodes = "retriable-status-codes"

// resets are the ways in which an attempt ends without a response. Refused
// streams and failed connections are resets to the proxy too.
var resets = graph.NewClassSet(graph.ClassConnect, graph.ClassRefusedStream, graph.ClassReset, graph.ClassTimeout)

// words is the vocabulary. Source of each meaning: envoy
// source/common/router/retry_state_impl.cc, wouldRetryFromHeaders and
// wouldRetryFromReset, and docs/root/configuration/http/http_filters/
// router_filter.rst, config_http_filters_router_x-envoy-retry-on.
var words = map[string]word{
	// Every 5xx, and every reset: to the proxy an attempt without a response is
	// one that failed with a 5xx.
	"5xx": {classes: status("http:5xx").Union(resets), timer: true},
	// 502, 503 and 504; for resets it shares the branch of 5xx.
	"gateway-error": {classes: status("http:502", "http:503", "http:504").Union(resets), timer: true},
	"reset":         {classes: resets, timer: true},
	// A reset before the first byte of the request was sent. What the callee
	// has not seen is not the class reset, which says that it may have.
	"reset-before-request": {classes: status("connect")},
	// Refused, failed handshakes, connect timeouts; not the per-try timer.
	"connect-failure": {classes: status("connect")},
	"refused-stream":  {classes: status("refused-stream")},
	"retriable-4xx":   {classes: status("http:409")},
	// A failure after the handshake: the request may have been sent.
	"http3-post-connect-failure": {classes: status("reset")},
	// Switches on the answers of a rate limiter that is itself such a proxy.
	"envoy-ratelimited": {classes: status("http:429")},
	// These two take their codes and headers from elsewhere, and do nothing
	// without them.
	statusCodes:         {},
	"retriable-headers": {},

	// gRPC codes are read from response headers only (trailers-only replies);
	// a code in trailers is never retried. The bound counts both.
	"cancelled":          {classes: status("grpc:1")},
	"deadline-exceeded":  {classes: status("grpc:4")},
	"resource-exhausted": {classes: status("grpc:8")},
	"internal":           {classes: status("grpc:13")},
	"unavailable":        {classes: status("grpc:14")},
}

// status reads class words of the table above; a wrong one is a mistake in the
// table that the first test run shows.
func status(classes ...string) graph.ClassSet {
	set, err := graph.ParseClasses(classes)
	if err != nil {
		panic(err)
	}
	return set
}
