// Package retry holds the signatures of github.com/aws/aws-sdk-go-v2/aws/retry that tests use.
package retry

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type StandardOptions struct {
	MaxAttempts int
	MaxBackoff  time.Duration
}

type Standard struct{ aws.Retryer }

func NewStandard(fnOpts ...func(*StandardOptions)) *Standard

func AddWithMaxAttempts(r aws.Retryer, max int) aws.Retryer
func AddWithMaxBackoffDelay(r aws.Retryer, delay time.Duration) aws.Retryer
