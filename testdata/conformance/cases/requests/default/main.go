package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/carlmjohnson/requests"
)

func main() {
	err := requests.URL("http://" + os.Getenv("DEFAULT_SERVER")).Client(&http.Client{Timeout: 200 * time.Millisecond}).Fetch(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
