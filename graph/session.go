package graph

import (
	"net/url"
	"strconv"
	"strings"
	"time"
)

// StatementTimeout is the parameter of SessionLimit.
const StatementTimeout = "statement_timeout"

// SessionLimit is the time after which the server ends a statement by itself, where
// the address of a datastore sets it for its session: statement_timeout as a
// parameter, or in the options of one, in milliseconds unless a unit is written.
// 0 is none.
func SessionLimit(address string) time.Duration {
	const name = StatementTimeout
	values := parameters(address)
	if text := values.Get(name); text != "" {
		return milliseconds(text)
	}
	_, text, ok := strings.Cut(values.Get("options"), name+"=")
	if !ok {
		return 0
	}
	text, _, _ = strings.Cut(text, " ")
	return milliseconds(text)
}

// parameters are those of the address of a datastore; none where they cannot be read.
func parameters(address string) url.Values {
	_, query, ok := strings.Cut(address, "?")
	if !ok {
		query = strings.ReplaceAll(address, " ", "&") // host=db statement_timeout=5000
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil
	}
	return values
}

// milliseconds reads a number of them, or a number with a unit; what is neither is 0.
func milliseconds(text string) time.Duration {
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(n) * time.Millisecond
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return 0
}

// sessionLimits gives a datastore the limit that its callers set for their sessions,
// the longest one. One that sets none leaves it without.
func (l *linker) sessionLimits() {
	g := l.g
	longest := make([]time.Duration, len(g.nodes))
	for i := range g.edges {
		e := &g.edges[i]
		if e.limit == 0 {
			longest[e.to] = forever
		}
		longest[e.to] = max(longest[e.to], e.limit)
	}
	for i, d := range longest {
		if n := &g.nodes[i]; n.leaf() && !n.hasLimit && d > 0 && d < forever {
			n.limit, n.hasLimit = d, true
		}
	}
}
