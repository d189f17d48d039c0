package graph

import (
	"math"
	"time"
)

// maxPauses is how many different pauses are looked at; a schedule that grows
// more slowly is not cut.
const maxPauses = 100_000

// schedule is a backoff with its numbers evaluated: the pause after the j-th
// try, at nominal length. An unknown backoff counts as no pause in windows,
// which is the faster schedule, and makes durations unknown.
type schedule struct {
	kind       BackoffKind
	base, max  time.Duration
	multiplier float64
	listed     []time.Duration
	// jitter may make pauses shorter; spread is by what share, 0 for all of it. Of
	// added alone it makes them only longer.
	jitter bool
	spread float64
	added  time.Duration
	// scale makes every pause longer or shorter, 0 is as it is; more comes on top.
	scale float64
	more  time.Duration
}

func newSchedule(b Backoff, lookup Lookup) schedule {
	s := schedule{kind: b.Kind, multiplier: b.Multiplier, max: forever, jitter: b.Jitter, spread: b.Spread}
	switch {
	case s.multiplier == 0:
		s.multiplier = 2
	case s.multiplier < 0:
		s.kind = ""
	}
	if d, ok := b.Base.Duration(lookup); ok {
		s.base = d
	} else if b.Kind == BackoffConstant || b.Kind == BackoffTicker || b.Kind == BackoffExponential || b.Kind == BackoffFibonacci {
		s.kind = ""
	}
	if d, ok := b.Max.Duration(lookup); ok {
		s.max = d
	}
	if d, ok := b.Added.Duration(lookup); ok {
		s.added = d
	}
	for _, l := range b.Listed {
		d, ok := l.Duration(lookup)
		if !ok {
			s.kind = ""
			break
		}
		s.listed = append(s.listed, d)
	}
	return s
}

// drawn are the schedules with every pause at its shortest and at its longest.
func (s *schedule) drawn() (shortest, longest schedule) {
	shortest, longest = *s, *s
	switch {
	case !s.jitter:
	case s.spread > 0 && s.spread < 1 || s.spread == 0 && s.added > 0:
		shortest.scale, longest.scale, longest.more = 1-s.spread, 1+s.spread, s.added
	case s.spread > 0:
		shortest.kind, longest.scale, longest.more = BackoffNone, 1+s.spread, s.added
	default:
		shortest.kind = BackoffNone
	}
	return shortest, longest
}

// pause is the pause after the j-th try, j from 1, and whether every later one
// is as long.
func (s *schedule) pause(j Count) (d time.Duration, last bool) {
	d, last = s.nominal(j)
	if s.scale == 0 || d == forever {
		return d, last
	}
	if x := float64(d) * s.scale; x < float64(forever) {
		return addDur(time.Duration(x), s.more), last
	}
	return forever, last
}

// nominal is the pause before jitter.
func (s *schedule) nominal(j Count) (d time.Duration, last bool) {
	switch s.kind {
	case BackoffConstant, BackoffTicker:
		return min(s.base, s.max), true
	case BackoffListed:
		if len(s.listed) == 0 {
			return 0, true
		}
		i := min(j, Count(len(s.listed))) - 1
		return s.listed[i], i == Count(len(s.listed))-1
	case BackoffFibonacci:
		d, next := s.base, addDur(s.base, s.base)
		for i := Count(1); i < j && d > 0 && d < s.max; i++ {
			d, next = next, addDur(d, next)
		}
		return min(d, s.max), d == 0 || d >= s.max
	case BackoffExponential:
		d := float64(s.base) * math.Pow(s.multiplier, float64(j-1))
		if s.multiplier >= 1 && d >= float64(s.max) {
			return s.max, true
		}
		// Pauses that shrink end at none.
		return time.Duration(min(d, float64(s.max))), d < 1 || s.multiplier == 1
	}
	return 0, true
}

// step is the time from the start of a try to that of the next one.
func (s *schedule) step(pause, try time.Duration) time.Duration {
	if s.kind == BackoffTicker {
		return max(pause, try)
	}
	return addDur(pause, try)
}

// total is the sum of the pauses between a tries; unknown is forever.
func (s *schedule) total(a Count) time.Duration {
	if a <= 1 {
		return 0
	}
	if s.kind == "" {
		return forever
	}
	var sum time.Duration
	for j := Count(1); j < a; j++ {
		d, last := s.pause(j)
		if last {
			return addDur(sum, mulDur(a-j, d))
		}
		if sum = addDur(sum, d); sum == forever || j > maxPauses {
			return forever
		}
	}
	return sum
}

// startsWithin counts the tries that start before the window ends, of a tries
// that each take dur; a try that starts exactly at its end does not count.
// Endless tries without any pause are unbounded.
func (s *schedule) startsWithin(a Count, window, dur time.Duration) Count {
	if window == forever {
		return a
	}
	var at time.Duration
	for n := Count(0); ; {
		if n == a || at >= window {
			return n
		}
		if n++; n > maxPauses {
			return a
		}
		d, last := s.pause(n)
		step := s.step(d, dur)
		if last {
			if step == 0 {
				return a
			}
			if step >= window-at {
				return n
			}
			rest := Count((window - at + step - 1) / step) // starts at at, at+step, ...
			if a == Unbounded {
				return n - 1 + rest
			}
			return min(a, n-1+rest)
		}
		at = addDur(at, step)
	}
}

// oneMore reports whether a try begins after the limit on how long the layer goes on
// trying.
func (s *shape) oneMore() bool { return s.ends == EndsPauses || s.ends == EndsLastTry }

// tried counts the tries of a, each taking try, that the limit on how long the layer
// goes on trying has room for.
func (s *shape) tried(a Count, try time.Duration) Count {
	if s.elapsed == forever || a <= 1 {
		return a
	}
	n := Count(0)
	switch {
	case s.ends == EndsTries || try == forever:
		return max(1, s.backoff.startsWithin(a, s.elapsed, try))
	case s.ends == EndsLastTry:
		n = s.backoff.startsWithin(a, addDur(s.elapsed, try), try)
	case try < s.elapsed:
		// As many pauses as tries that have ended in time, and a try behind each.
		n = s.backoff.startsWithin(a, s.elapsed-try, try)
	}
	if n < a {
		n++
	}
	return n
}

// trying is when the last try begins at most, each taking try, after the first one
// did.
func (s *shape) trying(try time.Duration) time.Duration {
	switch {
	case s.elapsed == forever || !s.oneMore():
		return s.elapsed
	case s.ends == EndsLastTry:
		return addDur(addDur(s.elapsed, try), try)
	}
	longest, _ := s.backoff.pause(max(1, s.tried(s.most, try)))
	return addDur(s.elapsed, longest)
}

// startsWithin counts the tries of a, each taking try, that start before the window
// ends. That of a pause which was cut to end with the limit starts then.
func (s *shape) startsWithin(a Count, window, try time.Duration) Count {
	if window == forever {
		return a
	}
	n := s.tried(a, try)
	if s.oneMore() && s.elapsed < window {
		return n
	}
	return s.backoff.startsWithin(n, window, try)
}

// lastStart is when tries no longer start since the overall limit ends them: a tick at
// the limit itself may come before its end is noticed.
func (s *shape) lastStart() time.Duration {
	if s.backoff.kind == BackoffTicker {
		return addDur(s.overall, 1)
	}
	return s.overall
}
