package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func main() {
	c := dynamodb.New(dynamodb.Options{
		BaseEndpoint:     aws.String("http://" + os.Getenv("CHANGED_SERVER")),
		Region:           "us-east-1",
		Credentials:      credentials.NewStaticCredentialsProvider("key", "secret", ""),
		HTTPClient:       &http.Client{Timeout: 200 * time.Millisecond},
		RetryMaxAttempts: 2,
	})
	_, err := c.DescribeTable(context.Background(), &dynamodb.DescribeTableInput{TableName: aws.String("table")})
	if err != nil {
		log.Fatal(err)
	}
}
