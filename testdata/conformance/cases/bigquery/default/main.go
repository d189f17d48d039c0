package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"cloud.google.com/go/bigquery"
	"google.golang.org/api/option"
)

func main() {
	ctx := context.Background()
	c, err := bigquery.NewClient(ctx, "project", option.WithEndpoint("http://"+os.Getenv("DEFAULT_SERVER")+"/bigquery/v2/"), option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}))

	if err != nil {
		log.Fatal(err)
	}

	_, err = c.Dataset("data").Metadata(ctx)

	if err != nil {
		log.Fatal(err)
	}

}
