package summary

import (
	"crypto/sha256"
	"go/token"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// What a handler answers when a call below it fails is found by running it: one
// call fails, in a class that is not chosen beforehand, and all others are good.
// A condition that asks for the class, as a comparison of the status code does,
// cuts the classes in two and the run goes both ways; one that is not computed
// goes both ways with all of them. At the end of each way stands what is
// answered in the classes that lead there.
//
// Nothing is guessed: what is not followed makes the answer of its classes
// unknown.

// maxFailingSteps bounds the instructions of all ways of one run, maxFailingWork
// those of all runs of one program: what comes later is not followed, and its
// answers are unknown.
const (
	maxFailingSteps = 100_000
	maxFailingWork  = 10_000_000
)

// reply is how one way ends, as the caller sees it.
type reply struct {
	kind  replyKind
	class graph.Class
}

type replyKind uint8

const (
	replyUnknown replyKind = iota
	replySuccess
	replyFails
	// replySame is the failure as it came, for callers of which nothing is known.
	replySame
	// replyOpaque is an error that says nothing of the failure.
	replyOpaque
)

// found are the classes that end in a reply, and the first place where that is
// decided.
type found struct {
	classes graph.ClassSet
	where   graph.Pos
}

// mode says which executions of the failing call fail.
type mode uint8

const (
	everyFails mode = iota
	firstFails      // of a fan-out
	restFails
	noneFails
)

// run is the execution of one handler with one failing call.
type run struct {
	w        *Walker
	site     ssa.CallInstruction
	lib      *graph.Library
	row      *graph.LibraryCall
	protocol graph.Protocol     // of the failing call
	response *graph.FailureFact // where a status of it is no error
	mode     mode
	only     *graph.Endpoint // of those that the site calls
	misses   bool            // other calls may end in errors that say that nothing was found
	steps    int
	cut      bool
	replies  map[reply]found
	again    *again // nil where answers are looked for
	how      *answering
	to       target
	globals  map[*ssa.Global]*thing
	statuses map[*thing]fact // of responses
	things   int             // that were made
	beenAt   map[[sha256.Size]byte]bool
	refs     map[any]int // numbers of objects
}

// answersOf says what a handler answers when one of the remote calls below it
// fails, class by class.
func (w *Walker) answersOf(t target, how *answering, c ssa.CallInstruction, only *graph.Endpoint, modes []mode) []graph.AnswerRule {
	named := callee(c.Common())
	if named == nil {
		return nil
	}
	lib, call, ok := w.x.row(named)
	if !ok {
		return nil
	}
	all := map[reply]found{}
	for _, m := range modes {
		r := newRun(w, c, lib, call, m)
		r.only = only
		r.start(t, how)
		if !r.cut && len(r.replies) == 0 {
			// No way led there: that may be one on which another call found nothing or
			// failed, as the look into a cache does before a database is asked.
			r = newRun(w, c, lib, call, m)
			r.only, r.misses = only, true
			r.start(t, how)
		}
		if r.cut || how.around.open() {
			r.end(reply{}, possible(call.Protocol), token.NoPos)
		}
		for one, classes := range r.replies {
			f := all[one]
			f.classes = f.classes.Union(classes.classes)
			if f.where.IsZero() {
				f.where = classes.where
			}
			all[one] = f
		}
	}
	return w.rules(all, possible(call.Protocol), t.fn.Pos())
}

func newRun(w *Walker, site ssa.CallInstruction, lib *graph.Library, call *graph.LibraryCall, m mode) *run {
	r := &run{w: w, site: site, lib: lib, row: call, protocol: call.Protocol, mode: m, replies: map[reply]found{}, statuses: map[*thing]fact{}, beenAt: map[[sha256.Size]byte]bool{}, refs: map[any]int{}}
	if call.Failure != nil && call.Failure.Role == graph.FailureResponse {
		r.response = call.Failure
	}
	return r
}

// start runs the handler from its first block.
func (r *run) start(t target, how *answering) {
	r.how, r.to = how, t
	st := newState(possible(r.protocol))
	r.through(how, t, 0, st, nil, func(st *state, results fact) {
		r.handled(how, st, results)
	})
}

// end keeps how a way ended for the classes that led there, and the place where
// that was decided.
func (r *run) end(how reply, classes graph.ClassSet, where token.Pos) {
	f := r.replies[how]
	f.classes = f.classes.Union(classes)
	if where.IsValid() && f.where.IsZero() {
		f.where = r.w.x.r.Position(where)
	}
	r.replies[how] = f
}

// possible are the classes in which a call of a protocol may end.
func possible(p graph.Protocol) graph.ClassSet {
	all := graph.AnyClass.Minus(graph.NewClassSet(graph.ClassTerminal))
	switch p {
	case graph.ProtocolGRPC:
		return all.Minus(codesOf(graph.HTTPClass, 400, 599)).Union(graph.NewClassSet(graph.ClassTimeout))
	case graph.ProtocolHTTP:
		return all.Minus(codesOf(graph.GRPCClass, 1, 16)).Union(graph.NewClassSet(graph.ClassTimeout))
	}
	return all
}

func codesOf(class func(int) (graph.Class, bool), first, last int) graph.ClassSet {
	var s graph.ClassSet
	for n := first; n <= last; n++ {
		if c, ok := class(n); ok {
			s = s.Union(graph.NewClassSet(c))
		}
	}
	return s
}

// rules writes down what was found: the classes that are answered alike share a
// rule.
func (w *Walker) rules(all map[reply]found, classes graph.ClassSet, handler token.Pos) []graph.AnswerRule {
	var out []graph.AnswerRule
	for _, c := range classes.Classes() {
		rule, where := ruleOf(all, c)
		if where.IsZero() {
			where = w.x.r.Position(handler)
		}
		rule.Pos = where
		i := slices.IndexFunc(out, func(r graph.AnswerRule) bool {
			return r.Kind == rule.Kind && r.Becomes == rule.Becomes && r.OrSucceeds == rule.OrSucceeds
		})
		if i < 0 {
			out = append(out, rule)
			continue
		}
		out[i].Classes = out[i].Classes.Union(rule.Classes)
	}
	if len(out) == 1 {
		out[0].Classes = graph.AnyClass
	}
	return out
}

// ruleOf is the rule for one class, and the place where it is decided.
func ruleOf(all map[reply]found, c graph.Class) (rule graph.AnswerRule, where graph.Pos) {
	rule = graph.AnswerRule{Callee: anyCallee, Classes: graph.NewClassSet(c), Kind: graph.AnswerUnknown}
	var becomes graph.ClassSet
	success, same, any, open := false, false, false, false
	for how, f := range all {
		if !f.classes.Has(c) {
			continue
		}
		any = true
		if !f.where.IsZero() && (where.IsZero() || f.where.Compare(where) < 0) {
			where = f.where
		}
		switch how.kind {
		case replyUnknown, replyOpaque:
			open = true
		case replySuccess:
			success = true
		case replySame:
			same = true
		case replyFails:
			becomes = becomes.Union(graph.NewClassSet(how.class))
		}
	}
	switch {
	case !any || open || same && !becomes.Empty():
		return rule, where
	case same, becomes == rule.Classes:
		rule.Kind = graph.AnswerPasses
	case becomes.Empty():
		rule.Kind = graph.AnswerSucceeds
		return rule, where
	default:
		rule.Kind, rule.Becomes = graph.AnswerBecomes, becomes
	}
	rule.OrSucceeds = success
	return rule, where
}
