package main

import (
	"log"
	"net/http"
	"os"
	"time"

	elasticsearch "github.com/elastic/go-elasticsearch/v7"
)

func main() {
	es, err := elasticsearch.NewClient(elasticsearch.Config{
		Addresses:    []string{"http://" + os.Getenv("OFF_SERVER")},
		Transport:    &http.Transport{ResponseHeaderTimeout: 200 * time.Millisecond},
		DisableRetry: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = es.Info()
	if err != nil {
		log.Fatal(err)
	}
}
