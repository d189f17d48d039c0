package simulate

import (
	"math/bits"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// machine runs executions of nodes.
type machine struct {
	clock
	sys     *graph.System
	world   World
	servers []server
	budgets []*budget // by layer; nil for none
	watch   Watch
	draw    func() float64 // from 0 to 1, for jitter; nil for nominal pauses
	// propagate hands every deadline down.
	propagate bool
}

// Watch is told of the executions of all nodes.
type Watch interface {
	// Arrived is an execution that begins, Ended one that ends.
	Arrived(node int, at time.Duration)
	Ended(node int, start, end time.Duration)
}

// World decides what the graph leaves open.
type World interface {
	// Choose takes one of n ways.
	Choose(n int) int
	// Leaf says how an execution of a node that starts now ends: after how long,
	// and with which class where it does not succeed.
	Leaf(node int, now time.Duration) (work time.Duration, class graph.Class, ok bool)
	// Fails reports whether an execution of an inner node fails by itself, before it
	// calls anything.
	Fails(node int, now time.Duration) (graph.Class, bool)
}

// outcome is how a step ended: in success, or with a class that a call of the
// body showed.
type outcome struct {
	ok    bool
	class graph.Class
	call  *graph.SystemStep
}

var success = outcome{ok: true}

// exec is one execution of a node, with the one that called it.
type exec struct {
	node  int
	above *exec
}

func (x *exec) within(node int) bool {
	for ; x != nil; x = x.above {
		if x.node == node {
			return true
		}
	}
	return false
}

// execute runs a node once.
func (m *machine) execute(node int, above *exec, sig *signal, done func(outcome)) {
	if above.within(node) {
		done(success)
		return
	}
	start := m.now
	m.watch.Arrived(node, start)
	n := &m.sys.Nodes[node]
	over := false
	var timer *event
	finish := func(o outcome) {
		if over {
			return
		}
		over = true
		timer.off()
		m.watch.Ended(node, start, m.now)
		done(o)
	}
	if n.Limit > 0 {
		sig = sig.child()
		own := sig
		timer = m.after(n.Limit, true, func() {
			finish(outcome{class: graph.ClassTimeout})
			own.end()
		})
	}
	s := &m.servers[node]
	s.enter(sig, func() {
		m.work(&exec{node, above}, sig, func(o outcome) {
			s.leave()
			finish(o)
		})
	}, func() { finish(outcome{class: graph.ClassTimeout}) })
}

// work is what an execution does when there is room for it.
func (m *machine) work(x *exec, sig *signal, done func(outcome)) {
	n := &m.sys.Nodes[x.node]
	if n.Body == nil {
		work, class, ok := m.world.Leaf(x.node, m.now)
		m.wait(sig, work, func(gone bool) { done(outcome{ok: ok && !gone, class: ended(class, gone)}) })
		return
	}
	if class, fails := m.world.Fails(x.node, m.now); fails {
		m.wait(sig, 0, func(bool) { done(outcome{class: class}) })
		return
	}
	m.step(x, n.Body, sig, func(o outcome) { done(m.answer(o)) })
}

func ended(class graph.Class, gone bool) graph.Class {
	if gone {
		return graph.ClassTimeout
	}
	return class
}

// wait goes on after a while, or when the caller goes.
func (m *machine) wait(sig *signal, d time.Duration, then func(gone bool)) {
	if sig.isGone() {
		then(true)
		return
	}
	var forget func()
	e := m.after(d, false, func() {
		forget()
		then(false)
	})
	forget = sig.whenGone(func() {
		e.off()
		then(true)
	})
}

// answer is what a node makes of a failure that a call of its body showed.
func (m *machine) answer(o outcome) outcome {
	if o.ok || o.call == nil {
		return o
	}
	out := outcome{class: m.passed(o.class)}
	for _, r := range o.call.Answers {
		if !r.Classes.Has(o.class) {
			continue
		}
		switch r.Kind {
		case graph.AnswerTerminal:
			out.class = graph.ClassTerminal
		case graph.AnswerBecomes:
			out.class = m.one(r.Becomes, out.class)
		}
		break
	}
	return out
}

// passed is a failure as it is passed on: what never reached the callee is
// unavailable to the next caller.
func (m *machine) passed(c graph.Class) graph.Class {
	if graph.NeverReached.Has(c) {
		return m.one(graph.Unavailable, c)
	}
	return c
}

// one takes one class of a set; that of instead where the set has none.
func (m *machine) one(s graph.ClassSet, instead graph.Class) graph.Class {
	n := s.Len()
	if n == 0 {
		return instead
	}
	k := 0
	if n > 1 {
		k = m.world.Choose(n)
	}
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if k == 0 {
				return graph.Class(i*64 + bits.TrailingZeros64(w))
			}
			k--
		}
	}
	return instead
}
