// Package s3 holds the signatures of github.com/aws/aws-sdk-go-v2/service/s3 that tests use.
package s3

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type Options struct {
	BaseEndpoint     *string
	RetryMaxAttempts int
	Retryer          aws.Retryer
}

type (
	GetObjectInput  struct{ Bucket, Key *string }
	GetObjectOutput struct{ ETag *string }
)

type Client struct{ options Options }

func New(options Options, optFns ...func(*Options)) *Client
func NewFromConfig(cfg aws.Config, optFns ...func(*Options)) *Client

func (c *Client) GetObject(ctx context.Context, params *GetObjectInput, optFns ...func(*Options)) (*GetObjectOutput, error)
