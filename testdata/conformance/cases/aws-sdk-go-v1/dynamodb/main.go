package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/session"
	"github.com/aws/aws-sdk-go/service/dynamodb"
)

func main() {
	s, err := session.NewSession(&aws.Config{
		Endpoint:    aws.String("http://" + os.Getenv("DYNAMODB_SERVER")),
		Region:      aws.String("us-east-1"),
		Credentials: credentials.NewStaticCredentials("key", "secret", ""),
		HTTPClient:  &http.Client{Timeout: 200 * time.Millisecond},
		SleepDelay:  func(time.Duration) {},
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = dynamodb.New(s).DescribeTable(&dynamodb.DescribeTableInput{TableName: aws.String("table")})
	if err != nil {
		log.Fatal(err)
	}
}
