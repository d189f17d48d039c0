package summary

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// The numbers of a layer as knobs and the environment set them.

// variables lets the environment of the process say a number that code does not
// set, where the library reads it from there.
func variables(ly *graph.Layer, f *frame, lib *graph.Library, i int) {
	for n := range lib.Knobs {
		k := &lib.Knobs[n]
		if k.Kind != graph.KnobEnv || k.Layer != i || k.Reader != "" && f.fn.Prog.ImportedPackage(k.Reader) == nil {
			continue
		}
		switch k.Role {
		case graph.RoleAttempts:
			fromVariable(&ly.Attempts, k.Name, 0)
		case graph.RoleRetries:
			fromVariable(&ly.Attempts, k.Name, 1)
		case graph.RoleOverall:
			fromVariable(&ly.Overall, k.Name, 0)
		}
	}
}

// fromVariable makes a default one of a variable that counts plus less.
func fromVariable(b *graph.Bound, name string, plus int) {
	if b.Kind != graph.BoundDefault || b.Value.Kind != graph.ExprLiteral {
		return
	}
	text := b.Value.Text
	if n, err := strconv.Atoi(text); err == nil {
		text = strconv.Itoa(n + b.Plus - plus)
		b.Plus = plus
	}
	b.Value = graph.Expr{Kind: graph.ExprRef, Source: graph.SourceEnv, Text: name, Args: []graph.Expr{graph.Literal(text)}}
}

// turn sets one number of a layer.
func (w *Walker) turn(ly *graph.Layer, t turned, method string) {
	pos := w.placed(t)
	switch t.knob.Role {
	case graph.RoleServiceConfig:
		w.serviceConfig(ly, t, method)
		return
	case graph.RoleClasses:
		// Code decides what is retried: anything may be.
		ly.RetriesOn = graph.AnyClass
		return
	case graph.RoleBackoff:
		ly.Backoff.Kind = graph.BackoffKind(t.knob.Fixed)
		return
	case graph.RoleLayer:
		if !w.switchedOff(t) {
			replaced(ly, t.knob.Sets, pos)
		}
		return
	case graph.RoleContext:
		d := &descent{x: w.x}
		ly.Context = t.value != nil && d.context(t.value, t.frame) == graph.DeadlinePropagated
		return
	case graph.RoleFactor:
		if x, ok := fraction(t.value); ok {
			ly.Backoff.Multiplier = x
		}
		return
	case graph.RoleJitter:
		w.jitter(&ly.Backoff, t, pos)
		return
	}
	b, ok := w.setTo(t, pos)
	if !ok {
		return
	}
	switch t.knob.Role {
	case graph.RoleAttempts, graph.RoleRetries:
		if t.knob.Role == graph.RoleRetries && b.Kind != graph.BoundUnbounded {
			b.Plus++
		}
		attempts(ly, b, t.knob)
	case graph.RolePool:
		ly.Pool = &b
	case graph.RolePerTry:
		ly.PerTry = b
	case graph.RoleOverall:
		ly.Overall, ly.Ends = b, graph.EndsCall
	case graph.RoleElapsed:
		ly.Overall, ly.Ends = b, graph.EndsTries
		endless(ly, b, t.knob)
	case graph.RolePausing:
		ly.Overall, ly.Ends = b, graph.EndsPauses
		endless(ly, b, t.knob)
	case graph.RoleLastTry:
		ly.Overall, ly.Ends = b, graph.EndsLastTry
		endless(ly, b, t.knob)
	case graph.RoleBase:
		ly.Backoff.Base = b
	case graph.RoleMax:
		ly.Backoff.Max = b
	case graph.RoleAdded:
		ly.Backoff.Added = b
	}
}

// fraction is a constant number that a knob is turned to.
func fraction(v ssa.Value) (x float64, ok bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	switch n := constant.ToFloat(c.Value); n.Kind() {
	case constant.Int, constant.Float:
		x, _ = constant.Float64Val(n)
		return x, true
	}
	return 0, false
}

// jitter reads by how much pauses are drawn at random: a length of time, a share, or
// a whole number of percent. What is not known may be as long as the pause.
func (w *Walker) jitter(b *graph.Backoff, t turned, pos graph.Pos) {
	b.Jitter, b.Spread = true, 1
	if t.value == nil {
		return
	}
	basic, _ := t.value.Type().Underlying().(*types.Basic)
	x, known := fraction(t.value)
	switch {
	case types.TypeString(t.value.Type(), nil) == "time.Duration":
		b.Added = w.number(t.value, 0, nil, t.frame, pos)
	case !known || basic == nil:
	case x == 0:
		b.Jitter, b.Spread = false, 0
	case basic.Info()&types.IsInteger != 0:
		b.Spread = x / 100
	default:
		b.Spread = x
	}
}

