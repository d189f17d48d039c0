package graph

// Protocol names what is spoken on a hop; the values are those of the JSON
// report: http, grpc, graphql, sql, redis, mongodb, memcached, kafka, amqp,
// nats, sdk, other. The zero value is not known.
type Protocol string

// The protocols that have a vocabulary of failure classes of their own, and
// the one for everything that is known to be neither.
const (
	ProtocolHTTP  Protocol = "http"
	ProtocolGRPC  Protocol = "grpc"
	ProtocolOther Protocol = "other"
)

// NodeKind says what a node is.
type NodeKind string

// The kinds of nodes.
const (
	NodeService   NodeKind = "service"
	NodeOperation NodeKind = "operation"
	NodeDatastore NodeKind = "datastore"
	NodeQueue     NodeKind = "queue"
	NodeProxy     NodeKind = "proxy"
	NodeExternal  NodeKind = "external"
	NodeClient    NodeKind = "client"
)

// EntryKind says how work arrives at an entry.
type EntryKind string

// The kinds of entries. Start-up work is listed and never gated.
const (
	EntryRequest   EntryKind = "request"
	EntryMessage   EntryKind = "message"
	EntrySchedule  EntryKind = "schedule"
	EntryReconcile EntryKind = "reconcile"
	EntryStartup   EntryKind = "startup"
)

// Confidence says how an edge is known.
type Confidence string

// The confidences. Assumed and syntax edges are left out of confident figures.
const (
	ConfidenceStatic  Confidence = "static"  // written down: a static call, a route, a declaration
	ConfidenceFlow    Confidence = "flow"    // by the flow of values
	ConfidenceType    Confidence = "type"    // by the types that fit a dynamic call
	ConfidenceAssumed Confidence = "assumed" // a guess
	ConfidenceSyntax  Confidence = "syntax"  // from code that does not type-check
)

// Deadline says what becomes of the caller's deadline on a hop.
type Deadline string

// The states of a deadline. The zero value is unknown.
const (
	DeadlinePropagated Deadline = "propagated"
	DeadlineDropped    Deadline = "dropped"
)

// Answer is a ternary fact; the zero value is unknown.
type Answer string

// The answers.
const (
	Yes Answer = "yes"
	No  Answer = "no"
)

// Endpoint is what a call is made to: a service by name, or an address that
// Link resolves for each workload.
type Endpoint struct {
	// Service is the name of a service of the input or the policy; Address is
	// used when it is "".
	Service   string   `json:"service,omitempty"`
	Address   Expr     `json:"address,omitzero"`
	Operation string   `json:"operation,omitempty"`
	Protocol  Protocol `json:"protocol,omitempty"`
}

// Call is one call site, or one declared or configured call.
type Call struct {
	To Endpoint `json:"to"`
	// Layers repeat this call alone: IDs, outermost first.
	Layers []string `json:"layers,omitempty"`
	// OnError calls run only when the step before them failed.
	OnError    bool       `json:"on_error,omitempty"`
	Deadline   Deadline   `json:"deadline,omitempty"`
	Idempotent Answer     `json:"idempotent,omitempty"`
	Confidence Confidence `json:"confidence,omitempty"`
	// Assumed says why the call is a guess, for confidence assumed.
	Assumed string `json:"assumed,omitempty"`
	// Answers say what a failure of this call becomes; they go before those of
	// the handler.
	Answers []AnswerRule `json:"answers,omitempty"`
	// Via names what carries the call: a client library, a generated stub, the
	// environment variable that holds the address.
	Via string `json:"via,omitempty"`
	Pos Pos    `json:"position,omitzero"`
}

// Step is one node of a body. Exactly one field is set; the zero Step does
// nothing.
type Step struct {
	Call   *Call   `json:"call,omitempty"`
	Seq    *Seq    `json:"seq,omitempty"`
	Par    *Par    `json:"par,omitempty"`
	Alt    *Alt    `json:"alt,omitempty"`
	Repeat *Repeat `json:"repeat,omitempty"`
	// Retried is a whole body that looks whether its request is a repeated one.
	Retried *Retried `json:"retried,omitempty"`
	// Unknown is work whose remote effects could not be seen; it becomes a
	// visible node.
	Unknown *Unknown `json:"unknown,omitempty"`
}

