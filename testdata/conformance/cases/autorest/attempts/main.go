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
	req, err := http.NewRequest("GET", "http://"+os.Getenv("ATTEMPTS_SERVER"), nil)

	if err != nil {
		log.Fatal(err)
	}

	_, err = c.Send(req, autorest.DoRetryForAttempts(3, time.Millisecond))

	if err != nil {
		log.Fatal(err)
	}

}
