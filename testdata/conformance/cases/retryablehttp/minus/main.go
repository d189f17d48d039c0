package main

import (
	"log"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	client := retryablehttp.NewClient()
	client.Logger = nil
	client.RetryWaitMin = time.Millisecond
	client.RetryWaitMax = time.Millisecond
	client.HTTPClient.Timeout = 200 * time.Millisecond
	client.RetryMax = -1
	resp, err := client.Get("http://" + os.Getenv("MINUS_SERVER"))
	if err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
}
