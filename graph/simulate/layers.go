package simulate

import (
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// runner runs something for a caller.
type runner func(sig *signal, done func(outcome))

// through runs something through layers, the outermost first.
// of is what they are round.
func (m *machine) through(layers []int, of *graph.SystemStep, sig *signal, run runner, done func(outcome)) {
	if len(layers) == 0 {
		run(sig, done)
		return
	}
	l := &m.sys.Layers[layers[0]]
	r := &repeat{m: m, l: l, budget: m.budgets[layers[0]], began: m.now, outer: sig, sig: sig, done: done}
	r.run = func(sig *signal, done func(outcome)) { m.through(layers[1:], of, sig, run, done) }
	r.late = outcome{class: graph.ClassTimeout, call: firstCall(of)}
	if l.Overall > 0 || l.Kind == graph.KindHedge {
		r.sig = sig.child()
	}
	if l.Overall > 0 {
		r.timer = m.after(l.Overall, true, func() { r.end(r.late) })
	}
	r.budget.request(m.now)
	if l.Kind == graph.KindHedge {
		r.hedge()
		return
	}
	r.try()
}

// firstCall is the call whose failure a timer round a step is taken for.
func firstCall(s *graph.SystemStep) *graph.SystemStep {
	for s.Kind != graph.StepCall {
		s = &s.Steps[0]
	}
	return s
}

// repeat is one use of a layer.
type repeat struct {
	m          *machine
	l          *graph.SystemLayer
	budget     *budget
	run        runner
	began      time.Duration
	outer, sig *signal
	timer      *event // of the overall limit
	k          graph.Count
	running    int           // copies of a hedge
	late       outcome       // of an attempt that is given up
	done       func(outcome) // nil when it has ended
}

// end shows how the layer ended; what still runs is told that nobody waits.
func (r *repeat) end(o outcome) {
	if r.done == nil {
		return
	}
	done := r.done
	r.done = nil
	r.timer.off()
	if !o.ok {
		for _, n := range r.l.Renames {
			if n.From.Has(o.class) {
				o.class = r.m.one(n.To, o.class)
				break
			}
		}
	}
	if r.sig != r.outer {
		r.sig.end()
	}
	done(o)
}

// try makes one attempt, which the per-try timer may give up.
func (r *repeat) try() {
	r.k++
	r.attempt(r.sig, r.after)
}

func (r *repeat) attempt(sig *signal, after func(outcome)) {
	after = r.budget.attempt(r.k > 1, after)
	if r.l.PerTry == 0 {
		r.run(sig, after)
		return
	}
	own := sig.child()
	over := false
	timer := r.m.after(r.l.PerTry, true, func() {
		over = true
		own.end()
		after(r.late)
	})
	r.run(own, func(o outcome) {
		if !over {
			over = true
			timer.off()
			after(o)
		}
	})
}

// after looks at the end of an attempt.
func (r *repeat) after(o outcome) {
	switch {
	case r.done == nil:
	case o.ok || r.k >= r.l.For(o.class) || r.l.Context && r.sig.isGone():
		r.end(o)
	case !r.budget.allow(r.m.now):
		r.end(o)
	default:
		r.pause(o)
	}
}

func (r *repeat) pause(o outcome) {
	d := r.m.jittered(r.l, r.l.Pause(r.k))
	if r.tooLong(d) {
		r.end(o)
		return
	}
	sig := r.sig
	if !r.l.Context && r.l.Overall == 0 {
		sig = nil
	}
	r.m.wait(sig, d, func(gone bool) {
		switch {
		case r.done == nil:
		case gone:
			r.end(o)
		default:
			r.try()
		}
	})
}

// tooLong reports whether the layer has been trying for too long to make a pause, or
// the try that follows it.
func (r *repeat) tooLong(pause time.Duration) bool {
	passed := r.m.now - r.began
	if !r.l.OneMore {
		passed += pause
	}
	return r.l.Elapsed > 0 && passed >= r.l.Elapsed
}

// jittered draws the length of a pause.
func (m *machine) jittered(l *graph.SystemLayer, d time.Duration) time.Duration {
	switch {
	case m.draw == nil || !l.Jitter:
		return d
	case l.Spread > 0:
		return time.Duration(float64(d) * max(0, 1-l.Spread+2*l.Spread*m.draw()))
	}
	return time.Duration(float64(d) * m.draw())
}

// hedge sends copies, the next one when the last is late or fails; the first
// success ends them all.
func (r *repeat) hedge() {
	r.k++
	r.running++
	own := r.sig.child()
	if r.k < r.l.Attempts {
		k := r.k
		r.m.after(r.l.Pause(1), true, func() {
			if r.done != nil && r.k == k && r.budget.allow(r.m.now) {
				r.hedge()
			}
		})
	}
	r.attempt(own, func(o outcome) {
		r.running--
		switch {
		case r.done == nil:
		case o.ok:
			r.end(o)
		case r.k < r.l.Attempts && r.budget.allow(r.m.now):
			r.hedge()
		case r.running == 0:
			r.end(o)
		}
	})
}