// Seq runs its steps one after the other.
type Seq struct {
	Steps []Step `json:"steps"`
	// FailFast stops at the first failure. Otherwise all steps run and the
	// sequence reports success or any one of the failures.
	FailFast bool `json:"fail_fast,omitempty"`
}

// Par runs all its steps; any failure fails it.
type Par struct {
	Steps []Step `json:"steps"`
	// Width is how many run at once; 0 is all of them.
	Width int `json:"width,omitempty"`
}

// Alt runs exactly one of its steps.
type Alt struct {
	Steps []Step `json:"steps"`
}

// Repeat runs a step again under a layer, or once for each item of a fan-out.
type Repeat struct {
	// Layer or FanOut is the ID of what repeats the step; one of them is "".
	Layer  string `json:"layer,omitempty"`
	FanOut string `json:"fan_out,omitempty"`
	Step   Step   `json:"step"`
}

// Retried is the body of an operation that is told which try its request is, and
// does something else on all but the first one: as a rule, not try again itself.
type Retried struct {
	// By are the headers or metadata in which it looks, in lower case.
	By    []string `json:"by"`
	First Step     `json:"first"`
	Again Step     `json:"again"`
}

// Unknown is a place where the analysis could not look further.
type Unknown struct {
	What string `json:"what"`
	Pos  Pos    `json:"position,omitzero"`
}

// Handler is one operation of a service: what it calls when it runs once.
type Handler struct {
	Service string `json:"service"`
	// Operation is "" where the operations of a service are not told apart.
	Operation string   `json:"operation,omitempty"`
	Kind      NodeKind `json:"kind,omitempty"`
	Protocol  Protocol `json:"protocol,omitempty"`
	// Entry is set where work arrives at this operation from outside.
	Entry EntryKind `json:"entry,omitempty"`
	// Body is nil where nothing is known of what the operation does.
	Body *Step `json:"body,omitempty"`
	// Answers say what a failure of a callee becomes; the first rule that fits
	// the callee and the class counts. Where none fits the answer is unknown.
	Answers []AnswerRule `json:"answers,omitempty"`
	// FailsWith are the classes a handler without a body may answer; nil is
	// every class of its protocol.
	FailsWith *ClassSet `json:"fails_with,omitempty"`
	// Unreachable are the classes with which an attempt may fail before it
	// reaches the operation; nil is NeverReached.
	Unreachable *ClassSet `json:"unreachable,omitempty"`
	// Work is how long one execution without calls takes at most, Limit the
	// operation's own limit where it cancels the work. Not set is unknown.
	Work  Bound `json:"work,omitzero"`
	Limit Bound `json:"limit,omitzero"`
	Pos   Pos   `json:"position,omitzero"`
}

// MethodFacts is what the description of a service says of one of its methods.
type MethodFacts struct {
	// Operation is the method as calls name it: shop.v1.Orders/Place.
	Operation string `json:"operation"`
	// Idempotent is what holds for a call of which nothing else says it.
	Idempotent Answer `json:"idempotent"`
	Pos        Pos    `json:"position,omitzero"`
}

// AnswerKind says what a handler makes of a callee's failure.
type AnswerKind string

// The kinds of answers.
const (
	AnswerPasses   AnswerKind = "passes"   // the same class; what never reached the callee becomes unavailable
	AnswerBecomes  AnswerKind = "becomes"  // one of the classes of Becomes
	AnswerTerminal AnswerKind = "terminal" // a class that only a layer listing no class retries
	AnswerSucceeds AnswerKind = "succeeds" // success: the failure is hidden
	AnswerUnknown  AnswerKind = "unknown"  // any class, or success
)

// AnswerRule is what a handler answers when a callee fails.
type AnswerRule struct {
	// Callee is the service called, or "*" for any.
	Callee  string     `json:"callee"`
	Classes ClassSet   `json:"classes"`
	Kind    AnswerKind `json:"kind"`
	Becomes ClassSet   `json:"becomes,omitzero"`
	// OrSucceeds is set where the failure may also be hidden.
	OrSucceeds bool `json:"or_succeeds,omitempty"`
	Pos        Pos  `json:"position,omitzero"`
}
