// Package aws holds the signatures of github.com/aws/aws-sdk-go-v2/aws that tests use.
package aws

import (
	"context"
	"time"
)

type Retryer interface {
	IsErrorRetryable(error) bool
	MaxAttempts() int
	RetryDelay(attempt int, opErr error) (time.Duration, error)
	GetRetryToken(ctx context.Context, opErr error) (releaseToken func(error) error, err error)
	GetInitialToken() (releaseToken func(error) error)
}

type Config struct {
	Region           string
	BaseEndpoint     *string
	RetryMaxAttempts int
	Retryer          func() Retryer
}

type NopRetryer struct{}

func (NopRetryer) IsErrorRetryable(error) bool
func (NopRetryer) MaxAttempts() int
func (NopRetryer) RetryDelay(int, error) (time.Duration, error)
func (NopRetryer) GetRetryToken(context.Context, error) (func(error) error, error)
func (NopRetryer) GetInitialToken() func(error) error

func String(v string) *string { return &v }
