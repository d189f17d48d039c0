package graph

import (
	"strings"
	"time"
)

// Policy is what the owners decided: gates, entries and what cannot be found
// by itself. The declared calls of a policy file reach Link as a fragment, as
// every other call does.
type Policy struct {
	Gate Gate
	// Entries are the names of the entries; none means those that are found.
	Entries []string
	// AssumeFanOut is the value of every fan-out that is not known; 0 leaves
	// them symbols. FanOutSites are the values of single sites, by fan-out ID
	// or by the function they are in.
	AssumeFanOut int
	FanOutSites  map[string]int
	Services     []ServiceFacts
	// Meshes maps the name of a mesh to what the policy says of it.
	Meshes map[string]MeshFacts
	// Rates are the load at an entry and the one that budgets depend on.
	Rates Rates
	// Owner says which layer may retry a failure; the others pass it through.
	Owner Owner
	// AttemptHeaders are names, in lower case, in which every layer of the system that
	// tries again tells its callee which try a request is.
	AttemptHeaders []string `json:",omitempty"`
	// Severity replaces the severity of a rule.
	Severity map[string]Severity
	Ignore   []Ignore
	Pos      Pos
	// At says where keys are written: those of the file, and those of gate as
	// gate.amplification.
	At map[string]Pos `json:"-"`
}

// Owner names, for kinds of failures, the layer that may retry them.
type Owner struct {
	// Application is for failures that the callee answers: OwnerEdge, the default,
	// is the layer nearest to the entry, OwnerLeaf the one nearest to the failure.
	Application string
	// Connect is for those with which a call never reached its callee: OwnerLeaf, the
	// default, or OwnerEdge.
	Connect string `json:",omitempty"`
}

// The owners.
const (
	OwnerEdge = "edge"
	OwnerLeaf = "leaf"
)

// Gate holds the limits; a figure greater than its limit is a finding. Zero is
// off.
type Gate struct {
	Amplification float64
	Multiplier    float64
	// Concurrency is the peak of calls at work at once.
	Concurrency float64
	RetryLayers int
	// Increase is the growth of a path that counts as one; it counts only where it
	// ends above increaseFloor.
	Increase float64
	// Basis says which figures count; "" is BasisSustained.
	Basis Basis `json:",omitempty"`
	// Window is the time from the first attempt within which attempts count.
	Window Bound
	// Entries are other limits for kinds of entries.
	Entries map[EntryKind]EntryGate
}

// Basis says whether gates look at what one unit of work can do at worst, or at
// what retry budgets leave of it over time.
type Basis string

// The bases.
const (
	BasisSustained Basis = "sustained"
	BasisWorst     Basis = "worst"
)

// EntryGate replaces the limits for one kind of entry; nil keeps the general
// one, zero is off.
type EntryGate struct {
	Amplification *float64
	Multiplier    *float64
}

// DefaultPolicy is what holds without a policy file.
func DefaultPolicy() *Policy {
	return &Policy{
		Gate: Gate{Amplification: 10, Increase: 2, Window: Bound{Value: Literal("60s"), Kind: BoundDefault}},
	}
}

// fanOutSite is what the policy says of a fan-out: by its ID, or by the function
// it is in, with the number of its loop or without, and in whatever program.
func (p *Policy) fanOutSite(id string) (int, bool) {
	if n, ok := p.FanOutSites[id]; ok {
		return n, true
	}
	hash := strings.LastIndexByte(id, '#')
	if hash < 0 {
		return 0, false
	}
	loop := id[hash:]
	if end := strings.IndexAny(loop, "@~"); end >= 0 {
		loop = loop[:end]
	}
	function := id[:hash]
	local := function[strings.LastIndexByte(function, ':')+1:]
	for _, key := range []string{local + loop, function, local} {
		if n, ok := p.FanOutSites[key]; ok {
			return n, true
		}
	}
	return 0, false
}

// Settle writes into a fragment what the policy says of its fan-outs, for readers
// that do not have the policy.
func (p *Policy) Settle(f *Fragment) {
	for i := range f.FanOuts {
		if n, ok := p.fanOutSite(f.FanOuts[i].ID); ok {
			f.FanOuts[i].N, f.FanOuts[i].Symbol = Exactly(n, BoundConfigured, p.Pos), ""
		}
	}
}

// ServiceFacts is what the policy says of one service.
type ServiceFacts struct {
	Name string `json:"name"`
	// Hosts are names it is reached by.
	Hosts   []string     `json:"hosts,omitempty"`
	Answers []AnswerRule `json:"answers,omitempty"`
	// Latency is how long one call takes when nothing is wrong: a simulation runs with
	// it. Capacity is how many calls each replica works on at once, and Replicas how
	// many there are; 0 is not known.
	Latency  time.Duration `json:"latency,omitempty"`
	Capacity int           `json:"capacity,omitempty"`
	Replicas int           `json:"replicas,omitempty"`
	Pos      Pos           `json:"position,omitzero"`
}

// MeshFacts is what the policy says of a mesh.
type MeshFacts struct {
	Off     bool
	Version string
	Pos     Pos
}

// Ignore accepts findings, with a reason.
type Ignore struct {
	Rule string `json:"rule"`
	// Path is a pattern for the file of the finding; "" is any. Line limits the
	// suppression to findings of that line or the one below; 0 is any.
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Until is the last day it holds, as 2027-06-30; "" is for good.
	Until string `json:"until,omitempty"`
	Pos   Pos    `json:"position,omitzero"`
}
