// Package trace holds the signatures of go.opentelemetry.io/otel/trace that tests use.
package trace

import "context"

type SpanKind int

const (
	SpanKindInternal SpanKind = 1
	SpanKindServer   SpanKind = 2
	SpanKindClient   SpanKind = 3
	SpanKindProducer SpanKind = 4
)

type (
	Span            interface{ End() }
	SpanStartOption interface{ start() }
	Tracer          interface {
		Start(ctx context.Context, spanName string, opts ...SpanStartOption) (context.Context, Span)
	}
)

func WithSpanKind(kind SpanKind) SpanStartOption
