package graph

import (
	"cmp"
	"encoding/json"
	"slices"
)

// SiteKind says what a place in code that repeats something is.
type SiteKind string

// The kinds of sites.
const (
	SiteLoop       SiteKind = "retry-loop"
	SiteLibrary    SiteKind = "retry-library"
	SiteConfig     SiteKind = "retry-config"
	SiteRequeue    SiteKind = "requeue"
	SiteRecursion  SiteKind = "recursion-retry"
	SiteFanOut     SiteKind = "fan-out"
	SitePagination SiteKind = "pagination"
	SitePoll       SiteKind = "poll"
	SiteFailover   SiteKind = "failover"
)

// Site is one place in code that repeats something.
type Site struct {
	Pos  Pos
	Func string
	Kind SiteKind
	// Attempts counts executions, the first one too: tries, items or pages. Nil
	// is not known; Expr says what the number is then, or where it comes from.
	Attempts *Count
	Bound    BoundKind
	Expr     string
	// Jitter and Backoff are those of the pauses between tries; "" is not known,
	// or that the site makes none.
	Jitter  bool
	Backoff BackoffKind
	// Remote is whether a call that leaves the process was found in what is
	// repeated.
	Remote bool
	// Name is what the site is called: a library and what sets its number.
	Name string
}

// MarshalJSON writes the form of the contract with scripts, in which attempts
// are a number, "unbounded", or null where nothing is known.
func (s Site) MarshalJSON() ([]byte, error) {
	var attempts any
	switch {
	case s.Attempts == nil:
	case *s.Attempts == Unbounded:
		attempts = string(BoundUnbounded)
	default:
		attempts = *s.Attempts
	}
	return json.Marshal(struct {
		File     string      `json:"file"`
		Line     int         `json:"line"`
		Func     string      `json:"func"`
		Kind     SiteKind    `json:"kind"`
		Attempts any         `json:"attempts"`
		Bound    BoundKind   `json:"bound"`
		Jitter   bool        `json:"jitter"`
		Backoff  BackoffKind `json:"backoff"`
		Remote   bool        `json:"remote"`
		Expr     string      `json:"expr,omitempty"`
		Name     string      `json:"name,omitempty"`
	}{s.Pos.File, s.Pos.Line, s.Func, s.Kind, attempts, s.Bound, s.Jitter, s.Backoff, s.Remote, s.Expr, s.Name})
}

// Sites lists the places that repeat something in the code of fragments, by
// position.
func Sites(fragments []*Fragment) []Site {
	var all []Site
	for _, f := range fragments {
		all = append(all, f.Sites...)
	}
	slices.SortStableFunc(all, func(a, b Site) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Func, b.Func), cmp.Compare(b.Bound, a.Bound))
	})
	// One place is seen once for each instance of a generic function.
	var out []Site
	for _, s := range all {
		if n := len(out); n == 0 || out[n-1].Pos != s.Pos || out[n-1].Kind != s.Kind {
			out = append(out, s)
		} else {
			out[n-1] = out[n-1].or(s)
		}
	}
	return out
}

// or is the site with the greater number of what are two views of one place.
func (s Site) or(t Site) Site {
	remote := s.Remote || t.Remote
	if t.Attempts != nil && (s.Attempts == nil || *t.Attempts > *s.Attempts) {
		s = t
	}
	s.Remote = remote
	return s
}

// SetBound says how often the site repeats: the number, how it is known and where
// it comes from.
func (s *Site) SetBound(b Bound) {
	s.Bound, s.Expr = b.Kind, reading(b)
	if n, ok := b.Count(nil); ok {
		s.Attempts = &n
	}
}
