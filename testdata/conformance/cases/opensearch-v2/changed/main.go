package main

import (
	"log"
	"net/http"
	"os"
	"time"

	opensearch "github.com/opensearch-project/opensearch-go/v2"
)

func main() {
	client, err := opensearch.NewClient(opensearch.Config{
		Addresses:  []string{"http://" + os.Getenv("CHANGED_SERVER")},
		Transport:  &http.Transport{ResponseHeaderTimeout: 200 * time.Millisecond},
		MaxRetries: 1,
	})

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.Info()

	if err != nil {
		log.Fatal(err)
	}

}
