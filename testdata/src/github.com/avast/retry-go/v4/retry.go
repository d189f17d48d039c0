// Package retry holds the signatures of github.com/avast/retry-go/v4 that tests use.
package retry

import (
	"context"
	"time"
)

type (
	RetryableFunc                func() error
	RetryableFuncWithData[T any] func() (T, error)
	RetryIfFunc                  func(error) bool
	OnRetryFunc                  func(attempt uint, err error)
	DelayTypeFunc                func(n uint, err error, config *Config) time.Duration
	Option                       func(*Config)
)

type Config struct{}

func Do(retryableFunc RetryableFunc, opts ...Option) error

func DoWithData[T any](retryableFunc RetryableFuncWithData[T], opts ...Option) (T, error) {
	panic("no body")
}

func Attempts(attempts uint) Option
func UntilSucceeded() Option
func Delay(delay time.Duration) Option
func MaxDelay(maxDelay time.Duration) Option
func MaxJitter(maxJitter time.Duration) Option
func DelayType(delayType DelayTypeFunc) Option
func LastErrorOnly(lastErrorOnly bool) Option
func OnRetry(onRetry OnRetryFunc) Option
func RetryIf(retryIf RetryIfFunc) Option
func Context(ctx context.Context) Option

func BackOffDelay(n uint, _ error, config *Config) time.Duration
func FixedDelay(_ uint, _ error, config *Config) time.Duration
func RandomDelay(_ uint, _ error, config *Config) time.Duration
func CombineDelay(delays ...DelayTypeFunc) DelayTypeFunc

func Unrecoverable(err error) error
func IsRecoverable(err error) bool
