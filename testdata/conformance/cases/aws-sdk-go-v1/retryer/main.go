package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/client"
	"github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/session"
	"github.com/aws/aws-sdk-go/service/s3"
)

func main() {
	s, err := session.NewSession(&aws.Config{
		Endpoint:         aws.String("http://" + os.Getenv("RETRYER_SERVER")),
		Region:           aws.String("us-east-1"),
		Credentials:      credentials.NewStaticCredentials("key", "secret", ""),
		S3ForcePathStyle: aws.Bool(true),
		HTTPClient:       &http.Client{Timeout: 200 * time.Millisecond},
		Retryer:          client.DefaultRetryer{NumMaxRetries: 1, MinThrottleDelay: time.Millisecond, MaxThrottleDelay: time.Millisecond},
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = s3.New(s).HeadObject(&s3.HeadObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key")})
	if err != nil {
		log.Fatal(err)
	}
}
