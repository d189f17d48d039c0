// Package domain holds what can go wrong.
package domain

import "fmt"

// Kind is what kind of failure it is.
type Kind int

// The kinds.
const (
	Internal Kind = iota
	NotFound
	Busy
	Down
)

// Error is a failure with its cause.
type Error struct {
	Kind Kind
	Op   string
	Err  error
}

// E makes an error.
func E(op string, kind Kind, err error) error { return &Error{Kind: kind, Op: op, Err: err} }

func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Op, e.Err) }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }
