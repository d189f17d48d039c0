// Package backoff holds the signatures of github.com/cenkalti/backoff/v4 that tests use.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type BackOffContext interface {
	BackOff
	Context() context.Context
}

type (
	Operation                func() error
	OperationWithData[T any] func() (T, error)
	Notify                   func(error, time.Duration)
	ExponentialBackOffOpts   func(*ExponentialBackOff)
)

type Timer interface {
	Start(duration time.Duration)
	Stop()
	C() <-chan time.Time
}

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
	Stop                time.Duration
}

type ConstantBackOff struct{ Interval time.Duration }

type ZeroBackOff struct{}

type StopBackOff struct{}

type PermanentError struct{ Err error }

func (e *PermanentError) Error() string

func (b *ExponentialBackOff) NextBackOff() time.Duration
func (b *ExponentialBackOff) Reset()
func (b *ConstantBackOff) NextBackOff() time.Duration
func (b *ConstantBackOff) Reset()
func (b *ZeroBackOff) NextBackOff() time.Duration
func (b *ZeroBackOff) Reset()
func (b *StopBackOff) NextBackOff() time.Duration
func (b *StopBackOff) Reset()

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff
func NewConstantBackOff(d time.Duration) *ConstantBackOff

func WithMaxRetries(b BackOff, max uint64) BackOff
func WithContext(b BackOff, ctx context.Context) BackOffContext

func WithInitialInterval(duration time.Duration) ExponentialBackOffOpts
func WithMaxInterval(duration time.Duration) ExponentialBackOffOpts
func WithMultiplier(multiplier float64) ExponentialBackOffOpts
func WithRandomizationFactor(randomizationFactor float64) ExponentialBackOffOpts
func WithMaxElapsedTime(duration time.Duration) ExponentialBackOffOpts

func Permanent(err error) error

func Retry(o Operation, b BackOff) error
func RetryNotify(operation Operation, b BackOff, notify Notify) error
func RetryNotifyWithTimer(operation Operation, b BackOff, notify Notify, t Timer) error
func RetryWithData[T any](o OperationWithData[T], b BackOff) (T, error) { panic("no body") }
func RetryNotifyWithData[T any](operation OperationWithData[T], b BackOff, notify Notify) (T, error) {
	panic("no body")
}
func RetryNotifyWithTimerAndData[T any](operation OperationWithData[T], b BackOff, notify Notify, t Timer) (T, error) {
	panic("no body")
}
