// Package backoff holds the signatures of github.com/cenkalti/backoff/v5 that tests use.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type (
	Operation[T any] func() (T, error)
	Notify           func(error, time.Duration)
	RetryOption      func(*retryOptions)
)

type retryOptions struct{}

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
}

type ConstantBackOff struct{ Interval time.Duration }

type ZeroBackOff struct{}

type StopBackOff struct{}

func (b *ExponentialBackOff) NextBackOff() time.Duration
func (b *ExponentialBackOff) Reset()
func (b *ConstantBackOff) NextBackOff() time.Duration
func (b *ConstantBackOff) Reset()
func (b *ZeroBackOff) NextBackOff() time.Duration
func (b *ZeroBackOff) Reset()
func (b *StopBackOff) NextBackOff() time.Duration
func (b *StopBackOff) Reset()

func NewExponentialBackOff() *ExponentialBackOff
func NewConstantBackOff(d time.Duration) *ConstantBackOff

func WithBackOff(b BackOff) RetryOption
func WithNotify(n Notify) RetryOption
func WithMaxTries(n uint) RetryOption
func WithMaxElapsedTime(d time.Duration) RetryOption

func Permanent(err error) error
func RetryAfter(seconds int) error

func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	panic("no body")
}
