package summary

import (
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// Where the context of a remote call comes from: from the request that is served,
// so that the call ends when nobody waits any more, or from nowhere.

// deadline says whether the deadline of the caller reaches a remote call, which is
// known only where every way to the call agrees, and which time limits its context
// has on the way.
func (w *Walker) deadline(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) (graph.Deadline, []timeLimit) {
	d := &descent{x: w.x}
	return d.of(c, f, call), d.limits
}

// timeLimit is a context that is made with a time limit.
type timeLimit struct {
	made  *ssa.Call
	frame *frame
}

func (d *descent) of(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) graph.Deadline {
	com := c.Common()
	if state, ok := d.handed(com, f); ok {
		return state
	}
	if call.NoContext {
		return graph.DeadlineDropped
	}
	if v := receiver(com); v != nil {
		return d.agreed(v, f, func(o origin) graph.Deadline {
			// A transaction that a library gives to the function it runs.
			if p, ok := o.value.(*ssa.Parameter); ok && o.frame != nil && o.frame.ran != nil {
				return d.served(p, o.frame)
			}
			return ""
		})
	}
	return ""
}

// handed follows the context, or the request, that a call is given; not ok where
// it is given none.
func (d *descent) handed(com *ssa.CallCommon, f *frame) (state graph.Deadline, ok bool) {
	for i := range com.Signature().Params().Len() {
		v := operand(com, i)
		switch {
		case v == nil:
		case isContext(v.Type()):
			return d.context(v, f), true
		case isRequest(v.Type()):
			return d.request(v, f), true
		}
	}
	return "", false
}

// isRequest reports whether a type is that of an HTTP request, or of one with more
// to it.
func isRequest(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	if p.Elem().String() == "net/http.Request" {
		return true
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range s.Fields() {
		if v.Embedded() && v.Type().String() == "*net/http.Request" {
			return true
		}
	}
	return false
}

// descent follows a context to where it begins.
type descent struct {
	x     *Index
	steps int
	// limits are the time limits on the way.
	limits []timeLimit
}

// maxDescent bounds the values that are looked at for one call.
const maxDescent = 64

// agreed is what all values have in common; "" where they differ, or one of them
// is not known.
func (d *descent) agreed(v ssa.Value, f *frame, of func(origin) graph.Deadline) graph.Deadline {
	if d.steps++; d.steps > maxDescent {
		return ""
	}
	var all graph.Deadline
	for i, o := range d.x.ask(&tracer{served: true}, v, f) {
		one := of(o)
		if one == "" || i > 0 && one != all {
			return ""
		}
		all = one
	}
	return all
}

// context follows the values that a context may be.
func (d *descent) context(v ssa.Value, f *frame) graph.Deadline {
	return d.agreed(v, f, func(o origin) graph.Deadline {
		switch x := o.value.(type) {
		case *ssa.Parameter:
			return d.served(x, o.frame)
		case *ssa.Extract:
			if c, ok := x.Tuple.(*ssa.Call); ok {
				return d.made(c, o.frame)
			}
		case *ssa.Call:
			return d.made(x, o.frame)
		}
		return ""
	})
}

// served is the context of what is being served: that of a parameter which no
// caller is seen to give. A function that a library runs is given one that is made
// from what the library was given.
func (d *descent) served(p *ssa.Parameter, f *frame) graph.Deadline {
	switch {
	case f == nil || f.site != nil || p.Parent() != f.fn:
		return ""
	case f.ran != nil:
		state, _ := d.handed(f.ran.Common(), f.up)
		return state
	}
	return graph.DeadlinePropagated
}

// made is a context that a call returns.
func (d *descent) made(c *ssa.Call, f *frame) graph.Deadline {
	named := callee(&c.Call)
	if named == nil {
		return ""
	}
	// golang.org/x/net/context has the same functions.
	switch strings.TrimPrefix(named.FullName(), "golang.org/x/net/") {
	case "context.Background", "context.TODO", "context.WithoutCancel":
		return graph.DeadlineDropped
	case "(*net/http.Request).Context":
		return d.request(receiver(&c.Call), f)
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		d.limits = append(d.limits, timeLimit{c, f})
	}
	if named.Name() == "Context" && named.Signature().Params().Len() == 0 {
		// The context of a stream that is served.
		return d.agreed(receiver(&c.Call), f, func(o origin) graph.Deadline {
			if p, ok := o.value.(*ssa.Parameter); ok {
				return d.served(p, o.frame)
			}
			return ""
		})
	}
	// What is made from a context ends with it.
	for i := range c.Call.Signature().Params().Len() {
		if v := operand(&c.Call, i); v != nil && isContext(v.Type()) {
			return d.context(v, f)
		}
	}
	return ""
}

// request follows an HTTP request to the context that it carries.
func (d *descent) request(v ssa.Value, f *frame) graph.Deadline {
	return d.agreed(v, f, func(o origin) graph.Deadline {
		v := o.value
		if e, ok := v.(*ssa.Extract); ok {
			v = e.Tuple
		}
		switch x := v.(type) {
		case *ssa.Parameter:
			return d.served(x, o.frame)
		case *ssa.Call:
			named := callee(&x.Call)
			if named == nil {
				return ""
			}
			switch named.FullName() {
			case "net/http.NewRequest":
				return graph.DeadlineDropped
			}
			if v := operand(&x.Call, 0); v != nil && isContext(v.Type()) { // NewRequestWithContext, WithContext, Clone
				return d.context(v, o.frame)
			}
		}
		return ""
	})
}

// timed puts the time limit round a call that its context brings: the least of
// them, of those that are made anew for each try.
func (w *Walker) timed(body *graph.Step, c ssa.CallInstruction, f *frame, limits []timeLimit) *graph.Step {
	if body == nil {
		return nil
	}
	var least graph.Bound
	var shortest time.Duration
	for _, l := range limits {
		if !w.x.eachTry(c, f, l) {
			continue
		}
		b, ok := w.lasts(l)
		d, known := b.Duration(nil)
		if ok && (!least.IsSet() || known && d < shortest) {
			least, shortest = b, d
		}
	}
	if !least.IsSet() {
		return body
	}
	pos := w.x.r.Position(c.Pos())
	return w.layered(graph.Layer{
		ID:   w.Service + ":" + w.id(f.fn, 0) + "@" + itoa(int64(pos.Line)) + ":" + itoa(int64(pos.Col)) + ".timeout",
		Kind: graph.KindTimeout, Name: "context", Attempts: graph.Exactly(1, graph.BoundExact, least.Pos), Overall: least, Pos: least.Pos,
	}, body)
}

// lasts is the duration of a time limit.
func (w *Walker) lasts(l timeLimit) (graph.Bound, bool) {
	v := operand(&l.made.Call, 1)
	pos := w.x.r.Position(l.made.Pos())
	if !isDuration(v.Type()) { // a point in time: so long from now
		add, ok := v.(*ssa.Call)
		if !ok || callee(&add.Call) == nil || callee(&add.Call).FullName() != "(time.Time).Add" {
			return graph.Bound{}, false
		}
		now, ok := receiver(&add.Call).(*ssa.Call)
		if !ok || callee(&now.Call) == nil || callee(&now.Call).FullName() != "time.Now" {
			return graph.Bound{}, false
		}
		v = operand(&add.Call, 0)
	}
	b := w.number(v, 0, nil, l.frame, pos)
	return b, b.Kind != graph.BoundAssumed
}

// eachTry reports whether a context is made once for each time that a call is
// made: no loop goes round the call and not round the making.
func (x *Index) eachTry(c ssa.CallInstruction, f *frame, l timeLimit) bool {
	for ; f != nil && f.fn != l.made.Parent(); c, f = f.site, f.up {
		if f.closure != nil || f.site == nil || x.repeats(f.fn, c, nil) {
			return false
		}
	}
	return f != nil && !x.repeats(f.fn, c, l.made)
}

// repeats reports whether a loop of a function goes round a call and not round
// another one.
func (x *Index) repeats(fn *ssa.Function, c ssa.CallInstruction, but *ssa.Call) bool {
	for _, l := range x.loopsOf(fn) {
		if l.blocks[c.Block()] && (but == nil || !l.blocks[but.Block()]) {
			return true
		}
	}
	return false
}
