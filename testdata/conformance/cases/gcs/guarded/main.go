package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"cloud.google.com/go/storage"
	gax "github.com/googleapis/gax-go/v2"
	"google.golang.org/api/option"
)

func main() {
	ctx := context.Background()
	c, err := storage.NewClient(ctx, option.WithEndpoint("http://"+os.Getenv("GUARDED_SERVER")+"/storage/v1/"), option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}))

	if err != nil {
		log.Fatal(err)
	}

	c.SetRetry(storage.WithBackoff(gax.Backoff{Initial: time.Millisecond, Max: time.Millisecond}))
	err = c.Bucket("bucket").Object("object").If(storage.Conditions{GenerationMatch: 7}).Delete(ctx)

	if err != nil {
		log.Fatal(err)
	}

}
