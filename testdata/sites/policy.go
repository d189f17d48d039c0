// What is asked whether to try again may count the tries.
package cases

import (
	"context"
	"errors"
	"time"
)

type request struct{ name string }

type answer struct{ items []string }

// stub is the client of a service, as generated code has it.
type stub interface {
	Get(ctx context.Context, in *request) (*answer, error)
}

var errFatal = errors.New("fatal")

// policy counts the failures that it is told of.
type policy struct{ told, most int }

func (p *policy) next(err error) bool {
	p.told++
	return err != nil && p.told < p.most
}

func counted(ctx context.Context, c stub, in *request) error {
	p := &policy{most: 3}
	for { // want: retry-loop 3
		_, err := c.Get(ctx, in)
		if err == nil || !p.next(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// again is told the number of the try.
func again(err error, try int) bool { return try < 4 && temporary(err) }

func told(ctx context.Context, c stub, in *request) error {
	for try := 0; ; try++ { // want: retry-loop ?; miss: retry-loop 5, the limit stands in the function
		_, err := c.Get(ctx, in)
		if err == nil || !again(err, try) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// decider is not known here, and may count.
type decider interface{ Again(err error) bool }

func decided(ctx context.Context, c stub, in *request, d decider) error {
	for { // want: retry-loop ?
		_, err := c.Get(ctx, in)
		if err == nil || !d.Again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// temporary looks at the error only.
func temporary(err error) bool { return !errors.Is(err, errFatal) }

func endlessly(ctx context.Context, c stub, in *request) error {
	for { // want: retry-loop unbounded
		_, err := c.Get(ctx, in)
		if err == nil || !temporary(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

type client struct{ c stub }

// temporary is a method that keeps nothing.
func (c *client) temporary(err error) bool { return !errors.Is(err, errFatal) }

func (c *client) byMethod(ctx context.Context, in *request) error {
	for { // want: retry-loop unbounded
		_, err := c.c.Get(ctx, in)
		if err == nil || !c.temporary(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}
