package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func main() {
	c := s3.New(s3.Options{
		BaseEndpoint: aws.String("http://" + os.Getenv("RETRYER_SERVER")),
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("key", "secret", ""),
		UsePathStyle: true,
		HTTPClient:   &http.Client{Timeout: 200 * time.Millisecond},
		Retryer:      retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = 4 }),
	})
	_, err := c.HeadObject(context.Background(), &s3.HeadObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key")})
	if err != nil {
		log.Fatal(err)
	}
}
