package graph

// FailureRole is what a function of a library does with a failure.
type FailureRole string

// The roles. Errors have a chain, which errors.Is and errors.As follow, and some
// have a code of a protocol.
const (
	// FailureText makes an error that has nothing of the errors it is given.
	FailureText FailureRole = "text"
	// FailureWraps makes an error whose chain goes on with every error that the
	// call is given; nil where they all are.
	FailureWraps FailureRole = "wraps"
	// FailureFormats wraps what the format, operand Arg, names with %w.
	FailureFormats FailureRole = "formats"
	// FailureCoded makes an error, or a status, with a code of Protocol: operand
	// Arg, or Code. Errors among the operands are its chain where Wraps is set.
	FailureCoded FailureRole = "coded"
	// FailureCode is the code of the error or status Arg in Protocol; Default is
	// that of an error without one.
	FailureCode FailureRole = "code"
	// FailureStatus is the status of the error Arg; a second result says whether
	// there was one.
	FailureStatus FailureRole = "status"
	// FailureError is the error of the status Arg.
	FailureError FailureRole = "error"
	// FailureSame gives back the error Arg.
	FailureSame FailureRole = "same"
	// FailureIs and FailureAs look through the chain of operand 0 for operand 1,
	// or for one of the type that operand 1 points at.
	FailureIs FailureRole = "is"
	FailureAs FailureRole = "as"
	// FailureUnwraps is the next error of the chain.
	FailureUnwraps FailureRole = "unwraps"
	// FailureTimeout says whether the failure is that time ran out.
	FailureTimeout FailureRole = "timeout"
	// FailureContext is the error of a context: nil until it ends.
	FailureContext FailureRole = "context"
	// FailureAnswers answers a request with the status Arg, or Code, or the one that
	// was set, else Default; where Sets is set it can still be answered with another one.
	FailureAnswers FailureRole = "answers"
	// FailureResponse is a remote call whose failures with a status are no error:
	// the status is in the field or method StatusCode of the first result.
	FailureResponse FailureRole = "response"
	// FailureReturned is, of what registers a handler, what becomes of an error
	// that the handler returns: its code in Protocol, else Code.
	FailureReturned FailureRole = "returned"
	// FailureMapped answers with what the code of the error Arg in Protocol stands
	// for in Codes, else Code.
	FailureMapped FailureRole = "mapped"
	// FailureNext goes on with the handler that the middleware goes round.
	FailureNext FailureRole = "next"
	// FailureNoted leaves the error Arg with the request; FailureNotes is the last
	// that was left.
	FailureNoted FailureRole = "noted"
	FailureNotes FailureRole = "notes"
	// FailureSent is a field that says whether the request was answered.
	FailureSent FailureRole = "sent"
	// FailureLast and FailureChained are, of what runs a function, the error that the
	// function ended with: as it is, or in the chain of another one.
	FailureLast    FailureRole = "last"
	FailureChained FailureRole = "chained"
)

// FailureFact says what a function does with a failure that it is given or makes.
type FailureFact struct {
	Role     FailureRole `json:"role"`
	Arg      *Arg        `json:"arg,omitempty"`
	Code     int         `json:"code,omitempty"`
	Default  int         `json:"default,omitempty"`
	Protocol Protocol    `json:"protocol,omitempty"`
	Wraps    bool        `json:"wraps,omitempty"`
	Sets     bool        `json:"sets,omitempty"`
	// Codes are for FailureMapped.
	Codes map[int]int `json:"codes,omitempty"`
	// By names what does it instead where the program says so: a function whose
	// operand it is, or Type.Field for what is stored in a field.
	By string `json:"by,omitempty"`
	// Classes are the failures with a status that FailureResponse makes an error
	// all the same, Unless the fields that change that where they are set.
	Classes ClassSet `json:"classes,omitzero"`
	Unless  []string `json:"unless,omitempty"`
}
