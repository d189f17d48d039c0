package graph

// Library is what a client library does: one row of the built-in table, or of
// an in-house table in the policy. Functions are named as go/types prints them
// (types.Func.FullName): "net/http.Get", "(*net/http.Client).Do".
type Library struct {
	// Name is how reports call it: "hashicorp/go-retryablehttp".
	Name string `json:"name"`
	// Module is the module path; "" for the standard library. Since and Before
	// limit the row to versions from Since on and below Before; "" is no limit.
	Module string `json:"module,omitempty"`
	Since  string `json:"since,omitempty"`
	Before string `json:"before,omitempty"`
	// Calls are its functions that matter.
	Calls []LibraryCall `json:"calls"`
	// Knobs are what sets the numbers of its layers.
	Knobs []Knob `json:"knobs,omitempty"`
	// Sources say where the numbers were read: module@version path:line.
	Sources []string `json:"sources"`
	// Measured is set where the numbers were counted by running the library.
	Measured bool `json:"measured,omitempty"`
}

// Effect is what a call of a library function does.
type Effect string

// The effects.
const (
	// EffectRemote leaves the process, once for each attempt of its layers.
	EffectRemote Effect = "remote"
	// EffectRuns calls a function parameter, repeated by its layers.
	EffectRuns Effect = "runs"
	// EffectParallel starts a function parameter beside the caller, once a call.
	EffectParallel Effect = "parallel"
	// EffectWaits waits for what EffectParallel started on the same receiver.
	EffectWaits Effect = "waits"
	// EffectConstructs makes a client or a request: its arguments say what the
	// value is when another call is made with it. Its layers, if it has any, are
	// carried by the value: they stand round whatever is done with it.
	EffectConstructs Effect = "constructs"
	// EffectServes registers a handler or serves requests.
	EffectServes Effect = "serves"
	// EffectDaemon runs a function parameter again and again, whatever it
	// answers: work of its own, not of the request that starts it.
	EffectDaemon Effect = "daemon"
	// EffectAsks asks an object that a constructor made whether to try once more: a
	// loop round it tries as often as its layers say. EffectCounts tells the object
	// of a round.
	EffectAsks   Effect = "asks"
	EffectCounts Effect = "counts"
	// EffectNone is known to stay inside the process.
	EffectNone Effect = "none"
)

// Arg names an operand of a call: a parameter by its place, the receiver, or
// something that hangs on one of them.
type Arg struct {
	// Index is the parameter, from 0 without the receiver; Receiver takes the
	// receiver instead.
	Index    int  `json:"index,omitempty"`
	Receiver bool `json:"receiver,omitempty"`
	// Of follows the value back to the call of the table that made it, whatever
	// its effect, and takes that call's operand of the same role (address,
	// method).
	Of bool `json:"of,omitempty"`
	// Field is a field of the value, "" for the value itself.
	Field string `json:"field,omitempty"`
	// Const is a constant in place of an operand: the method of http.Get.
	Const string `json:"const,omitempty"`
	// Env is the environment variable that the library itself reads, with Const
	// where it is not set.
	Env string `json:"env,omitempty"`
}

// At is the parameter that an operand is; -1 for none and for the receiver.
func (a *Arg) At() int {
	if a == nil || a.Receiver || a.Const != "" {
		return -1
	}
	return a.Index
}

