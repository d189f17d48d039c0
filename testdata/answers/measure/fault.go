// Package measure holds what the answers run counts: the services in the middle,
// the leaf below them, the caller above, and the measurement that is committed.
package measure

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Fault is the way in which the leaf fails: a word, or "http:503", "grpc:14".
type Fault string

// The faults that are no answer.
const (
	Refuse Fault = "refuse" // nobody listens
	Reset  Fault = "reset"  // the connection is reset once a request came
	Hang   Fault = "hang"   // a request is never answered
)

// Faults are those of a protocol, in the order of the table.
func Faults(protocol string) []Fault {
	fs := []Fault{Refuse, Reset, Hang}
	if protocol == "grpc" {
		return append(fs, "grpc:14", "grpc:8", "grpc:13", "grpc:2", "grpc:4", "grpc:10", "grpc:5", "grpc:3")
	}
	return append(fs, "http:503", "http:429", "http:500", "http:502", "http:504", "http:408", "http:404", "http:400")
}

func (f Fault) code() string {
	_, code, _ := strings.Cut(string(f), ":")
	return code
}

// Class is the class of the failure of which a fault is the cause.
func (f Fault) Class() graph.Class {
	switch f {
	case Refuse:
		return graph.ClassConnect
	case Reset:
		return graph.ClassReset
	case Hang:
		return graph.ClassTimeout
	}
	return classOf(string(f))
}

// classOf is the class of a code written with its protocol.
func classOf(code string) graph.Class {
	protocol, n, _ := strings.Cut(code, ":")
	of := graph.HTTPClass
	if protocol == "grpc" {
		of = graph.GRPCClass
	}
	c, _ := of(atoi(n))
	return c
}

func atoi(s string) (n int) {
	for _, d := range s {
		n = 10*n + int(d-'0')
	}
	return n
}
