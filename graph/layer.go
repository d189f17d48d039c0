package graph

// LayerKind names the mechanism that repeats a call.
type LayerKind string

// The kinds of layers.
const (
	KindLoop          LayerKind = "loop"
	KindLibrary       LayerKind = "library"
	KindClientDefault LayerKind = "client-default"
	KindInterceptor   LayerKind = "interceptor"
	KindRecursion     LayerKind = "recursion"
	KindTransaction   LayerKind = "transaction"
	KindFailover      LayerKind = "failover"
	KindHedge         LayerKind = "hedge"
	KindRedelivery    LayerKind = "redelivery"
	KindSidecar       LayerKind = "sidecar"
	KindGateway       LayerKind = "gateway"
	KindLoadBalancer  LayerKind = "load-balancer"
	KindDeclared      LayerKind = "declared"
	// KindTimeout is a time limit that repeats nothing.
	KindTimeout LayerKind = "timeout"
)

// isProxy reports whether the layer is in a proxy, whose time limit ends the try
// that is running too.
func (k LayerKind) isProxy() bool {
	return k == KindSidecar || k == KindGateway || k == KindLoadBalancer
}

// Layer is one mechanism that repeats a call on failure. Calls refer to it by
// ID, so a loop round two calls is one layer.
type Layer struct {
	// ID is stable over runs: service:func#n for code, edge and mechanism for
	// what acts on a hop.
	ID   string    `json:"id"`
	Kind LayerKind `json:"kind"`
	// Name says what it is to the reader: "loop", "hashicorp/go-retryablehttp RetryMax".
	Name string `json:"name,omitempty"`
	// Note is a caveat of the number: what would hold for another version.
	Note string `json:"note,omitempty"`
	// Attempts counts the first try too. A hedge sends this many copies.
	Attempts Bound `json:"attempts"`
	// Tries are the attempts of single classes where they differ from Attempts.
	Tries []ClassTries `json:"tries,omitempty"`
	// RetriesOn are the classes it retries; AnyClass when it lists none.
	RetriesOn ClassSet `json:"retries_on"`
	// Names are those of them that code asks for one by one.
	Names ClassSet `json:"names,omitzero"`
	// PerTry limits one attempt and Overall all of them; not set is unlimited. Ends
	// is what the end of Overall ends.
	PerTry  Bound   `json:"per_try,omitzero"`
	Overall Bound   `json:"overall,omitzero"`
	Ends    Ending  `json:"ends,omitempty"`
	Backoff Backoff `json:"backoff,omitzero"`
	// Budget caps the sustained factor; nil for none.
	Budget *Budget `json:"budget,omitempty"`
	// Renames are applied, in order, to what the layer shows its caller: a
	// proxy answers a refused connection with a status of its own.
	Renames []Rename `json:"renames,omitempty"`
	// Pool is how many calls of one process are at work through it at once, at most;
	// nil is not known.
	Pool *Bound `json:"pool,omitempty"`
	// Marks are the headers or metadata, in lower case, by which the layer tells its
	// callee which try a request is.
	Marks []string `json:"marks,omitempty"`
	// Replays is set where a request that breaks off on a connection that was used
	// before is sent again, once for each idle one: the layer of a client that keeps
	// connections. These calls are no part of the figures, since a callee that fails
	// every time leaves no connection to keep.
	Replays bool `json:"replays,omitempty"`
	// Context is set where the layer ends when the context of its caller does.
	Context bool `json:"context,omitempty"`
	// Assumed says why the presence of the layer is a guess; "" when it is
	// certain. An assumed layer counts 1 in confident figures.
	Assumed string `json:"assumed,omitempty"`
	// Implicit marks a layer that nobody wrote down: a default that acts when
	// nothing is configured.
	Implicit bool `json:"implicit,omitempty"`
	// Cause groups the layers that one setting or one default puts on many
	// hops, so that they are one finding; "" stands for ID.
	Cause string `json:"cause,omitempty"`
	Pos   Pos    `json:"position,omitzero"`
}

// ClassTries is a number of attempts for some classes only.
type ClassTries struct {
	Classes  ClassSet `json:"classes"`
	Attempts Bound    `json:"attempts"`
}

// Rename turns the failure classes From into any of To.
type Rename struct {
	From ClassSet `json:"from"`
	To   ClassSet `json:"to"`
}

// Ending says what ends when the overall limit of a layer does.
type Ending string

