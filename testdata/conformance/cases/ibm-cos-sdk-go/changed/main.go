package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/IBM/ibm-cos-sdk-go/aws"
	"github.com/IBM/ibm-cos-sdk-go/aws/credentials"
	"github.com/IBM/ibm-cos-sdk-go/aws/session"
	"github.com/IBM/ibm-cos-sdk-go/service/s3"
)

func main() {
	s, err := session.NewSession(&aws.Config{
		Endpoint:         aws.String("http://" + os.Getenv("CHANGED_SERVER")),
		Region:           aws.String("us-east-1"),
		Credentials:      credentials.NewStaticCredentials("key", "secret", ""),
		S3ForcePathStyle: aws.Bool(true),
		HTTPClient:       &http.Client{Timeout: 200 * time.Millisecond},
		MaxRetries:       aws.Int(1),
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = s3.New(s).HeadObject(&s3.HeadObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key")})
	if err != nil {
		log.Fatal(err)
	}
}
