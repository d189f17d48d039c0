// Package config holds the signatures of github.com/aws/aws-sdk-go-v2/config that tests use.
package config

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type LoadOptions struct {
	Region           string
	RetryMaxAttempts int
	Retryer          func() aws.Retryer
}

type LoadOptionsFunc func(*LoadOptions) error

func LoadDefaultConfig(ctx context.Context, optFns ...func(*LoadOptions) error) (cfg aws.Config, err error)

func WithRetryMaxAttempts(v int) LoadOptionsFunc
func WithRetryer(v func() aws.Retryer) LoadOptionsFunc
