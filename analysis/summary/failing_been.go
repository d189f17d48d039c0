package summary

import (
	"cmp"
	"crypto/sha256"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A way that comes to a point where another one was with the same state goes on as
// that one did, and can be left. What was made since the function was entered is
// another thing on each way: it counts as the same where it is reached by the same
// path and holds the same. What was made before lies below all ways of the function
// and stands for itself, as do the callers, in which nothing changes meanwhile.

// point is a place that ways have in common: the beginning of a block, or, without
// one, the return of a function.
type point struct {
	a *active
	b *ssa.BasicBlock
}

// been reports whether a way was at a point before with the same state, and what it
// returns; it forgets the things that nothing leads to any more.
func (r *run) been(at point, st *state, res fact) bool {
	k := &key{r: r, st: st, born: at.a.born, named: map[*thing]int{}}
	k.ref(at.a)
	k.ref(at.b)
	k.state(at, res)
	r.spend(k.entries)
	sum := sha256.Sum256(k.buf)
	if r.beenAt[sum] {
		return true
	}
	r.beenAt[sum] = true
	return false
}

// key writes a state down so that equal states are equal texts.
type key struct {
	r       *run
	st      *state
	buf     []byte
	born    int // things after it are named in the order in which they are reached
	named   map[*thing]int
	queue   []*thing
	entries int
}

func (k *key) num(n int64)   { k.buf = append(strconv.AppendInt(k.buf, n, 36), ' ') }
func (k *key) text(s string) { k.num(int64(len(s))); k.buf = append(k.buf, s...) }

// ref writes down which object a pointer points to.
func (k *key) ref(p any) {
	n, ok := k.r.refs[p]
	if !ok {
		n = len(k.r.refs) + 1
		k.r.refs[p] = n
	}
	k.num(int64(n))
}

func (k *key) truth(bs ...bool) {
	for _, b := range bs {
		k.num(truthFact(b).n)
	}
}

func (k *key) state(at point, res fact) {
	st := k.st
	for _, w := range st.classes {
		k.num(int64(w))
	}
	k.truth(st.failed, st.sent, st.unclear, st.ended)
	calls := st.calls
	if k.r.again == nil {
		calls = min(calls, 2) // only the first is told from the others
	}
	k.num(int64(calls))
	k.num(int64(st.at))
	k.num(int64(st.nexts))
	k.fact(res)
	k.fact(st.status)
	k.fact(st.started)
	k.facts(st.notes)
	if at.b != nil {
		k.activation(at.a)
	}
	k.memory()
}

// activation is what is known in a function that goes on.
func (k *key) activation(a *active) {
	order := k.r.w.numbers(a.fn)
	for _, v := range slices.SortedFunc(maps.Keys(k.st.vals[a]), func(v, w ssa.Value) int { return cmp.Compare(order[v], order[w]) }) {
		k.num(int64(order[v]))
		k.fact(k.st.vals[a][v])
	}
	k.num(-1)
	for _, d := range k.st.defers[a] {
		k.ref(d.at)
		k.fact(d.call)
		k.facts(d.args)
	}
	k.num(-1)
	for i, b := range a.fn.Blocks {
		if _, cond := b.Instrs[len(b.Instrs)-1].(*ssa.If); cond && k.st.visits[spot{a, b}] > 0 && k.r.w.loops(b) {
			k.num(int64(i))
			k.num(int64(min(k.st.visits[spot{a, b}], maxOpenRounds+1)))
		}
	}
	k.num(-1)
}

// memory is what old things hold, and what new ones do that are reached.
func (k *key) memory() {
	held := map[*thing][]slot{}
	var old []*thing
	for at := range k.st.memory {
		if _, known := held[at.obj]; !known && !k.fresh(at.obj) {
			old = append(old, at.obj)
		}
		held[at.obj] = append(held[at.obj], at)
	}
	for t := range k.st.lost {
		if _, known := held[t]; !known && !k.fresh(t) {
			old = append(old, t)
		}
	}
	slices.SortFunc(old, func(t, u *thing) int { return cmp.Compare(t.id, u.id) })
	k.num(int64(len(old)))
	for _, t := range old {
		k.num(int64(t.id))
		k.holds(t, held[t])
	}
	for i := 0; i < len(k.queue); i++ {
		k.holds(k.queue[i], held[k.queue[i]])
	}
	for t, at := range held {
		if _, reached := k.named[t]; !reached && k.fresh(t) {
			for _, p := range at {
				delete(k.st.memory, p)
			}
			delete(k.st.lost, t)
		}
	}
}

// fresh reports whether a thing was made since the function was entered.
func (k *key) fresh(t *thing) bool { return t.id > k.born && t.global == nil }

func (k *key) holds(t *thing, at []slot) {
	k.truth(t.fresh, t.answer, k.st.lost[t])
	k.fact(k.r.statuses[t])
	slices.SortFunc(at, func(p, q slot) int { return cmp.Compare(p.path, q.path) })
	k.num(int64(len(at)))
	for _, p := range at {
		k.text(p.path)
		k.fact(k.st.memory[p])
	}
}

func (k *key) facts(fs []fact) {
	k.num(int64(len(fs)))
	for _, f := range fs {
		k.fact(f)
	}
}

func (k *key) fact(f fact) {
	k.entries++
	k.num(int64(f.kind))
	switch f.kind {
	case factNumber:
		k.num(f.n)
	case factByClass:
		for _, c := range k.st.classes.Classes() {
			n, ok := f.by(c)
			k.num(n)
			k.truth(ok)
		}
	case factText:
		k.text(f.text)
	case factPointer, factStruct:
		k.slot(f.at)
	case factBoxed:
		k.typ(f.typ)
		k.fact(*f.in)
	case factStatus:
		k.fact(*f.in)
	case factError:
		k.failure(f.err)
	case factFunc:
		k.function(f.fn)
	case factParts, factList:
		k.facts(f.parts)
	}
}

func (k *key) typ(t types.Type) {
	if t == nil {
		k.text("")
		return
	}
	k.text(k.r.w.typeText(t))
}

func (k *key) slot(at slot) {
	if !k.fresh(at.obj) {
		k.num(-int64(at.obj.id))
	} else {
		n, ok := k.named[at.obj]
		if !ok {
			n = len(k.named) + 1
			k.named[at.obj] = n
			k.queue = append(k.queue, at.obj)
		}
		k.num(int64(n))
	}
	k.text(at.path)
}

func (k *key) failure(e *failure) {
	k.truth(e.remote, e.ours, e.timeout, e.open, e.code != nil, e.sentinel != nil)
	k.text(string(e.protocol))
	k.text(string(e.mark))
	if e.code != nil {
		k.fact(*e.code)
	}
	if e.sentinel != nil {
		k.num(int64(k.r.global(e.sentinel).id))
	}
	k.typ(e.typ)
	k.facts(e.chain)
}

// function is a function value; one that a library passes is only itself.
func (k *key) function(f *function) {
	if f.then != nil {
		k.ref(f)
		return
	}
	k.ref(f.fn)
	k.ref(f.closure)
	k.ref(f.made)
	k.facts(f.free)
}
