package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/Azure/go-autorest/autorest"
)

func main() {
	c := autorest.NewClientWithUserAgent("test")
	c.Sender = &http.Client{Timeout: 200 * time.Millisecond}
	req, err := http.NewRequest("GET", "http://"+os.Getenv("WITH_CAP_SERVER"), nil)

	if err != nil {
		log.Fatal(err)
	}

	_, err = c.Send(req, autorest.DoRetryForStatusCodesWithCap(2, time.Millisecond, time.Millisecond, 429, 500, 503))

	if err != nil {
		log.Fatal(err)
	}

}