// The endings.
const (
	// EndsCall also ends the try that is under way.
	EndsCall Ending = ""
	// EndsTries lets no further try begin; the one that is under way goes on.
	EndsTries Ending = "tries"
	// EndsPauses lets no further pause begin. One that began in time, cut short or
	// not, is followed by one more try, at the limit or after it.
	EndsPauses Ending = "pauses"
	// EndsLastTry lets one last try follow the limit, which may count from the end of
	// the first try on.
	EndsLastTry Ending = "last-try"
)

// BackoffKind names how the pauses between attempts grow.
type BackoffKind string

// The kinds of backoff. The zero kind is unknown, which windows count as none.
const (
	BackoffNone     BackoffKind = "none"
	BackoffConstant BackoffKind = "constant"
	// BackoffTicker is a constant pause from the start of a try to that of the next
	// one, which the try shortens.
	BackoffTicker      BackoffKind = "ticker"
	BackoffExponential BackoffKind = "exponential"
	// BackoffFibonacci adds up the two pauses before: 1, 2, 3, 5 and so on times the
	// base.
	BackoffFibonacci BackoffKind = "fibonacci"
	BackoffListed    BackoffKind = "listed"
)

// Backoff is the pause after each failed attempt, at nominal length.
type Backoff struct {
	Kind BackoffKind `json:"kind,omitempty"`
	// Base is the pause after the first attempt, Max the longest one.
	Base Bound `json:"base,omitzero"`
	Max  Bound `json:"max,omitzero"`
	// Multiplier is the growth from pause to pause; 0 stands for 2.
	Multiplier float64 `json:"multiplier,omitempty"`
	// Listed are the pauses of kind listed; the last one repeats.
	Listed []Bound `json:"listed,omitempty"`
	// Jitter draws each pause at random: from nothing to its whole length, or, where
	// Spread is set, by up to that share shorter or longer. Added is what is drawn at
	// random on top of it, at most; alone it makes no pause shorter.
	Jitter bool    `json:"jitter,omitempty"`
	Spread float64 `json:"spread,omitempty"`
	Added  Bound   `json:"added,omitzero"`
}

// BudgetKind names the rule by which a retry budget refills.
type BudgetKind string

// The kinds of retry budgets.
const (
	BudgetSuccessFunded BudgetKind = "success-funded"
	BudgetRequestRatio  BudgetKind = "request-ratio"
	BudgetRequestFloor  BudgetKind = "request-ratio-with-floor"
	BudgetSuccessFloor  BudgetKind = "success-ratio-with-floor"
	BudgetActiveRatio   BudgetKind = "active-ratio"
	BudgetConcurrent    BudgetKind = "concurrent"
	BudgetThrottle      BudgetKind = "throttle"
	BudgetTokens        BudgetKind = "tokens"
)

// Budget is a retry budget as it is configured; what it does to the sustained
// factor is computed from the rates of the policy.
type Budget struct {
	Kind BudgetKind `json:"kind"`
	// Ratio of retries to what funds them, 0 to 1.
	Ratio float64 `json:"ratio,omitempty"`
	// MinPerSecond is the floor of retries per second, MinConcurrent the floor
	// of retries in flight.
	MinPerSecond  float64 `json:"min_per_second,omitempty"`
	MinConcurrent float64 `json:"min_concurrent,omitempty"`
	// Tokens is the size of the bucket and Cost the tokens a retry takes.
	Tokens float64 `json:"tokens,omitempty"`
	Cost   float64 `json:"cost,omitempty"`
	Pos    Pos     `json:"position,omitzero"`
}

// FanOutMode says what a failure of one item does to the others.
type FanOutMode string

// The modes of a fan-out.
const (
	FanOutContinue FanOutMode = "continue"  // every item runs
	FanOutFailFast FanOutMode = "fail-fast" // sequential, stops at the first failure
	FanOutCancel   FanOutMode = "cancel"    // parallel; a failure cancels the rest, counted as if all run
)

// FanOut is how many times one execution makes the calls below it when nothing
// fails.
type FanOut struct {
	ID string `json:"id"`
	// N is the number of items. A value that cannot be evaluated stays a symbol.
	N Bound `json:"n"`
	// Symbol names the number where it is not known, as n(req.Items).
	Symbol string `json:"symbol,omitempty"`
	// Width is how many items are in work at once; not set means one.
	Width Bound `json:"width,omitzero"`
	// Shared items come out of a channel: those who take them beside one another do
	// not each have all of them.
	Shared bool       `json:"shared,omitempty"`
	Mode   FanOutMode `json:"mode"`
	Pos    Pos        `json:"position,omitzero"`
}