// LibraryCall is one function of a library.
type LibraryCall struct {
	// Func is the full name, of a function or of a named function type whose
	// values are called. A "*" stands for any part of it that holds no dot,
	// slash, parenthesis or bracket; of the names that fit, the longest counts.
	Func string `json:"func"`
	// Except are types of the receiver as it is written at the call, on which a
	// promoted method stays inside the process: a command that only joins a
	// pipeline.
	Except []string `json:"except,omitempty"`
	Effect Effect   `json:"effect"`
	// Protocol, Address, Method and Path describe a remote call, or the value a
	// constructor makes; nil where the call has no such operand.
	Protocol Protocol `json:"protocol,omitempty"`
	Address  *Arg     `json:"address,omitempty"`
	Method   *Arg     `json:"method,omitempty"`
	Path     *Arg     `json:"path,omitempty"`
	// Runs is the function parameter of EffectRuns and EffectParallel, or the
	// handler of EffectServes.
	Runs *Arg `json:"runs,omitempty"`
	// Before and After are calls that the library makes itself each time that it runs
	// the function, and Undo those after one of them, or the function, failed: what
	// begins a transaction, commits it and rolls it back. They fail like the function.
	Before []LibraryCall `json:"before,omitempty"`
	After  []LibraryCall `json:"after,omitempty"`
	Undo   []LibraryCall `json:"undo,omitempty"`
	// OnFalse is set where the function that runs answers (done, error) and is
	// run again on (false, nil): an error ends it.
	OnFalse bool `json:"on_false,omitempty"`
	// Options are the operands in which knobs are looked for; Rest takes all
	// parameters from Index on. The receiver, and what made it, is always looked
	// at too, and so are the operands of an option.
	Options *Arg `json:"options,omitempty"`
	Rest    bool `json:"rest,omitempty"`
	// Layers are what repeats the call, outermost first, with their defaults.
	Layers []LibraryLayer `json:"layers,omitempty"`
	// NoContext is set where the function takes no context at all.
	NoContext bool `json:"no_context,omitempty"`
	// Startup calls are made once when the process starts, not on requests.
	Startup bool `json:"startup,omitempty"`
	// Failure says what the call does with a failure; nil where that is not known.
	Failure *FailureFact `json:"failure,omitempty"`
	// Mutates says whether the call can have effects that must not be
	// duplicated; unknown where it depends on the method or the statement.
	Mutates Answer `json:"mutates,omitempty"`
}

// LibraryLayer is one layer of a library call, with what holds when no knob is
// set.
type LibraryLayer struct {
	Name string    `json:"name"`
	Kind LayerKind `json:"kind"`
	// Attempts by default, the first included; 0 is unbounded.
	Attempts  int      `json:"attempts"`
	RetriesOn ClassSet `json:"retries_on"`
	PerTry    string   `json:"per_try,omitempty"`
	Overall   string   `json:"overall,omitempty"`
	// Ends is that of Layer.
	Ends    Ending      `json:"ends,omitempty"`
	Backoff BackoffKind `json:"backoff,omitempty"`
	Base    string      `json:"base,omitempty"`
	Max     string      `json:"max,omitempty"`
	Jitter  bool        `json:"jitter,omitempty"`
	// Spread and Added are those of Backoff.
	Spread float64 `json:"spread,omitempty"`
	Added  string  `json:"added,omitempty"`
	// Factor is the growth of an exponential backoff; 0 stands for 2.
	Factor float64 `json:"factor,omitempty"`
	Budget *Budget `json:"budget,omitempty"`
	// Marks are those of Layer.
	Marks []string `json:"marks,omitempty"`
	// Replays is that of Layer, for requests of a method without effect or with an
	// idempotency key.
	Replays bool `json:"replays,omitempty"`
}

// KnobKind says how a knob is turned.
type KnobKind string

// The kinds of knobs.
const (
	// KnobOption is a function whose result is passed as an option:
	// retry.Attempts(5).
	KnobOption KnobKind = "option"
	// KnobField is a field of the client or of an options struct.
	KnobField KnobKind = "field"
	// KnobSetter is a method called on the client.
	KnobSetter KnobKind = "setter"
	// KnobWrapper is a function that takes a policy and returns a limited one:
	// backoff.WithMaxRetries(b, 3).
	KnobWrapper KnobKind = "wrapper"
	// KnobType is a named type: any value of it, &backoff.StopBackOff{}.
	KnobType KnobKind = "type"
	// KnobVariable is a package variable: passed as an option it is a policy,
	// written to it sets a number for the whole process.
	KnobVariable KnobKind = "variable"
	// KnobParam is a parameter of the call itself, whose name it has.
	KnobParam KnobKind = "param"
	// KnobEnv is an environment variable, KnobDSN a parameter in the query of
	// the address.
	KnobEnv KnobKind = "env"
	KnobDSN KnobKind = "dsn"
	// KnobDeadline is a deadline of the context that a call is given, however it was
	// set.
	KnobDeadline KnobKind = "deadline"
)

// Role is what a knob sets.
type Role string

