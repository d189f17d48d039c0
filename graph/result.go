package graph

// ResultSchema names the form of the JSON report.
const ResultSchema = "ampcheck/v1"

// Result is everything a report says. Its JSON form is the contract with
// scripts; fields with nothing to say are left out, and figures that have no
// limit are null with Unbounded set.
type Result struct {
	Schema string `json:"schema"`
	// Environment is the one of the policy that the figures are of; "" where it names
	// none.
	Environment string `json:"environment,omitempty"`
	// Complete is false when part of the input could not be analysed.
	Complete bool       `json:"complete"`
	Nodes    []NodeInfo `json:"nodes"`
	Edges    []EdgeInfo `json:"edges"`
	Paths    []PathInfo `json:"paths"`
	// MorePaths counts the nodes above a gate whose path was left out.
	MorePaths int       `json:"more_paths,omitempty"`
	Findings  []Finding `json:"findings"`
	Problems  []Problem `json:"problems"`
	// Reaches holds, for each entry and each node it reaches, what the gates look
	// at; nodes at ReachesAbove or below it are left out.
	Reaches      []Reach `json:"reaches,omitempty"`
	ReachesAbove float64 `json:"reaches_above,omitempty"`
	// Dependencies are the modules and meshes whose defaults may act.
	Dependencies []Dependency `json:"dependencies,omitempty"`
	// NotKnown is what the figures only guess; it is filled where it is asked for.
	NotKnown []NotKnown `json:"not_known,omitempty"`
	// Notes are facts about the run that are neither findings nor problems: how
	// many objects of unknown kind were passed over, for example.
	Notes []string `json:"notes,omitempty"`
}

// NodeInfo holds the figures of one node, those of the entry that is worst for
// it.
type NodeInfo struct {
	ID        string   `json:"id"`
	Service   string   `json:"service"`
	Operation string   `json:"operation,omitempty"`
	Kind      NodeKind `json:"kind"`
	Protocol  Protocol `json:"protocol,omitempty"`
	Pos       Pos      `json:"position,omitzero"`
	// Entry is the entry the figures are computed from; "" when no entry
	// reaches the node. IsEntry marks the entries, with how work arrives.
	Entry   string    `json:"entry,omitempty"`
	IsEntry EntryKind `json:"is_entry,omitempty"`
	// Calls is the most calls the node receives for one unit of work at the
	// entry when it is the one that fails; Confident the same with every guess
	// at its least; OneCause when every failure is of one class.
	Calls     Count `json:"calls"`
	Confident Count `json:"confident"`
	OneCause  Count `json:"one_cause"`
	// Happy is the number of calls when nothing fails; 0 on an error path.
	Happy Count `json:"happy"`
	// HardDown is Calls when the node fails every call with one class and
	// everything else answers.
	HardDown *Count `json:"hard_down,omitempty"`
	// CallsAnyClass is the product of all attempts, classes ignored.
	CallsAnyClass Count `json:"calls_any_class"`
	// Connections counts tries that never reached the node too.
	Connections Count `json:"connections"`
	// Amplification is Calls / Happy, maximised over alternatives; nil where
	// Happy is 0 or Calls unbounded. PathAmplification is the greatest product
	// of attempts along one path.
	Amplification          *float64 `json:"amplification,omitempty"`
	ConfidentAmplification *float64 `json:"confident_amplification,omitempty"`
	PathAmplification      Count    `json:"path_amplification"`
	// SustainedCalls and SustainedAmplification are what retry budgets leave of Calls
	// and of the amplification over time, each at its worst rate of failures; nil
	// where no layer has a budget that holds anything back.
	SustainedCalls         *float64 `json:"sustained_calls,omitempty"`
	SustainedAmplification *float64 `json:"sustained_amplification,omitempty"`
	// Within holds the figures of windows in which they differ.
	Within map[string]WindowFigures `json:"within,omitempty"`
	// Classes are the calls when every failure of the run is of that class; for
	// a class that never reaches the node, the tries.
	Classes ByClass `json:"classes,omitempty"`
	// Symbols are the unknown numbers the figures take as 1.
	Symbols []string `json:"symbols,omitempty"`
	// Formula is Calls with its symbols, as "27 x n(req.Items)".
	Formula    string `json:"formula,omitempty"`
	ErrorPath  bool   `json:"error_path,omitempty"`
	Unbounded  bool   `json:"unbounded,omitempty"`
	LowerBound bool   `json:"lower_bound,omitempty"`
	// VulnerableAbove is the healthy utilisation above which the node does not
	// recover by itself: 1 / amplification.
	VulnerableAbove *float64 `json:"vulnerable_above,omitempty"`
	// Concurrency is the most calls of the node at work at once, ConcurrencyHung how
	// many there are when it stops answering and all else is instant.
	Concurrency     *Count `json:"concurrency,omitempty"`
	ConcurrencyHung Count  `json:"concurrency_hung,omitempty"`
	// Expected is the load at the rates of the policy.
	Expected *Expected `json:"expected,omitempty"`
	// HandlerBound is how long one execution can take; "" is unknown.
	HandlerBound string `json:"handler_bound,omitempty"`
	// Entries are the operations of the node where work arrives.
	Entries []string `json:"entries,omitempty"`
}

