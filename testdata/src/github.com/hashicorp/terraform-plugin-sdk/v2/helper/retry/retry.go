// Package retry holds the signatures of
// github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry that tests use.
package retry

import (
	"context"
	"time"
)

type RetryError struct {
	Err       error
	Retryable bool
}

type RetryFunc func() *RetryError

func RetryContext(ctx context.Context, timeout time.Duration, f RetryFunc) error { return nil }
func Retry(timeout time.Duration, f RetryFunc) error                             { return nil }
func RetryableError(err error) *RetryError                                       { return nil }
func NonRetryableError(err error) *RetryError                                    { return nil }
