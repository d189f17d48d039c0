package main

import (
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	elasticsearch "github.com/elastic/go-elasticsearch/v9"
)

func main() {
	es, err := elasticsearch.NewClient(elasticsearch.Config{
		Addresses:  []string{"http://" + os.Getenv("CHANGED_SERVER")},
		Transport:  &http.Transport{ResponseHeaderTimeout: 200 * time.Millisecond},
		MaxRetries: 1,
	})

	if err != nil {
		log.Fatal(err)
	}

	_, err = es.Index("orders", strings.NewReader("{}"))

	if err != nil {
		log.Fatal(err)
	}

}
