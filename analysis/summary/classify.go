package summary

import "golang.org/x/tools/go/ssa"

// repetition is what a loop does with one call in it.
type repetition struct {
	kind repeatKind
	// n is the number of executions; with outside set it is that number plus n.
	n       int
	outside ssa.Value
	endless bool
	// failFast fan-outs stop at the first failure.
	failFast bool
	// ends are the conditions that may end an endless repetition and that the
	// outcome of the call has no part in: a budget, a stop signal.
	ends []ssa.Value
	// asked are the conditions that the outcome of the call decided in a way that
	// was not computed.
	asked []ssa.Value
	// after is set where the loop is entered only when a call before it failed.
	after bool
}

type repeatKind uint8

const (
	repeatNone   repeatKind = iota // executed once
	repeatRetry                    // again on failure
	repeatFanOut                   // again on success
	repeatPages                    // again for a good answer that asks for more
)

// classify runs the loop with the call failing and with it succeeding. A call
// that is executed again only when it fails is retried; one that is executed
// again when it succeeds is a fan-out; one that is executed again for some
// answers only is a walk over pages, or a poll.
func (l *loop) classify(call ssa.CallInstruction, loops map[*ssa.BasicBlock]*loop, decides *influence) repetition {
	fail := l.times(call, loops, decides, true, preferStay)
	good := l.times(call, loops, decides, false, preferLeave)
	more := l.times(call, loops, decides, false, preferStay)
	switch {
	case good.after && !fail.many() && fail.n == 1:
		return repetition{after: true}
	case good.after && fail.many():
		fail.kind, fail.after = repeatRetry, true
		return fail
	case good.many():
		good.kind, good.failFast = repeatFanOut, !fail.many()
		return good
	case fail.many():
		fail.kind = repeatRetry
		return fail
	case more.many():
		more.kind, more.failFast = repeatPages, !fail.many()
		return more
	}
	return repetition{}
}

func (r repetition) many() bool { return r.endless || r.outside != nil || r.n > 1 }

// times counts the executions of a call. A number from outside is taken as two
// different values: the difference tells whether it is the count.
func (l *loop) times(call ssa.CallInstruction, loops map[*ssa.BasicBlock]*loop, decides *influence, fails bool, p prefer) repetition {
	chose := false
	var ends, asked []ssa.Value
	run := func(value int64) (int, ssa.Value) {
		e := &execution{l: l, loops: loops, call: call, decides: decides, fails: fails, prefer: p, value: value}
		n := e.run()
		chose = chose || e.chose
		ends, asked = e.ends, e.asked
		return n, e.outside
	}
	const low, high = 7, 12
	a, outside := run(low)
	b, _ := run(high)
	switch {
	case a >= maxExecutions || b >= maxExecutions:
		return repetition{endless: true, ends: ends, asked: asked}
	case outside != nil && b-a == high-low:
		return repetition{n: a - low, outside: outside, asked: asked}
	case a == b:
		return repetition{n: a, after: !fails && a == 0 && !chose && outside == nil, asked: asked}
	}
	return repetition{endless: true, ends: ends, asked: asked}
}
