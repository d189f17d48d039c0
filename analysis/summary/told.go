package summary

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

// Some callers tell their callee which try a request is. A handler that looks there
// and then does not try again itself is read twice: as it runs on a first request,
// and as it runs on a repeated one.

// toldHeader is a header, or a key of metadata, with one value that it has; with none
// it is not there.
type toldHeader struct {
	name  string
	value string
	// relevant are the functions that look at it, and those that call them.
	relevant map[*ssa.Function]bool
}

func (h *toldHeader) is(name string) bool { return strings.EqualFold(h.name, name) }

func (h *toldHeader) list() constValue {
	if h.value == "" {
		return constValue{kind: constList}
	}
	return constValue{kind: constList, list: []string{h.value}}
}

// reads computes a function that looks a header up.
func (f *folding) reads(c *ssa.Call, name string) (k constValue, ok bool) {
	r, ok := sdk.ReadsRequest(name)
	if !ok {
		return k, false
	}
	if r.Context { // what the request carries, of a server that takes requests
		return constValue{kind: constTuple, tuple: []constValue{open, truthValue(true)}}, true
	}
	key := f.value(operand(&c.Call, r.Key))
	switch {
	case key.kind == constUnset:
		return key, true
	case key.kind != constText || !f.header.is(key.text) || r.Carried && !incoming(receiver(&c.Call)):
		return open, true
	case r.List:
		return f.header.list(), true
	case r.Found:
		return constValue{kind: constTuple, tuple: []constValue{textValue(f.header.value), truthValue(f.header.value != "")}}, true
	}
	return textValue(f.header.value), true
}

// incoming reports whether headers or metadata are those of a request that the
// function is given: not of one that it makes, and not of an answer.
func incoming(v ssa.Value) bool {
	if v == nil || v.Parent() == nil || v.Parent().Name() == "RoundTrip" {
		return false
	}
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.ChangeType:
		return incoming(x.X)
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		return ok && takesRequest(c)
	case *ssa.Call:
		return takesRequest(x) || strings.HasSuffix(x.Type().String(), "net/http.Request") && x.Call.IsInvoke()
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		if !ok {
			_, free := x.X.(*ssa.FreeVar)
			return free
		}
		of := fa.X.Type().Underlying().(*types.Pointer).Elem().String()
		return of != "net/http.Response" && incoming(fa.X)
	}
	return false
}

func takesRequest(c *ssa.Call) bool {
	named := callee(&c.Call)
	if named == nil {
		return false
	}
	r, ok := sdk.ReadsRequest(named.FullName())
	return ok && r.Context
}

// told is a header by which some functions decide, with what they then leave out.
type told struct {
	name         string
	first, again *Index
}

// maxRelevant bounds how far above the functions that look at a header others are
// followed.
const maxRelevant = 4

// told lists the headers that say which try a request is and on which something
// depends, once for each variant of a program.
func (x *Index) told() []told {
	if x.store != nil {
		return nil // a package alone does not see who calls it
	}
	if x.tells == nil {
		x.tells = &[]told{}
		for _, h := range append(sdk.AttemptHeaders(), x.attemptHeaders...) {
			if t, ok := x.toldBy(h); ok {
				*x.tells = append(*x.tells, t)
			}
		}
	}
	return *x.tells
}

// AttemptHeaders are names of headers of the tree's own that say which try a request
// is, in lower case.
func (x *Index) AttemptHeaders(names []string) {
	for _, n := range names {
		x.attemptHeaders = append(x.attemptHeaders, sdk.OwnAttemptHeader(n))
	}
}

func (x *Index) toldBy(h sdk.AttemptHeader) (told, bool) {
	relevant := x.lookingAt(h.Name)
	if len(relevant) == 0 {
		return told{}, false
	}
	decide := func(values []string) map[*ssa.BasicBlock]*ssa.BasicBlock {
		var all map[*ssa.BasicBlock]*ssa.BasicBlock
		for _, value := range values {
			one := (&toldHeader{h.Name, value, relevant}).decided()
			if all == nil {
				all = one
			}
			for b, to := range all {
				if one[b] != to {
					delete(all, b)
				}
			}
		}
		return all
	}
	first, again := decide(h.First), decide(h.Again)
	return told{h.Name, x.taking(first), x.taking(again)}, !reflect.DeepEqual(first, again)
}

