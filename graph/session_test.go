package graph

import (
	"testing"
	"time"
)

func TestSessionLimit(t *testing.T) {
	for address, want := range map[string]time.Duration{
		"postgres://u:p@db:5432/shop?statement_timeout=1300":                       1300 * time.Millisecond,
		"postgres://db/shop?sslmode=off&statement_timeout=2s":                      2 * time.Second,
		"postgres://db/shop?options=-c%20statement_timeout%3D5000%20-c%20geqo=off": 5 * time.Second,
		"host=db port=5432 statement_timeout=250":                                  250 * time.Millisecond,
		"postgres://db/shop?statement_timeout=0":                                   0,
		"postgres://db/shop?statement_timeout=-1":                                  0,
		"postgres://db/shop?statement_timeout=soon":                                0,
		"postgres://db/shop?%zz":                                                   0,
		"postgres://db/shop":                                                       0,
		"":                                                                         0,
	} {
		if got := SessionLimit(address); got != want {
			t.Errorf("%q: %s, want %s", address, got, want)
		}
	}
}

// The limit of a datastore is the longest that its callers set; one that sets none
// leaves it without.
func TestSessionLimitOfDatastore(t *testing.T) {
	for _, tt := range []struct {
		addresses []string
		want      string
	}{
		{[]string{"postgres://db/a?statement_timeout=1000"}, "1s"},
		{[]string{"postgres://db/a?statement_timeout=1000", "postgres://db/a?statement_timeout=3000"}, "3s"},
		{[]string{"postgres://db/a?statement_timeout=1000", "postgres://db/a"}, ""},
	} {
		var steps []Step
		for _, a := range tt.addresses {
			steps = append(steps, Step{Call: &Call{To: Endpoint{Address: Literal(a), Protocol: "sql"}, Confidence: ConfidenceStatic}})
		}
		f := &Fragment{Handlers: []Handler{{Service: "api", Entry: EntryRequest, Body: &Step{Seq: &Seq{Steps: steps}}}}}
		_, nodes := computed(t, f, DefaultPolicy())
		if got := nodes["db"].HandlerBound; got != tt.want {
			t.Errorf("%v: %q, want %q", tt.addresses, got, tt.want)
		}
	}
}
