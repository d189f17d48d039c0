package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func main() {
	r := retry.AddWithMaxAttempts(retry.NewStandard(func(o *retry.StandardOptions) {
		o.RateLimiter = ratelimit.None
		o.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return time.Millisecond, nil })
	}), 0)
	c := s3.New(s3.Options{
		BaseEndpoint: aws.String("http://" + os.Getenv("ENDLESS_SERVER")),
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("key", "secret", ""),
		UsePathStyle: true,
		HTTPClient:   &http.Client{Timeout: 200 * time.Millisecond},
	})
	_, err := c.HeadObject(context.Background(), &s3.HeadObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key")}, func(o *s3.Options) { o.Retryer = r })
	if err != nil {
		log.Fatal(err)
	}
}
