// Package summary turns functions in SSA form into bodies of calls: what a
// handler calls when it runs once, in which order and how often. It knows no
// driver: a Resolver answers who is called, and the library table says what
// calls of other modules do.
//
// Three steps follow one another. Regions gives the control flow of one
// function as a tree of sequences, alternatives and loops. A loop is classified
// by running it: the loop is executed on its own arithmetic once with the call
// failing and once with it succeeding, and the numbers of executions tell a
// retry from a fan-out, and how many attempts it makes. Walk then follows the
// calls from a handler on, with the arguments of each call at hand, so that
// in-house retry helpers need no description: a parameter that is called is the
// closure that was passed.
//
// A driver that sees one package at a time keeps bodies for the packages that
// import it. Such a body names the places in which its clients stand, as fields
// of parameters, and what a function returns is kept as well: what a client
// carries round its calls is put there where the client is made. A place that
// cannot be followed says less, never what another client does.
//
// Where a value comes from is answered on demand, backwards, with a bound on
// the steps; what is not found stays unknown and is never guessed.
package summary
