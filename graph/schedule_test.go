package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func lasting(d time.Duration) Bound { return Lasting(d, BoundExact, Pos{}) }

// The pauses by hand, and the tries that start within windows whose ends lie on
// a try, just before it and just after it.
func TestSchedules(t *testing.T) {
	s := time.Second
	for _, tt := range []struct {
		name    string
		backoff Backoff
		pauses  []time.Duration
		// within lists windows and the tries that start in them, of endless tries
		// that take no time themselves; total is the sum of the pauses of 5 tries.
		within map[time.Duration]Count
		total  time.Duration
	}{
		{"none", Backoff{Kind: BackoffNone}, []time.Duration{0, 0, 0}, map[time.Duration]Count{0: 0, 1: Unbounded, s: Unbounded}, 0},
		{"constant", Backoff{Kind: BackoffConstant, Base: lasting(2 * s)}, []time.Duration{2 * s, 2 * s, 2 * s},
			map[time.Duration]Count{0: 0, 1: 1, 2 * s: 1, 2*s + 1: 2, 4 * s: 2, 60 * s: 30, 60*s + 1: 31}, 8 * s},
		{"exponential", Backoff{Kind: BackoffExponential, Base: lasting(s)}, []time.Duration{s, 2 * s, 4 * s, 8 * s},
			map[time.Duration]Count{s: 1, s + 1: 2, 3 * s: 2, 3*s + 1: 3, 7 * s: 3, 60 * s: 6, 63*s + 1: 7}, 15 * s},
		{"capped", Backoff{Kind: BackoffExponential, Base: lasting(s), Max: lasting(3 * s)}, []time.Duration{s, 2 * s, 3 * s, 3 * s, 3 * s},
			map[time.Duration]Count{3*s + 1: 3, 6 * s: 3, 6*s + 1: 4, 60 * s: 21, 60*s + 1: 22}, 9 * s},
		{"threefold", Backoff{Kind: BackoffExponential, Base: lasting(s), Multiplier: 3}, []time.Duration{s, 3 * s, 9 * s},
			map[time.Duration]Count{4 * s: 2, 4*s + 1: 3, 13*s + 1: 4}, 40 * s},
		{"level", Backoff{Kind: BackoffExponential, Base: lasting(s), Multiplier: 1}, []time.Duration{s, s, s},
			map[time.Duration]Count{60 * s: 60}, 4 * s},
		{"shrinking", Backoff{Kind: BackoffExponential, Base: lasting(8 * s), Multiplier: 0.5}, []time.Duration{8 * s, 4 * s, 2 * s, s},
			map[time.Duration]Count{8 * s: 1, 12 * s: 2, 12*s + 1: 3, 60 * s: Unbounded}, 15 * s},
		{"listed", Backoff{Kind: BackoffListed, Listed: []Bound{lasting(s), lasting(5 * s)}}, []time.Duration{s, 5 * s, 5 * s},
			map[time.Duration]Count{s: 1, s + 1: 2, 6 * s: 2, 6*s + 1: 3, 61 * s: 13}, 16 * s},
		{"fibonacci", Backoff{Kind: BackoffFibonacci, Base: lasting(s), Max: lasting(6 * s)}, []time.Duration{s, 2 * s, 3 * s, 5 * s, 6 * s, 6 * s},
			map[time.Duration]Count{s: 1, s + 1: 2, 3*s + 1: 3, 6*s + 1: 4, 11*s + 1: 5, 17*s + 1: 6}, 11 * s},
		{"unknown", Backoff{}, []time.Duration{0, 0}, map[time.Duration]Count{s: Unbounded}, forever},
		{"unknown base", Backoff{Kind: BackoffConstant, Base: Bound{Value: UnknownExpr("wait"), Kind: BoundAssumed}}, []time.Duration{0},
			map[time.Duration]Count{s: Unbounded}, forever},
		{"negative multiplier", Backoff{Kind: BackoffExponential, Base: lasting(s), Multiplier: -2}, []time.Duration{0},
			map[time.Duration]Count{s: Unbounded}, forever},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sch := newSchedule(tt.backoff, nil)
			for i, want := range tt.pauses {
				if got, _ := sch.pause(Count(i + 1)); got != want {
					t.Errorf("pause %d is %s, want %s", i+1, got, want)
				}
			}
			for window, want := range tt.within {
				if got := sch.startsWithin(Unbounded, window, 0); got != want {
					t.Errorf("within %s %s tries start, want %s", window, got, want)
				}
				if got := sch.startsWithin(2, window, 0); got != min(2, want) {
					t.Errorf("within %s %s of 2 tries start, want %s", window, got, min(2, want))
				}
			}
			if got := sch.total(5); got != tt.total {
				t.Errorf("5 tries pause %s, want %s", got, tt.total)
			}
		})
	}
}

