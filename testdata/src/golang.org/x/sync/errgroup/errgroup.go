// Package errgroup holds the signatures of golang.org/x/sync/errgroup that tests use.
package errgroup

import "context"

type Group struct{}

func WithContext(ctx context.Context) (*Group, context.Context)

func (g *Group) Go(f func() error)
func (g *Group) TryGo(f func() error) bool
func (g *Group) Wait() error
func (g *Group) SetLimit(n int)