// WindowFigures are figures with the attempts that start within a window.
type WindowFigures struct {
	Calls                  Count    `json:"calls"`
	Amplification          *float64 `json:"amplification,omitempty"`
	ConfidentAmplification *float64 `json:"confident_amplification,omitempty"`
}

// EdgeInfo is one call between two nodes.
type EdgeInfo struct {
	ID        string   `json:"id"`
	From      string   `json:"from"`
	To        string   `json:"to"`
	Protocol  Protocol `json:"protocol,omitempty"`
	Operation string   `json:"operation,omitempty"`
	// FanOut is nil for a single call.
	FanOut *FanOutInfo `json:"fan_out,omitempty"`
	Layers []LayerInfo `json:"layers,omitempty"`
	// Attempts is the product of the attempts of all layers, classes ignored,
	// Factor that times the fan-out.
	Attempts Count `json:"attempts"`
	Factor   Count `json:"factor"`
	// Counted is the most attempts of one execution that reach the callee when
	// it is the one that fails; nil where that is Attempts. Retries of what
	// never reached the callee do not count.
	Counted    *Count     `json:"counted,omitempty"`
	Deadline   string     `json:"deadline,omitempty"`
	Idempotent string     `json:"idempotent,omitempty"`
	Confidence Confidence `json:"confidence"`
	// Inversion is set where a timer is shorter than what it waits for, and its end
	// does not reach the callee: Overlap tries are then at work at once, each for
	// Wasted longer than anybody waits.
	Inversion bool   `json:"inversion,omitempty"`
	Overlap   *Count `json:"overlap,omitempty"`
	Wasted    string `json:"wasted,omitempty"`
	// UsefulAttempts are those that can end within the time that the caller has;
	// nil where all can.
	UsefulAttempts *Count `json:"useful_attempts,omitempty"`
	// Duplicates is how many effects there may be where one is meant; nil where the
	// call can be made twice, where that is not known, and where nothing makes it
	// again after it may have had its effect.
	Duplicates *Count `json:"duplicates,omitempty"`
	// Answers say what the caller makes of a failure of the call, for Explain;
	// where nothing is known there is none.
	Answers []AnswerInfo `json:"-"`
	// Assumed says why the edge is a guess.
	Assumed string `json:"assumed,omitempty"`
	OnError bool   `json:"on_error,omitempty"`
	// Again calls are the tries behind the first one of a call whose callee is told
	// so; the first try is a call of its own.
	Again bool `json:"again,omitempty"`
	// Cut calls close a cycle and are left out of the figures.
	Cut bool   `json:"cut,omitempty"`
	Via string `json:"via,omitempty"`
	Pos Pos    `json:"position,omitzero"`
}

// AnswerInfo is what becomes of some failures: Becomes are the classes that the
// caller's caller sees, for AnswerBecomes.
type AnswerInfo struct {
	Classes    []string   `json:"classes"`
	Kind       AnswerKind `json:"kind"`
	Becomes    []string   `json:"becomes,omitempty"`
	OrSucceeds bool       `json:"or_succeeds,omitempty"`
	Pos        Pos        `json:"position,omitzero"`
}

// FanOutInfo is the fan-out of an edge; Factor is the product when several
// are nested.
type FanOutInfo struct {
	Factor Count     `json:"factor"`
	Bound  BoundKind `json:"bound"`
	Expr   string    `json:"expr,omitempty"`
	// Symbol marks an Expr that the figures take as one.
	Symbol   bool `json:"symbol,omitempty"`
	Parallel bool `json:"parallel,omitempty"`
	FailFast bool `json:"fail_fast,omitempty"`
	Pos      Pos  `json:"position,omitzero"`
}

