// A span of the kind of a client says that what it is round leaves the process.
package cases

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/trace"
)

var errLost = errors.New("lost")

type store struct {
	tracer trace.Tracer
	left   int
}

// fetch is traced as a call of another process.
func (s *store) fetch(ctx context.Context, id string) (string, error) {
	_, span := s.tracer.Start(ctx, "fetch", trace.WithSpanKind(trace.SpanKindClient))
	defer span.End()
	if s.left--; s.left == 0 {
		return "", errLost
	}
	return id, nil
}

// parse is traced as work of this one.
func (s *store) parse(ctx context.Context, text string) (string, error) {
	_, span := s.tracer.Start(ctx, "parse", trace.WithSpanKind(trace.SpanKindInternal))
	defer span.End()
	if text == "" {
		return "", errLost
	}
	return text, nil
}

func (s *store) all(ctx context.Context, ids []string) (out []string, err error) {
	for _, id := range ids { // want: fan-out ?
		var got string
		for range 3 { // want: retry-loop 3
			if got, err = s.fetch(ctx, id); err == nil {
				break
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, got)
	}
	return out, nil
}

func (s *store) local(ctx context.Context, texts []string) (out []string, err error) {
	for _, text := range texts {
		var got string
		for range 3 {
			if got, err = s.parse(ctx, text); err == nil {
				break
			}
		}
		out = append(out, got)
	}
	return out, err
}
