package summary

import (
	"go/token"
	"go/types"
	"maps"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// fact is what a run knows of a value; the zero fact is nothing.
type fact struct {
	kind factKind
	// n is a number or, 0 or 1, a truth.
	n int64
	// by is a number that depends on the class of the failure; ok is false where
	// it is not known in a class.
	by func(graph.Class) (n int64, ok bool)
	// at is what a pointer points to, or a struct, slice or map.
	at slot
	// typ is the type of the value in an interface, in the value.
	typ types.Type
	in  *fact
	err *failure
	fn  *function
	// parts are the results of a call, or the elements of a list.
	parts []fact
	text  string
	// maybe is set for nil that may be something.
	maybe bool
}

type factKind uint8

const (
	factNone   factKind = iota
	factNumber          // n
	factByClass
	factText
	factNil
	factSome    // something that is not nil
	factPointer // to at
	factStruct  // what lies at at
	factBoxed   // an interface that holds in, of type typ
	factError
	factStatus // the status of an error
	factAnswer // the response of a call that failed with a status
	factLater  // the result of the failing call, whose methods return its error
	factFunc
	factParts // the results of a call
	factList  // a slice of which every element is known
)

// failure is an error: the failure itself, or what is made of it.
type failure struct {
	remote   bool           // of the failing call
	protocol graph.Protocol // of its code
	code     *fact          // nil for none
	chain    []fact         // what it wraps
	sentinel *ssa.Global
	ours     bool // the sentinel is of the tree
	// timeout is set for the error of a context whose time ran out.
	timeout bool
	// open is set where it may wrap more, or have a code, that is not known.
	open bool
	// mark is what a function of the table marked the error as; "" for nothing.
	mark graph.Role
	// typ is the type of an error of a library, where it is known.
	typ types.Type
}

// function is a function value with what it captured.
type function struct {
	fn      *ssa.Function
	free    []fact
	closure *ssa.MakeClosure
	made    *frame
	// then is called in its place, for functions that libraries pass.
	then func(st *state, args []fact, k then)
}

// thing is a variable, or what was allocated at one time.
type thing struct {
	id     int         // in the order in which a run makes them
	fresh  bool        // made in this run: what is not stored is zero
	global *ssa.Global // the variable of a package
	answer bool        // the response of a remote call
}

// slot is a place in memory: a thing, and the fields that lead to it.
type slot struct {
	obj  *thing
	path string
}

func num(n int64) fact { return fact{kind: factNumber, n: n} }

func truthFact(b bool) fact {
	if b {
		return num(1)
	}
	return num(0)
}

var (
	factOfNil  = fact{kind: factNil}
	factOfSome = fact{kind: factSome}
)

func (f fact) isNil() (yes, known bool) {
	switch f.kind {
	case factNone, factParts, factNumber, factByClass, factText, factStruct:
		return false, false
	case factNil:
		return true, !f.maybe
	}
	return false, true
}

// state is where one way has come to.
type state struct {
	classes graph.ClassSet
	failed  bool
	calls   int // executions of the failing call
	vals    map[*active]map[ssa.Value]fact
	memory  map[slot]fact
	visits  map[spot]int
	// lost are the objects of which nothing is known any more.
	lost map[*thing]bool
	// status is what the request was answered with, sent when no other answer can
	// follow; started holds the first error of functions that run beside.
	status  fact
	sent    bool
	unclear bool
	// where is the last place at which something was made of the failure.
	where   token.Pos
	started fact
	ended   bool // a context ended
	defers  map[*active][]deferred
	notes   []fact // errors that were left with the request
	// at is the function round the handler that runs, and nexts marks those that
	// went on themselves.
	at    int
	nexts uint64
}

// know keeps what is known of a value.
func (st *state) know(a *active, v ssa.Value, f fact) {
	if st.vals[a] == nil {
		st.vals[a] = map[ssa.Value]fact{}
	}
	st.vals[a][v] = f
}

type spot struct {
	a *active
	b *ssa.BasicBlock
}

type deferred struct {
	at   *ssa.Defer
	call fact
	args []fact
}

func newState(classes graph.ClassSet) *state {
	return &state{classes: classes, vals: map[*active]map[ssa.Value]fact{}, memory: map[slot]fact{}, visits: map[spot]int{}, lost: map[*thing]bool{}, defers: map[*active][]deferred{}, started: factOfNil}
}

// stepSize is how many entries of a state are copied in the time of one step.
const stepSize = 16

// spend counts the entries of a state that are copied or looked at as work.
func (r *run) spend(entries int) {
	n := 1 + entries/stepSize
	r.steps, r.w.failing = r.steps+n, r.w.failing+n
}

// thing is one that is made now.
func (r *run) thing(t thing) *thing {
	r.things++
	t.id = r.things
	return &t
}

// fork is another way from here, for some of the classes. What is copied is work,
// and is kept until the way has come to its end.
func (r *run) fork(st *state, classes graph.ClassSet) *state {
	size := len(st.memory) + len(st.visits)
	c := *st
	c.classes = classes
	c.vals = make(map[*active]map[ssa.Value]fact, len(st.vals))
	for a, vals := range st.vals {
		size += len(vals)
		c.vals[a] = maps.Clone(vals)
	}
	r.spend(size)
	c.memory, c.visits = maps.Clone(st.memory), maps.Clone(st.visits)
	c.lost, c.defers = maps.Clone(st.lost), maps.Clone(st.defers)
	return &c
}

// active is one activation of a function.
type active struct {
	fn    *ssa.Function
	frame *frame
	args  []fact
	free  []fact
	up    *active
	born  int // the last thing that was made before
}

// depth counts the activations of a function on the way.
func (a *active) depth(fn *ssa.Function) (all, same int) {
	for ; a != nil; a = a.up {
		all++
		if a.fn == fn {
			same++
		}
	}
	return all, same
}

// split cuts the classes by a number that depends on them: those in which it is
// true, false, and not known.
func (st *state) split(f fact) (yes, no, open graph.ClassSet) {
	for _, c := range st.classes.Classes() {
		one := graph.NewClassSet(c)
		switch n, ok := f.by(c); {
		case !ok:
			open = open.Union(one)
		case n != 0:
			yes = yes.Union(one)
		default:
			no = no.Union(one)
		}
	}
	return yes, no, open
}
