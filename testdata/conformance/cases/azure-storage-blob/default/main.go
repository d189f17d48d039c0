package main

import (
	"context"
	"log"
	"net/url"
	"os"
	"time"

	"github.com/Azure/azure-storage-blob-go/azblob"
)

func main() {
	u, err := url.Parse("http://" + os.Getenv("DEFAULT_SERVER") + "/account/container/blob")
	if err != nil {
		log.Fatal(err)
	}
	p := azblob.NewPipeline(azblob.NewAnonymousCredential(), azblob.PipelineOptions{Retry: azblob.RetryOptions{
		TryTimeout:    200 * time.Millisecond,
		RetryDelay:    time.Millisecond,
		MaxRetryDelay: time.Millisecond,
	}})
	_, err = azblob.NewBlobURL(*u, p).GetProperties(context.Background(), azblob.BlobAccessConditions{}, azblob.ClientProvidedKeyOptions{})
	if err != nil {
		log.Fatal(err)
	}
}
