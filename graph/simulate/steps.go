package simulate

import "github.com/ampcheck/ampcheck/graph"

// step runs one step of a body.
func (m *machine) step(x *exec, s *graph.SystemStep, sig *signal, done func(outcome)) {
	switch s.Kind {
	case graph.StepCall:
		m.through(s.Layers, s, sig, func(sig *signal, done func(outcome)) { m.call(x, s, sig, done) }, done)
	case graph.StepLayer:
		m.through(s.Layers, s, sig, func(sig *signal, done func(outcome)) { m.step(x, &s.Steps[0], sig, done) }, done)
	case graph.StepSeq:
		(&sequence{m: m, x: x, steps: s.Steps, failFast: s.FailFast, sig: sig, done: done, all: success}).next()
	case graph.StepAlt:
		m.step(x, &s.Steps[m.world.Choose(len(s.Steps))], sig, done)
	case graph.StepPar:
		l := &lanes{m: m, n: graph.Count(len(s.Steps)), sig: sig, done: done, all: success}
		l.run = func(i graph.Count, done func(outcome)) { m.step(x, &s.Steps[i], sig, done) }
		l.start(s.Width)
	case graph.StepFan:
		m.items(x, s, sig, done)
	}
}

// call makes one call: the failure of the callee is seen as the protocol of the
// hop shows it.
func (m *machine) call(x *exec, s *graph.SystemStep, sig *signal, done func(outcome)) {
	handed := sig
	if s.Deadline != graph.DeadlinePropagated && !m.propagate {
		handed = nil
	}
	if handed.isGone() {
		done(outcome{class: graph.ClassTimeout, call: s})
		return
	}
	m.execute(s.To, x, handed, func(o outcome) {
		if !o.ok {
			o = outcome{class: m.one(graph.SeenAs(o.class, s.Protocol), o.class), call: s}
		}
		done(o)
	})
}

// sequence runs steps one after the other; a failure may have steps of its own.
type sequence struct {
	m        *machine
	x        *exec
	steps    []graph.SystemStep
	failFast bool
	sig      *signal
	done     func(outcome)
	all      outcome // of the steps so far
}

func (q *sequence) next() {
	if len(q.steps) == 0 {
		q.done(q.all)
		return
	}
	s := &q.steps[0]
	q.steps = q.steps[1:]
	if s.OnError {
		q.next() // nothing failed before it
		return
	}
	q.m.step(q.x, s, q.sig, q.settle)
}

// settle looks at the end of a step, after what is done on error.
func (q *sequence) settle(o outcome) {
	if o.ok {
		q.next()
		return
	}
	if len(q.steps) > 0 && q.steps[0].OnError {
		q.recover()
		return
	}
	q.all = o
	if q.failFast {
		q.done(o)
		return
	}
	q.next()
}

// recover runs the steps on error until one fails.
func (q *sequence) recover() {
	if len(q.steps) == 0 || !q.steps[0].OnError {
		q.next()
		return
	}
	s := &q.steps[0]
	q.steps = q.steps[1:]
	q.m.step(q.x, s, q.sig, func(o outcome) {
		if o.ok {
			q.recover()
			return
		}
		for len(q.steps) > 0 && q.steps[0].OnError {
			q.steps = q.steps[1:]
		}
		q.settle(o)
	})
}

// items runs a step for each item of a fan-out. One that goes on after a failure
// reports it when all is done.
func (m *machine) items(x *exec, s *graph.SystemStep, sig *signal, done func(outcome)) {
	l := &lanes{m: m, n: s.Items, sig: sig, all: success, done: done}
	switch s.Mode {
	case graph.FanOutFailFast:
		l.stops = true
	case graph.FanOutCancel:
		l.stops, l.cancel = true, sig.child()
		l.sig = l.cancel
	}
	l.run = func(_ graph.Count, done func(outcome)) { m.step(x, &s.Steps[0], l.sig, done) }
	l.start(s.Width)
}

// lanes run n things, a number of them at once.
type lanes struct {
	m       *machine
	n       graph.Count
	run     func(i graph.Count, done func(outcome))
	sig     *signal
	done    func(outcome)
	started graph.Count
	running int
	all     outcome
	// stops: after a failure nothing is started; cancel tells the others.
	stops  bool
	cancel *signal
}

// start starts as many as fit; 0 is all.
func (l *lanes) start(width graph.Count) {
	if l.n == 0 {
		l.done(l.all)
		return
	}
	l.running++ // holds the end back while the first are started
	for i := graph.Count(0); l.started < l.n && (width == 0 || i < width) && !(l.stops && !l.all.ok); i++ {
		l.one()
	}
	l.running--
	l.end()
}

func (l *lanes) one() {
	i := l.started
	l.started++
	l.running++
	l.run(i, func(o outcome) {
		l.running--
		if !o.ok {
			first := l.all.ok
			l.all = o
			if first && l.cancel != nil {
				l.running++
				l.cancel.end()
				l.running--
			}
		}
		if l.started < l.n && !(l.stops && !l.all.ok) {
			// Through the clock, so that a long row of items is no deep stack.
			l.running++
			l.m.after(0, false, func() {
				l.running--
				l.one()
			})
			return
		}
		l.end()
	})
}

func (l *lanes) end() {
	if l.running > 0 || l.done == nil || l.started < l.n && !(l.stops && !l.all.ok) {
		return
	}
	done := l.done
	l.done = nil
	done(l.all)
}
