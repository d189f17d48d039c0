package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	opensearch "github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"
)

func main() {
	client, err := opensearchapi.NewClient(opensearchapi.Config{Client: opensearch.Config{
		Addresses:  []string{"http://" + os.Getenv("ZERO_SERVER")},
		Transport:  &http.Transport{ResponseHeaderTimeout: 200 * time.Millisecond},
		MaxRetries: 0,
	}})

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.Index(context.Background(), opensearchapi.IndexReq{Index: "test", Body: strings.NewReader("{}")})

	if err != nil {
		log.Fatal(err)
	}

}
