package summary

import "golang.org/x/tools/go/ssa"

// repetition is what a loop does with one call in it.
type repetition struct {
	kind repeatKind
	// n is the number of executions; with outside set it is that number plus n.
	n       int
	outside ssa.Value
	endless bool
	// counts runs the loop again, where it has an outside number; it counted base
	// executions beside that number.
	counts *execution
	base   int
	// failFast fan-outs stop at the first failure.
	failFast bool
	// ends are the conditions that may end an endless repetition and that the
	// outcome of the call has no part in: a budget, a stop signal.
	ends []ssa.Value
	// loop and call are what it is about.
	loop *loop
	call ssa.CallInstruction
	// asked are the conditions that the outcome of the call decided in a way that
	// was not computed.
	asked []ssa.Value
	// after is set where the loop is entered only when a call before it failed.
	after bool
	// also is set where what is made again on failure is made again for some good
	// answers too.
	also bool
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
	if fail.n == 0 && !fail.many() && decides.failed == nil {
		// It may be there for when another one failed.
		if decides.failed = l.failedBefore(call); len(decides.failed) > 0 {
			return l.classify(call, loops, decides)
		}
	}
	good := l.times(call, loops, decides, false, preferLeave)
	switch {
	case good.after && !fail.many() && fail.n == 1:
		return repetition{after: true}
	case good.after && fail.many():
		fail.kind, fail.after = repeatRetry, true
		return fail
	case good.many():
		good.kind, good.failFast = repeatFanOut, !fail.many()
		return good
	}
	more := l.times(call, loops, decides, false, preferStay)
	switch {
	case fail.many() && more.many() && l.throughDays():
		// A good answer too leads on to the next day. Another item alone says nothing:
		// an endpoint is tried next because the answer of the last one was no good.
		more.kind = repeatPages
		return more
	case fail.many():
		fail.kind, fail.also = repeatRetry, more.many()
		return fail
	case more.many():
		more.kind, more.failFast = repeatPages, !fail.many()
		return more
	}
	return repetition{}
}

// failedBefore are the calls of a loop without whose failure a call of it is not
// made.
func (l *loop) failedBefore(call ssa.CallInstruction) map[ssa.CallInstruction]bool {
	out := map[ssa.CallInstruction]bool{}
	for c := range calls(call.Parent()) {
		if !l.blocks[c.Block()] || c.Block() == call.Block() || !fails(c.Common().Signature()) || !precedes(c, call) {
			continue
		}
		if b := behind(c); b.fails[call.Block()] && !b.good[call.Block()] {
			out[c] = true
		}
	}
	return out
}

func (r repetition) many() bool { return r.endless || r.outside != nil || r.n > 1 }

// times counts the executions of a call. Any number from outside may be what
// limits them: each is tried in turn.
func (l *loop) times(call ssa.CallInstruction, loops map[*ssa.BasicBlock]*loop, decides *influence, fails bool, p prefer) repetition {
	return execution{l: l, loops: loops, call: call, decides: decides, fails: fails, prefer: p}.times()
}

// sends counts how often a loop sends something.
func (l *loop) sends(sent *ssa.Send, loops map[*ssa.BasicBlock]*loop) repetition {
	rep := execution{l: l, loops: loops, sent: sent, decides: &influence{}, prefer: preferLeave}.times()
	if rep.many() {
		rep.kind = repeatFanOut
	}
	return rep
}

func (e execution) times() repetition {
	first := e
	rep, more := first.counted()
	for i := 1; i < min(len(more), maxOutside) && rep.endless; i++ {
		first.outside = more[i]
		if other, _ := first.counted(); !other.endless && other.outside != nil {
			return other
		}
	}
	return rep
}

// maxOutside bounds the numbers from outside that are tried.
const maxOutside = 4

// counted runs a loop twice. A number from outside is taken as two different
// values: the difference tells whether it is the count. The numbers from outside
// that were met are returned too.
func (e execution) counted() (repetition, []ssa.Value) {
	const low, high = 7, 12
	first, second := e, e
	first.value, second.value = low, high
	a := first.run()
	if a >= maxExecutions {
		return first.endless(), first.numbers
	}
	b := second.run()
	asked := second.asked
	switch outside := first.outside; {
	case b >= maxExecutions:
	case outside != nil && b-a == high-low:
		e.outside = outside
		return repetition{n: a - low, base: a - low, outside: outside, counts: &e, asked: asked}, nil
	case a == b:
		chose := first.chose || second.chose
		return repetition{n: a, after: !e.fails && a == 0 && !chose && outside == nil, asked: asked}, nil
	}
	return second.endless(), second.numbers
}

// endless is what was counted where the run came to no end.
func (e *execution) endless() repetition {
	return repetition{endless: true, ends: e.ends, asked: e.asked, loop: e.l, call: e.call}
}

// at is the number of executions where the number from outside is v: no retries
// and no limit are often written as 0 or -1. maxExecutions stands for without end.
func (r repetition) at(v int64) int {
	e := *r.counts
	e.value = v
	return min(e.run()+r.n-r.base, maxExecutions)
}
