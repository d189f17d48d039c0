package configscan

import (
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// ratesKeys are the load at an entry, and the loads that decide what a retry
// budget lets through.
var ratesKeys = []key[graph.Rates]{
	{"base", func(r *reader, x *graph.Rates, v Value) { x.Base = r.limit(v, "base") }},
	{"failure", func(r *reader, x *graph.Rates, v Value) { x.Failure = r.share(v, "failure") }},
	{"inFlightPerProxy", func(r *reader, x *graph.Rates, v Value) { x.InFlight = r.above(v, "inFlightPerProxy") }},
	{"rps", func(r *reader, x *graph.Rates, v Value) { x.RPS = r.above(v, "rps") }},
	{"latencyFirst", func(r *reader, x *graph.Rates, v Value) { x.First = r.lasting(v, "latencyFirst") }},
	{"latencyRetry", func(r *reader, x *graph.Rates, v Value) { x.Retry = r.lasting(v, "latencyRetry") }},
}

// share reads a number from 0 to 1.
func (r *reader) share(v Value, what string) float64 {
	x, ok := v.Float()
	if !ok || x < 0 || x > 1 {
		r.errorf(v, "%s must be a share from 0 to 1, not %s", what, describe(v))
		return 0
	}
	return x
}

// above reads a number above zero.
func (r *reader) above(v Value, what string) float64 {
	x, ok := v.Float()
	if !ok || x <= 0 {
		r.errorf(v, "%s must be a number above zero, not %s", what, describe(v))
		return 0
	}
	return x
}

func (r *reader) lasting(v Value, what string) time.Duration {
	d, _ := r.duration(v, what, graph.BoundConfigured).Duration(nil)
	return d
}
