package sdk

// clientSpans are the functions that give a span its kind, with the numbers of the
// kinds that are round a call of something else: who writes that says that the call
// leaves the process, whatever makes it.
// Source: go.opentelemetry.io/otel/trace@v1.38.0 span.go.
var clientSpans = map[string][]int64{"go.opentelemetry.io/otel/trace.WithSpanKind": {3, 4}} // client, producer

// ClientSpan are the values of the first argument of a function with which it says
// that a span is round a call that leaves the process; none for other functions.
func ClientSpan(name string) []int64 { return clientSpans[name] }
