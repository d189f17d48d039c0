package graph

import (
	"math"
	"time"
)

// Graph is a linked system: nodes, and bodies whose calls point at nodes. It is
// what Compute walks; bodies are flat arrays, nodes and edges are numbers.
type Graph struct {
	Policy   *Policy
	Problems []Problem

	nodes    []node
	edges    []edge
	stacks   []int32 // layer numbers of all edges, one edge after the other, outermost first
	layers   []layer
	fans     []fan
	ops      []op
	callOps  []int32 // the op of each edge
	parents  []int32 // the op round each op, -1 for the first of a body
	atoms    *atoms
	shapes   []shape
	findings []Finding
	ignores  []Ignore
	// methods are the facts about methods of RPC services, by operation.
	methods map[string]Answer
	// dependencies are sorted.
	dependencies []Dependency
}

// node is one operation, datastore, proxy, client or external system.
type node struct {
	id, service, operation string
	kind                   NodeKind
	protocol               Protocol
	entry                  EntryKind
	// ops[body:bodyEnd] is what one execution does; empty for a leaf.
	body, bodyEnd int32
	// fails are the atoms a leaf may answer; hangs is set where a timeout of
	// the leaf can only be its silence, never an answer.
	fails uint64
	hangs bool
	// own are the atoms that the node may answer when it is the one that fails,
	// whatever it calls.
	own uint64
	// unreachable are the atoms with which a try fails before it gets here.
	unreachable uint64
	rows        []*answerRow
	work, limit time.Duration
	hasLimit    bool
	// replicas are the processes of the service, and places how many calls all of them
	// work on at once; 0 is not known.
	replicas, places Count
	facts            []*Handler // what producers said of the node itself
	pos              Pos
}

func (n *node) leaf() bool { return n.body == n.bodyEnd }

// idempotent says whether a call can be made twice without a second effect: as the
// call itself says, else as the description of its method does.
func (g *Graph) idempotent(e *edge) Answer {
	if e.call.Idempotent != "" || e.protocol != ProtocolGRPC {
		return e.call.Idempotent
	}
	return g.methods[e.call.To.Operation]
}

// edge is one call of a body.
type edge struct {
	from, to int32
	call     *Call
	// stacks[stack:stackEnd] are the layers of this call alone.
	stack, stackEnd int32
	protocol        Protocol
	confidence      Confidence
	// row is the answer row of the caller that failures of this call take.
	row int32
	// seq is the order of the call in its body.
	seq int32
	// again is set for the tries behind the first one, where they are a call apart.
	again bool
	// limit is what the callee ends the work of this caller after; 0 is never.
	limit time.Duration
	// pool is how many of these calls one process has at work at once; 0 is not known.
	pool Count
	id   string
}

// op is one step of a body, in pre-order: size counts the op and all below it.
type op struct {
	kind opKind
	flag bool // fail fast, for opSeq
	arg  int32
	size int32
}

type opKind uint8

const (
	opCall  opKind = iota // arg is the edge
	opSeq                 // flag: fail fast
	opPar                 // arg is the width, 0 for all
	opAlt                 //
	opLayer               // arg is the layer, one child
	opFan                 // arg is the fan-out, one child
)

// layer is a Layer with its numbers evaluated for the service it runs in.
type layer struct {
	def   *Layer
	shape int32
	// symbol names the number of attempts where it is not known.
	symbol   string
	attempts Count
	part     triesPart
	// classes are what it retries on this hop.
	classes ClassSet
}

// shape is what computation needs of a layer; layers with the same numbers
// share one, so that a mesh default on a thousand hops is computed once.
type shape struct {
	attempts []Count // per atom; 1 where the class is not retried
	most     Count
	hedge    bool
	perTry   time.Duration // forever: no limit
	overall  time.Duration
	// elapsed is the overall limit where it ends no try: ends says what it does.
	elapsed  time.Duration
	ends     Ending
	backoff  schedule
	renames  []uint64 // per atom, what it becomes; nil for no renames
	budget   Budget   // without its place; no kind is none
	assumed  bool     // counts 1 in confident figures
	anyClass bool
	again    bool // the tries behind the first one
}

// fan is a FanOut with its number evaluated.
type fan struct {
	def    *FanOut
	n      Count
	width  Count
	mode   FanOutMode
	symbol string // "" when the number is known
	bound  BoundKind
}

// items is the number of items that counts: an assumed one, where there are
// any, is one in confident figures.
func (f *fan) items(confident bool) Count {
	if confident && f.bound == BoundAssumed {
		return min(1, f.n)
	}
	return f.n
}

// answerRow says, atom by atom, what a failure of some callees becomes.
type answerRow struct {
	rules   []AnswerRule
	become  []uint64 // the classes it may become
	ok      uint64   // atoms that may also end in success
	unknown uint64   // atoms whose answer is not known
}

// forever is the duration of what has no limit or is not known.
const forever = time.Duration(math.MaxInt64)

func addDur(a, b time.Duration) time.Duration {
	if a == forever || b == forever || a > forever-b {
		return forever
	}
	return a + b
}

func mulDur(n Count, d time.Duration) time.Duration {
	switch {
	case n == 0 || d == 0:
		return 0
	case d == forever || n == Unbounded || n > Count(forever/d):
		return forever
	}
	return time.Duration(n) * d
}