// decided are the conditions that a value decides, with the block that each leads to.
func (h *toldHeader) decided() map[*ssa.BasicBlock]*ssa.BasicBlock {
	all := map[*ssa.BasicBlock]*ssa.BasicBlock{}
	var within func(fn *ssa.Function, free []constValue)
	within = func(fn *ssa.Function, free []constValue) {
		f, ok := h.fold(fn, nil, free, 0)
		if !ok {
			return
		}
		for b, to := range f.taken() {
			all[b] = to
		}
		for _, in := range fn.AnonFuncs {
			within(in, f.bound(in))
		}
	}
	for fn := range h.relevant {
		if fn.Parent() == nil || !h.relevant[fn.Parent()] {
			within(fn, nil)
		}
	}
	return all
}

// bound are the values of the variables that a function literal captures.
func (f *folding) bound(in *ssa.Function) []constValue {
	out := make([]constValue, len(in.FreeVars))
	for b := range f.reached {
		for _, instr := range b.Instrs {
			if m, ok := instr.(*ssa.MakeClosure); ok && m.Fn == in {
				for i, v := range m.Bindings {
					out[i] = out[i].meet(f.value(v))
				}
			}
		}
	}
	for i := range out {
		if out[i].kind == constUnset {
			out[i] = open
		}
	}
	return out
}

// lookingAt are the functions that look at a header, with those round them and those
// that call them.
func (x *Index) lookingAt(header string) map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	var next []*ssa.Function
	add := func(fn *ssa.Function) {
		for ; fn != nil && !out[fn]; fn = fn.Parent() {
			out[fn] = true
			next = append(next, fn)
		}
	}
	for _, fn := range x.r.Functions() {
		if looksAt(fn, header) {
			add(fn)
		}
	}
	for range maxRelevant {
		last := next
		next = nil
		for _, fn := range last {
			for _, site := range x.r.Callers(fn) {
				add(site.Parent())
			}
		}
	}
	return out
}

func looksAt(fn *ssa.Function, header string) bool {
	is := func(v ssa.Value) bool {
		c, ok := v.(*ssa.Const)
		return ok && strings.EqualFold(writtenValue(c).text, header)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Lookup:
				if is(i.Index) {
					return true
				}
			case *ssa.Call:
				if slices.ContainsFunc(i.Call.Args, is) {
					return true
				}
			}
		}
	}
	return false
}

// taking is the index in which some conditions are decided: blocks that are not
// reached then are dead.
func (x *Index) taking(way map[*ssa.BasicBlock]*ssa.BasicBlock) *Index {
	dead := map[*ssa.BasicBlock]bool{}
	for b := range x.dead {
		dead[b] = true
	}
	done := map[*ssa.Function]bool{}
	for b := range way {
		if fn := b.Parent(); !done[fn] {
			done[fn] = true
			reached := map[*ssa.BasicBlock]bool{}
			for open := fn.Blocks[:1:1]; len(open) > 0; open = open[1:] {
				at := open[0]
				if reached[at] {
					continue
				}
				reached[at] = true
				if to := way[at]; to != nil {
					open = append(open, to)
				} else {
					open = append(open, at.Succs...)
				}
			}
			for _, blk := range fn.Blocks {
				if !reached[blk] {
					dead[blk] = true
				}
			}
		}
	}
	in := x.In(&Variant{dead: dead})
	in.taken = way
	return in
}

// whenRepeated is the body of a handler that does something else on a repeated request;
// nil where it does not.
func (w *Walker) whenRepeated(t target) *graph.Step {
	var found *graph.Retried
	base, remotes := w.x, w.remotes
	defer func() { w.x, w.remotes = base, remotes }()
	read := func(x *Index) graph.Step {
		w.x = x
		w.begin()
		s := w.function(t)
		for at, c := range w.remotes {
			remotes[at] = c
		}
		if !leavesProcess(s) {
			return graph.Step{}
		}
		return *s
	}
	for _, h := range base.told() {
		r := &graph.Retried{By: []string{h.name}, First: read(h.first), Again: read(h.again)}
		switch {
		case reflect.DeepEqual(r.First, r.Again) || reflect.DeepEqual(r.First, graph.Step{}):
		case found == nil:
			found = r
		case reflect.DeepEqual(r.First, found.First) && reflect.DeepEqual(r.Again, found.Again):
			found.By = append(found.By, h.name)
		}
	}
	if found == nil {
		return nil
	}
	return &graph.Step{Retried: found}
}
