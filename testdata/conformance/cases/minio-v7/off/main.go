package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

func main() {
	minio.DefaultRetryUnit = time.Millisecond
	minio.DefaultRetryCap = time.Millisecond

	client, err := minio.New(os.Getenv("OFF_SERVER"), &minio.Options{
		Creds:      credentials.NewStaticV4("key", "secret", ""),
		Region:     "us-east-1",
		Transport:  &http.Transport{ResponseHeaderTimeout: 200 * time.Millisecond},
		MaxRetries: 1,
	})

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.StatObject(context.Background(), "bucket", "object", minio.StatObjectOptions{})

	if err != nil {
		log.Fatal(err)
	}

}
