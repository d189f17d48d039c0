package configscan

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
)

// effects collects what is read of one object: what it does, what is wrong with
// it, and what of it has no effect.
type effects struct {
	// name is the object, as messages show it.
	name string
	f    graph.Fragment
}

func (e *effects) problem(v Value, advisory bool, message string) {
	e.f.Problems = append(e.f.Problems, graph.Problem{Pos: v.Pos(), Advisory: advisory, Message: message})
}

// warn adds a finding about configuration that cannot take effect.
func (e *effects) warn(v Value, message, fix string) { e.warnAt(v.Pos(), message, fix) }

func (e *effects) warnAt(pos graph.Pos, message, fix string) {
	e.f.Findings = append(e.f.Findings, graph.Finding{Rule: "AMP302", Severity: graph.SeverityWarning, Message: message, Pos: pos, Fix: fix})
}

// once drops problems and findings that are there already: several parents can
// lead to one place.
func (e *effects) once() {
	seen := map[string]bool{}
	fresh := func(pos graph.Pos, message string) bool {
		key := pos.String() + message
		defer func() { seen[key] = true }()
		return !seen[key]
	}
	e.f.Problems = slices.DeleteFunc(e.f.Problems, func(p graph.Problem) bool { return !fresh(p.Pos, p.Message) })
	e.f.Findings = slices.DeleteFunc(e.f.Findings, func(f graph.Finding) bool { return !fresh(f.Pos, f.Message) })
}

// duration reads a limit; zero is none.
func (e *effects) duration(key string, v Value) graph.Bound {
	return e.limit(key, v, graph.ParseDuration)
}

// limit reads a limit in the notation of a product; zero is none.
func (e *effects) limit(key string, v Value, parse func(string) (time.Duration, error)) graph.Bound {
	if !v.Exists() || v.IsNull() {
		return graph.Bound{}
	}
	s, ok := v.Str()
	d, err := parse(s)
	if !ok || err != nil {
		e.problem(v, v.IsTemplate(), key+" of "+e.name+" is no duration: taken as not set")
	}
	if d == 0 {
		return graph.Bound{}
	}
	return graph.Lasting(d, graph.BoundConfigured, v.Pos())
}

// retries is the number of attempts of a field that counts retries; ok is false
// where the field is not there. What is no number is not known.
func (e *effects) retries(key string, v Value) (b graph.Bound, ok bool) {
	if !v.Exists() || v.IsNull() {
		return graph.Bound{}, false
	}
	if n, ok := v.IntLoose(); ok && n >= 0 {
		return graph.Bound{Value: graph.Literal(strconv.FormatInt(n, 10)), Plus: 1, Kind: graph.BoundConfigured, Pos: v.Pos()}, true
	}
	what := v.Kind().String()
	if s, ok := v.Str(); ok && !v.IsTemplate() {
		what = s
	}
	e.problem(v, v.IsTemplate(), key+" of "+e.name+" is no number of retries: "+what)
	return graph.Bound{Value: graph.UnknownExpr(key + " of " + e.name), Kind: graph.BoundAssumed, Pos: v.Pos()}, true
}

// whole reads a number that has to be a whole one, unquoted and within bounds: a
// typed API refuses what is not. ok is false where none is written, or none that
// is taken, which is a problem.
func (e *effects) whole(key string, v Value, least, most int64) (n int64, ok bool) {
	if v = given(v); !v.Exists() {
		return 0, false
	}
	n, ok = v.Int()
	if ok = ok && least <= n && n <= most; !ok {
		e.problem(v, v.IsTemplate(), fmt.Sprintf("%s of %s is refused: it is no number from %d to %d", key, e.name, least, most))
	}
	return n, ok
}

// unsigned reads a number in the JSON form of protocol buffers, where it may be
// quoted; what is none is a problem.
func (e *effects) unsigned(key string, v Value) {
	if v = given(v); !v.Exists() {
		return
	}
	if n, ok := v.IntLoose(); !ok || n < 0 || n > math.MaxUint32 {
		e.problem(v, v.IsTemplate(), key+" of "+e.name+" is refused: it is no whole number")
	}
}

// given is absent where a field is null: typed APIs take it for not written.
func given(v Value) Value {
	if v.IsNull() {
		return Value{}
	}
	return v
}

// retryOn reads a list of what is retried, in Envoy's words, as parse does.
func (e *effects) retryOn(key string, v Value, parse func(string) retryon.Policy) retryon.Policy {
	list, _ := v.Str()
	p := parse(list)
	if len(p.Unknown) > 0 {
		e.warn(v, key+" of "+e.name+" names no failure that is retried: "+strings.Join(p.Unknown, ", "), "")
	}
	return p
}

// perTryKeys are the names a product gives to what decides about the limit of
// one attempt.
type perTryKeys struct {
	perTry, overall, retryOn string
	// parse reads a duration in the notation of the product.
	parse func(string) (time.Duration, error)
}

// perTry sets the limit of one attempt, and warns where it does less than it
// says: Envoy drops one that is not below the timeout of the route
// (gcp:config/route/v3/route_components.pb.go:2759-2770), and retries its end
// only under some words.
func (e *effects) perTry(l *graph.Layer, keys perTryKeys, v Value, retriesTimer bool) {
	b := e.limit(keys.perTry, v, keys.parse)
	each, ok := b.Duration(nil)
	if all, limited := l.Overall.Duration(nil); ok && limited && each >= all {
		e.warn(v, keys.perTry+" of "+e.name+" is dropped: it is not below the timeout of the route, "+all.String(),
			"set "+keys.perTry+" below "+keys.overall)
		return
	}
	l.PerTry = b
	if ok && !retriesTimer {
		e.warn(v, keys.perTry+" of "+e.name+" ends attempts that are then not retried: "+keys.retryOn+" holds none of 5xx, gateway-error and reset",
			"add reset to "+keys.retryOn+", or remove "+keys.perTry)
	}
}

// fits warns about attempts that the timeouts never allow: the limit of one
// attempt is reached by fewer of them than are configured.
func (e *effects) fits(l *graph.Layer, at Value) {
	n, ok := l.Attempts.Count(nil)
	each, limited := l.PerTry.Duration(nil)
	all, within := l.Overall.Duration(nil)
	if !ok || !limited || !within || each <= 0 || n <= 1 || !l.RetriesOn.Has(graph.ClassTimeout) {
		return
	}
	if started := (all + each - 1) / each; graph.Count(started) < n {
		e.warn(at, "the timeout of "+e.name+" ends after "+strconv.FormatInt(int64(started), 10)+" of "+n.String()+
			" attempts that each take the limit of one attempt: the others start only after fast failures",
			"raise the timeout, or lower the attempts")
	}
}

func textOf(v Value) string {
	s, _ := v.Str()
	return s
}