func TestScheduleLimits(t *testing.T) {
	sch := newSchedule(Backoff{Kind: BackoffConstant, Base: lasting(time.Second)}, nil)
	if got := sch.startsWithin(1001, forever, 0); got != 1001 {
		t.Errorf("without a window %s of 1001 tries start", got)
	}
	if got := sch.total(Unbounded); got != forever {
		t.Errorf("endless tries pause %s", got)
	}
	if got, one := sch.total(1), sch.total(0); got != 0 || one != 0 {
		t.Errorf("one try pauses %s, none %s", got, one)
	}
	if got := sch.startsWithin(Unbounded, time.Minute, forever); got != 1 {
		t.Errorf("%s tries start that never end", got)
	}
}

// loop counts the tries that start within a window one by one.
func loop(pause func(j int) time.Duration, a int, window, dur time.Duration) Count {
	n, at := Count(0), time.Duration(0)
	for j := 1; j <= a && at < window; j++ {
		n++
		at += pause(j) + dur
	}
	return n
}

// Whatever the schedule, the tries are those of a plain loop.
func TestStartsWithinIsALoop(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	unit := func(n int) time.Duration { return time.Duration(random.IntN(n)) * time.Millisecond }
	for range 3000 {
		base, limit, listed := unit(40), unit(200)+1, []time.Duration{unit(30), unit(30), unit(30)}
		multiplier := []int{1, 2, 3}[random.IntN(3)]
		exponential := func(j int) time.Duration {
			d := base
			for range j - 1 {
				if d = d * time.Duration(multiplier); d >= limit {
					return limit
				}
			}
			return min(d, limit)
		}
		list := func(j int) time.Duration { return listed[min(j, len(listed))-1] }
		for _, c := range []struct {
			backoff Backoff
			pause   func(int) time.Duration
		}{
			{Backoff{Kind: BackoffConstant, Base: lasting(base)}, func(int) time.Duration { return base }},
			{Backoff{Kind: BackoffExponential, Base: lasting(base), Max: lasting(limit), Multiplier: float64(multiplier)}, exponential},
			{Backoff{Kind: BackoffListed, Listed: []Bound{lasting(listed[0]), lasting(listed[1]), lasting(listed[2])}}, list},
		} {
			a, window, dur := random.IntN(12), unit(300), unit(20)
			sch := newSchedule(c.backoff, nil)
			what := fmt.Sprintf("%+v, %d tries of %s within %s", c.backoff, a, dur, window)
			if got, want := sch.startsWithin(Count(a), window, dur), loop(c.pause, a, window, dur); got != want {
				t.Fatalf("%s: %s start, want %s", what, got, want)
			}
			var sum time.Duration
			for j := 1; j < a; j++ {
				sum += c.pause(j)
			}
			if got := sch.total(Count(a)); got != sum {
				t.Fatalf("%s: the pauses are %s, want %s", what, got, sum)
			}
		}
	}
}

// What a limit on trying lets begin, by hand: pauses of 40ms, a limit of 100ms, tries
// that take no time, 10ms, 70ms or longer than the limit.
func TestTriesInALimit(t *testing.T) {
	ms := time.Millisecond
	for _, tt := range []struct {
		ends   Ending
		ticker bool
		tries  map[time.Duration]Count
	}{
		{EndsTries, false, map[time.Duration]Count{0: 3, 10 * ms: 2, 70 * ms: 1, 200 * ms: 1, forever: 1}},
		// Pauses begin at 0, 40, 80; at 10, 60; at 70.
		{EndsPauses, false, map[time.Duration]Count{0: 4, 10 * ms: 3, 70 * ms: 2, 200 * ms: 1, forever: 1}},
		// Ticks at 0, 40, 80, and the last one; of long tries the limit counts from the
		// end of the first: 0, 200, and the last one.
		{EndsLastTry, true, map[time.Duration]Count{0: 4, 10 * ms: 4, 200 * ms: 3, forever: 1}},
	} {
		kind := BackoffConstant
		if tt.ticker {
			kind = BackoffTicker
		}
		s := shape{most: Unbounded, overall: forever, elapsed: 100 * ms, ends: tt.ends,
			backoff: newSchedule(Backoff{Kind: kind, Base: lasting(40 * ms)}, nil)}
		for try, want := range tt.tries {
			if got := s.tried(Unbounded, try); got != want {
				t.Errorf("%s, tries of %v: %v begin, want %v", tt.ends, try, got, want)
			}
			if got := s.tried(2, try); got != min(2, want) {
				t.Errorf("%s, two tries of %v: %v begin, want %v", tt.ends, try, got, min(2, want))
			}
			if d, _, _ := s.duration(try); try < forever && d > s.elapsed+40*ms+2*try {
				t.Errorf("%s, tries of %v last %v", tt.ends, try, d)
			}
		}
	}
}
