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
		Addresses: []string{"http://" + os.Getenv("DEFAULT_SERVER")},
		Transport: &http.Transport{ResponseHeaderTimeout: 200 * time.Millisecond},
	})

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.Info()

	if err != nil {
		log.Fatal(err)
	}

}