// LayerInfo is one layer of an edge.
type LayerInfo struct {
	ID string `json:"id"`
	// Identity is the ID without the places in it, where it has some.
	Identity string    `json:"identity,omitempty"`
	Kind     LayerKind `json:"kind"`
	Name     string    `json:"name,omitempty"`
	Note     string    `json:"note,omitempty"`
	// Replays is that of Layer.
	Replays   bool      `json:"replays,omitempty"`
	Attempts  Count     `json:"attempts"`
	Unbounded bool      `json:"unbounded,omitempty"`
	Bound     BoundKind `json:"bound"`
	// Expr is where the number comes from, when it is not written in place.
	Expr string `json:"expr,omitempty"`
	// Symbol marks an Expr that the figures take as one attempt: the number is not
	// known.
	Symbol bool `json:"symbol,omitempty"`
	// Tries are the attempts of single classes where they differ.
	Tries         map[string]Count `json:"tries,omitempty"`
	RetriesOn     []string         `json:"retries_on"`
	Backoff       *BackoffInfo     `json:"backoff,omitempty"`
	PerTryTimeout string           `json:"per_try_timeout,omitempty"`
	Timeout       string           `json:"timeout,omitempty"`
	// AttemptsSlow are the attempts that start before Timeout when every one
	// runs into its per-try timeout, or hangs in a proxy that sets none; nil
	// when all of them do.
	AttemptsSlow *Count `json:"attempts_slow,omitempty"`
	// InTime are the attempts that start before Timeout when each fails at once; nil
	// where jitter does not change them.
	InTime *AttemptsInTime `json:"attempts_in_time,omitempty"`
	// Budget caps the retries of all calls together, not those of one.
	Budget   *BudgetInfo `json:"budget,omitempty"`
	Implicit bool        `json:"implicit,omitempty"`
	Assumed  string      `json:"assumed,omitempty"`
	// Source is the table row of a number that nobody wrote.
	Source string `json:"source,omitempty"`
	Pos    Pos    `json:"position,omitzero"`
	// AttemptsPos is where the number is written, where that is another place.
	AttemptsPos Pos `json:"attempts_position,omitzero"`
}

// AttemptsInTime are attempts within a limit of time: with pauses at their nominal
// length, and when jitter draws every one at its longest or shortest.
type AttemptsInTime struct {
	Least   Count `json:"least"`
	Nominal Count `json:"nominal"`
	Most    Count `json:"most"`
}

// BudgetInfo is the retry budget of a layer, with the calls it lets through for
// each first attempt over time: at the worst rate of failures, and when
// everything fails. They are nil where nothing bounds them. Burst is how many retries a
// full bucket pays for in all, on top of these, before it holds back: the most, which
// calls that run at once reach; nil for budgets without a bucket.
type BudgetInfo struct {
	Budget
	Sustained  *float64 `json:"sustained,omitempty"`
	AllFailing *float64 `json:"all_failing,omitempty"`
	Burst      *float64 `json:"burst,omitempty"`
}

// BackoffInfo is the backoff of a layer.
type BackoffInfo struct {
	Kind   BackoffKind `json:"kind"`
	Base   string      `json:"base,omitempty"`
	Max    string      `json:"max,omitempty"`
	Jitter bool        `json:"jitter,omitempty"`
	// Multiplier is the growth of the pauses where it is not 2.
	Multiplier float64 `json:"multiplier,omitempty"`
	// Spread is by what share jitter makes a pause shorter or longer, and Added what
	// it puts on top at most; without both a pause is anything up to its length.
	Spread float64 `json:"spread,omitempty"`
	Added  string  `json:"added,omitempty"`
	// Listed are the pauses of kind listed.
	Listed []string `json:"listed,omitempty"`
}

// PathInfo is the worst path to a node above a gate, from its worst entry.
type PathInfo struct {
	Entry string   `json:"entry"`
	To    string   `json:"to"`
	Edges []string `json:"edges"`
	// Multiplier is the product of fan-outs and attempts along the path,
	// Amplification that of the attempts alone.
	Multiplier    Count `json:"multiplier"`
	Confident     Count `json:"confident"`
	Amplification Count `json:"amplification"`
	// Sustained is what retry budgets leave of Multiplier over time; nil where that is
	// all of it.
	Sustained *float64 `json:"sustained,omitempty"`
	Unbounded bool     `json:"unbounded,omitempty"`
}

// Severity is the weight of a finding.
type Severity string

// The severities. Only errors fail a build.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
)

// Finding is one cause that somebody should look at.
type Finding struct {
	Rule     string    `json:"rule"`
	Severity Severity  `json:"severity"`
	Message  string    `json:"message"`
	Pos      Pos       `json:"position,omitzero"`
	Related  []Related `json:"related,omitempty"`
	// Advice is what brings the figure of the finding below its gate.
	Advice *Advice `json:"advice,omitempty"`
	// Key is the identity of the finding among those of its rule, over time: it
	// holds no line numbers, so an edit elsewhere does not change it.
	Key string `json:"key,omitempty"`
	// Fix says what to do about it.
	Fix        string `json:"fix,omitempty"`
	Suppressed bool   `json:"suppressed,omitempty"`
	// Reason is the reason of the suppression.
	Reason string `json:"reason,omitempty"`
	// Accepted findings are suppressed by a baseline.
	Accepted bool `json:"accepted,omitempty"`
}

// Related is a place that has a part in a finding.
type Related struct {
	Pos     Pos    `json:"position"`
	Message string `json:"message"`
}
