package graph

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
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

// Sites lists the places that repeat something in the bodies of fragments, by
// position. A repeat that runs once is none, and neither is the default of a
// client that no line of code asks for.
func Sites(fragments []*Fragment) []Site {
	var all []Site
	for _, f := range fragments {
		all = append(all, f.sites()...)
	}
	slices.SortStableFunc(all, func(a, b Site) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Func, b.Func), cmp.Compare(b.Bound, a.Bound))
	})
	// One place is seen once for each caller and each instance of a generic
	// function.
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

// sites lists the repeats of the fragment's own functions: an ID names the
// function that a repeat stands in, and that is the operation of a handler.
func (f *Fragment) sites() []Site {
	layers, fans := map[string]*Layer{}, map[string]*FanOut{}
	for i := range f.Layers {
		layers[f.Layers[i].ID] = &f.Layers[i]
	}
	for i := range f.FanOuts {
		fans[f.FanOuts[i].ID] = &f.FanOuts[i]
	}
	var out []Site
	for i := range f.Handlers {
		h := &f.Handlers[i]
		if h.Body == nil {
			continue
		}
		own := h.Service + ":" + h.Operation + "#"
		h.Body.walk(func(s *Step) {
			if s.Repeat == nil {
				return
			}
			if l := layers[s.Repeat.Layer]; l != nil && strings.HasPrefix(l.ID, own) {
				if site, ok := layerSite(l, &s.Repeat.Step); ok {
					site.Func = h.Operation
					out = append(out, site)
				}
			}
			if n := fans[s.Repeat.FanOut]; n != nil && strings.HasPrefix(n.ID, own) {
				if site, ok := fanOutSite(n, &s.Repeat.Step); ok {
					site.Func = h.Operation
					out = append(out, site)
				}
			}
		})
	}
	return out
}

func layerSite(l *Layer, step *Step) (Site, bool) {
	s := Site{Pos: l.Pos, Bound: l.Attempts.Kind, Expr: reading(l.Attempts), Jitter: l.Backoff.Jitter, Backoff: l.Backoff.Kind,
		Remote: step.remote(), Name: l.Name}
	if n, ok := l.Attempts.Count(nil); ok {
		s.Attempts = &n
		if n <= 1 {
			return Site{}, false
		}
	}
	switch l.Kind {
	case KindLoop:
		s.Kind, s.Name = SiteLoop, ""
	case KindRecursion:
		s.Kind = SiteRecursion
	case KindRedelivery:
		s.Kind = SiteRequeue
	case KindFailover:
		s.Kind = SiteFailover
	default:
		s.Kind = SiteLibrary
		if !step.onlyAt(l.Pos) {
			break
		}
		// The client retries by itself. What makes it a site is the line that says
		// how often.
		switch set := l.Attempts.Pos; {
		case l.Kind == KindClientDefault && l.Implicit:
			return Site{}, false
		case !l.Implicit && set.Line > 0:
			s.Kind, s.Pos = SiteConfig, set
		case l.Kind == KindClientDefault:
			s.Kind = SiteConfig
		}
	}
	return s, s.Pos.Line > 0
}

// The symbols of fan-outs that are no loop over items start with these.
const (
	pagesSymbol = "pages("
	pollSymbol  = "polls("
)

// isPaged reports whether a fan-out is no loop over items.
func isPaged(symbol string) bool {
	return strings.HasPrefix(symbol, pagesSymbol) || strings.HasPrefix(symbol, pollSymbol)
}

func fanOutSite(f *FanOut, step *Step) (Site, bool) {
	s := Site{Pos: f.Pos, Kind: SiteFanOut, Bound: f.N.Kind, Expr: cmp.Or(f.Symbol, reading(f.N)), Remote: step.remote()}
	switch {
	case strings.HasPrefix(f.Symbol, pagesSymbol):
		s.Kind = SitePagination
	case strings.HasPrefix(f.Symbol, pollSymbol):
		s.Kind = SitePoll
	}
	if n, ok := f.N.Count(nil); ok {
		s.Attempts = &n
		if n <= 1 {
			return Site{}, false
		}
	}
	return s, s.Pos.Line > 0
}

// remote reports whether a step calls something outside the process.
func (s *Step) remote() bool {
	found := false
	s.walk(func(s *Step) { found = found || s.Call != nil })
	return found
}

// onlyAt reports whether the step is one call that stands at pos: what a client
// does for each call that is made with it.
func (s *Step) onlyAt(pos Pos) bool {
	only, calls := true, 0
	s.walk(func(s *Step) {
		if s.Call != nil {
			calls++
			only = only && s.Call.Pos == pos
		}
		only = only && s.Unknown == nil
	})
	return only && calls > 0
}
