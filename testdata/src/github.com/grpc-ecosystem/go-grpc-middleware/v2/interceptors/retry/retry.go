// Package retry holds the signatures of
// github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry that tests use.
package retry

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

type (
	BackoffFunc func(ctx context.Context, attempt uint) time.Duration
	CallOption  struct{ grpc.CallOption }
)

func UnaryClientInterceptor(optFuncs ...CallOption) grpc.UnaryClientInterceptor
func StreamClientInterceptor(optFuncs ...CallOption) grpc.StreamClientInterceptor

func Disable() CallOption
func WithMax(maxRetries uint) CallOption
func WithBackoff(bf BackoffFunc) CallOption
func WithCodes(retryCodes ...codes.Code) CallOption
func WithPerRetryTimeout(timeout time.Duration) CallOption

// RetriableFunc says whether an error is retried.
type RetriableFunc func(err error) bool

func WithRetriable(retriableFunc RetriableFunc) CallOption

func BackoffLinear(waitBetween time.Duration) BackoffFunc
func BackoffLinearWithJitter(waitBetween time.Duration, jitterFraction float64) BackoffFunc
func BackoffExponential(scalar time.Duration) BackoffFunc
func BackoffExponentialWithJitter(scalar time.Duration, jitterFraction float64) BackoffFunc