// The roles of knobs. A slice that sets a number stands for its length, and of
// a bool false is 0 and true changes nothing.
const (
	RoleAttempts Role = "attempts"
	RoleRetries  Role = "retries"
	RolePerTry   Role = "per-try"
	RoleOverall  Role = "overall"
	// RoleElapsed limits how long a layer goes on trying, and no call: once so much
	// time has passed, no further try is begun.
	RoleElapsed Role = "elapsed"
	// RolePausing limits how long a layer goes on pausing: a try that follows a pause
	// which began in time may begin after so much time has passed.
	RolePausing Role = "pausing"
	// RoleLastTry limits how long a layer goes on trying, with one last try after it.
	RoleLastTry Role = "last-try"
	RoleBase    Role = "base"
	RoleMax     Role = "max"
	RoleBackoff Role = "backoff"
	RoleFactor  Role = "factor"
	// RoleJitter draws the pauses at random: by a share of them, shorter or longer,
	// or by a length of time. RoleAdded is what is drawn on top, at most.
	RoleJitter Role = "jitter"
	RoleAdded  Role = "added"
	// RoleCap limits the attempts, whatever else sets them.
	RoleCap Role = "cap"
	// RoleLayer sets what Sets holds.
	RoleLayer Role = "layer"
	// RoleClasses decides in the caller's code, or by a list, what is retried:
	// the classes of the layer no longer hold.
	RoleClasses Role = "classes"
	// RoleContext gives the layer its context.
	RoleContext Role = "context"
	// RolePolicy sets nothing itself: the operand holds the knobs.
	RolePolicy Role = "policy"
	// RoleServiceConfig is a gRPC service config in JSON.
	RoleServiceConfig Role = "service-config"
)

// The roles of knobs that are not about a layer of the call.
const (
	// RoleCarries puts the layers that the operand carries, or the function it
	// is, between the client and the wire: an interceptor, a RoundTripper.
	RoleCarries Role = "carries"
	// RoleServes puts the functions among the operands round the handlers that are
	// registered on the receiver, or on the server that is made.
	RoleServes Role = "serves"
	// RoleAnswers answers with errors in place of the library.
	RoleAnswers Role = "answers"
	// RoleTerminal marks the error given to it as one that is not retried;
	// RoleMarks as one that is, where unmarked errors are not.
	RoleTerminal Role = "terminal"
	RoleMarks    Role = "marks"
	// RoleAddress is the address of the client, in front of relative ones.
	RoleAddress Role = "address"
	// RolePool limits how many calls of one process are at work at once.
	RolePool Role = "pool"
	// RoleWidth limits how many functions run at once.
	RoleWidth Role = "width"
	// RoleFanOut is the mode of the group that is made: Fixed is a FanOutMode.
	RoleFanOut Role = "fan-out"
)

// Knob is one way to set a number of a layer.
type Knob struct {
	Kind KnobKind `json:"kind"`
	// Name is the function, or Type.Field as go/types prints the type:
	// "github.com/hashicorp/go-retryablehttp.Client.RetryMax". Fields of fields
	// follow after dots, and a "*" stands for what it does in Func.
	Name string `json:"name"`
	Arg  int    `json:"arg,omitempty"`
	// Inner is the parameter of a wrapper that holds the policy it limits.
	Inner int  `json:"inner,omitempty"`
	Role  Role `json:"role"`
	// Layer is the index of the layer it sets, in the call in whose options it
	// is found. LayerName, where it is not "", limits it to a layer of that name.
	Layer     int    `json:"layer,omitempty"`
	LayerName string `json:"layer_name,omitempty"`
	// Zero and Minus say what the values 0 and -1 mean: "unbounded", "one",
	// "default", "never" (not even once), "none" (no time at all), or a number;
	// "" is the number itself.
	Zero  string `json:"zero,omitempty"`
	Minus string `json:"minus,omitempty"`
	// Values say the same of other values: those of an enumeration.
	Values map[string]string `json:"values,omitempty"`
	// Fixed is the value of an option that takes none: a function that switches
	// retries off.
	Fixed string `json:"fixed,omitempty"`
	// Reader is, for KnobEnv, the package without which the library does not read
	// the variable; "" is none.
	Reader string `json:"reader,omitempty"`
	// Sets are the numbers that a policy brings, for RoleLayer: those that are
	// not zero replace the layer's.
	Sets *LibraryLayer `json:"sets,omitempty"`
}

// Meaning says what a value means that is written, in the words of Zero and
// Minus; "" is the number itself.
func (k *Knob) Meaning(value string) string {
	switch value {
	case "0":
		return k.Zero
	case "-1":
		return k.Minus
	}
	return k.Values[value]
}
