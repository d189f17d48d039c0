package graph

import "time"

// StartRange is when an attempt starts at the earliest and at the latest, after the
// first one.
type StartRange struct{ Earliest, Latest time.Duration }

// String names both ends, rounded outwards to three digits.
func (s StartRange) String() string {
	if s.Earliest == s.Latest {
		return shortDuration(s.Earliest)
	}
	down, up := digits(s.Earliest), digits(s.Latest)
	return shortDuration(s.Earliest/down*down) + " to " + shortDuration((s.Latest+up-1)/up*up)
}

// digits is the last of the first three digits of a duration.
func digits(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return unit
}

// Starts are the ranges in which the first n attempts of a layer start, or all of
// them where there are fewer, when each fails at once: what jitter can draw lies
// between. It is nil where the pauses are not known.
func (l *LayerInfo) Starts(n int) []StartRange {
	b := l.Backoff
	if b == nil || l.Kind == KindHedge {
		return nil
	}
	s := newSchedule(b.backoff(), nil)
	if s.kind == "" {
		return nil
	}
	if !l.Unbounded {
		n = int(min(Count(n), l.Attempts))
	}
	shortest, longest := s.drawn()
	var at StartRange
	var out []StartRange
	for j := range n {
		out = append(out, at)
		least, _ := shortest.pause(Count(j + 1))
		most, _ := longest.pause(Count(j + 1))
		at = StartRange{addDur(at.Earliest, least), addDur(at.Latest, most)}
	}
	return out
}

// backoffInfo is a backoff in the form of the report.
func backoffInfo(b *Backoff) *BackoffInfo {
	info := &BackoffInfo{Kind: b.Kind, Base: boundText(b.Base), Max: boundText(b.Max), Jitter: b.Jitter, Spread: b.Spread, Added: boundText(b.Added)}
	if b.Multiplier != 2 {
		info.Multiplier = b.Multiplier
	}
	for _, l := range b.Listed {
		info.Listed = append(info.Listed, boundText(l))
	}
	return info
}

// backoff is the other way round.
func (b *BackoffInfo) backoff() Backoff {
	bound := func(text string) Bound {
		if text == "" {
			return Bound{}
		}
		return Bound{Value: Literal(text), Kind: BoundConfigured}
	}
	out := Backoff{Kind: b.Kind, Base: bound(b.Base), Max: bound(b.Max), Jitter: b.Jitter, Multiplier: b.Multiplier, Spread: b.Spread, Added: bound(b.Added)}
	for _, l := range b.Listed {
		out.Listed = append(out.Listed, bound(l))
	}
	return out
}
