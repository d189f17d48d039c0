// Package retry holds the signatures of github.com/avast/retry-go/v5 that tests use.
package retry

import (
	"context"
	"time"
)

type (
	RetryableFunc                func() error
	RetryableFuncWithData[T any] func() (T, error)
	RetryIfFunc                  func(error) bool
	DelayTypeFunc                func(n uint, err error, config DelayContext) time.Duration
	Option                       func(*retrierCore)
)

type DelayContext interface {
	Delay() time.Duration
	MaxJitter() time.Duration
	MaxBackOffN() uint
	MaxDelay() time.Duration
}

type retrierCore struct{}

type Retrier struct{ *retrierCore }

type RetrierWithData[T any] struct{ *retrierCore }

func New(opts ...Option) *Retrier

func NewWithData[T any](opts ...Option) *RetrierWithData[T] { panic("no body") }

func (r *Retrier) Do(retryableFunc RetryableFunc) error

func (r *RetrierWithData[T]) Do(retryableFunc RetryableFuncWithData[T]) (T, error) { panic("no body") }

func Attempts(attempts uint) Option
func UntilSucceeded() Option
func Delay(delay time.Duration) Option
func MaxDelay(maxDelay time.Duration) Option
func MaxJitter(maxJitter time.Duration) Option
func DelayType(delayType DelayTypeFunc) Option
func RetryIf(retryIf RetryIfFunc) Option
func Context(ctx context.Context) Option

func BackOffDelay(n uint, _ error, config DelayContext) time.Duration
func FixedDelay(_ uint, _ error, config DelayContext) time.Duration

func Unrecoverable(err error) error