// setTo is the value a knob is turned to.
func (w *Walker) setTo(t turned, pos graph.Pos) (graph.Bound, bool) {
	switch {
	case t.knob.Fixed == "unbounded":
		return graph.Endless(pos), true
	case t.knob.Fixed != "":
		return graph.Bound{Value: graph.Literal(t.knob.Fixed), Kind: graph.BoundExact, Pos: pos}, true
	case t.text == "true":
		return graph.Bound{}, false
	case t.text != "":
		return graph.Bound{Value: graph.Literal(strings.Replace(t.text, "false", "0", 1)), Kind: graph.BoundExact, Pos: pos}, true
	case t.kept != nil:
		return t.kept.Value, t.kept.Value.IsSet()
	case t.value == nil:
		return graph.Bound{}, false
	}
	if text, ok, known := w.countOf(t.value, t.frame); known {
		return graph.Bound{Value: graph.Literal(text), Kind: graph.BoundExact, Pos: pos}, ok
	}
	return w.number(t.value, 0, nil, t.frame, pos), true
}

// placed is where a knob is turned.
func (w *Walker) placed(t turned) graph.Pos {
	if t.kept != nil {
		return t.kept.Pos
	}
	return w.x.r.Position(t.pos)
}

// attempts sets the number of attempts.
func attempts(ly *graph.Layer, b graph.Bound, k *graph.Knob) {
	if b, ok := meant(b, k); ok {
		ly.Attempts, ly.Implicit = b, false
	}
}

// endless says who took the end away from a layer that has a limit on time and none on
// attempts: the knob that is turned to no time at all.
func endless(ly *graph.Layer, b graph.Bound, k *graph.Knob) {
	text, _ := b.Value.Eval(nil)
	if k.Meaning(text) == "unbounded" && ly.Attempts.Kind == graph.BoundUnbounded {
		ly.Attempts, ly.Implicit = graph.Endless(b.Pos), false
	}
}

// meant is a number with what the library makes of 0, -1 and other values that
// stand for something else; false where they change nothing.
func meant(b graph.Bound, k *graph.Knob) (graph.Bound, bool) {
	text, _ := b.Value.Eval(nil)
	switch meaning := k.Meaning(text); meaning {
	case "default":
		return b, false
	case "unbounded":
		return graph.Endless(b.Pos), true
	case "one":
		return graph.Exactly(1, graph.BoundExact, b.Pos), true
	default:
		if n, err := strconv.Atoi(meaning); err == nil {
			return graph.Exactly(n, graph.BoundExact, b.Pos), true
		}
	}
	return b, true
}

// switchedOff reports whether a knob that is a switch is set to false.
func (w *Walker) switchedOff(t turned) bool {
	if t.value == nil || !types.Identical(t.value.Type().Underlying(), types.Typ[types.Bool]) {
		return false
	}
	n, ok, _ := w.countOf(t.value, t.frame)
	return ok && n == "0"
}

// replaced sets the numbers that a policy of the library brings.
func replaced(ly *graph.Layer, sets *graph.LibraryLayer, pos graph.Pos) {
	if sets == nil {
		return
	}
	n := byDefault(sets, pos, pos)
	if sets.Attempts != 0 {
		ly.Attempts, ly.Implicit = graph.Exactly(sets.Attempts, graph.BoundExact, pos), false
	}
	if !sets.RetriesOn.Empty() && (sets.Attempts != 0 || ly.RetriesOn != graph.AnyClass) {
		ly.RetriesOn = sets.RetriesOn
	}
	for _, p := range []struct{ to, from *graph.Bound }{{&ly.PerTry, &n.PerTry}, {&ly.Overall, &n.Overall}, {&ly.Backoff.Base, &n.Backoff.Base}, {&ly.Backoff.Max, &n.Backoff.Max}} {
		if p.from.IsSet() {
			*p.to = *p.from
		}
	}
	if n.Overall.IsSet() {
		ly.Ends = n.Ends
	}
	if sets.Backoff != "" {
		// Other pauses are drawn in their own way.
		b := &ly.Backoff
		b.Kind, b.Jitter, b.Spread, b.Added = n.Backoff.Kind, n.Backoff.Jitter, n.Backoff.Spread, n.Backoff.Added
		if b.Kind == graph.BackoffConstant || b.Kind == graph.BackoffTicker || b.Kind == graph.BackoffNone {
			b.Max = n.Backoff.Max
		}
	}
	if sets.Factor != 0 {
		ly.Backoff.Multiplier = sets.Factor
	}
}
