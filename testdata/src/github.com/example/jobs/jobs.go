// Package jobs is a framework that no row knows: it runs the handlers that it is
// given.
package jobs

import "context"

// Handler is what a kind of job is done by.
type Handler interface {
	Process(ctx context.Context, job string) error
}

// Mux has a handler for each kind of job.
type Mux struct{ handlers map[string]Handler }

// Handle registers a handler.
func (m *Mux) Handle(kind string, h Handler) { m.handlers[kind] = h }
