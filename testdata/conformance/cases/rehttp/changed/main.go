package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/PuerkitoBio/rehttp"
)

func main() {
	tr := rehttp.NewTransport(nil, rehttp.RetryAll(rehttp.RetryMaxRetries(2), func(rehttp.Attempt) bool { return true }), rehttp.ConstDelay(time.Millisecond))
	tr.PerAttemptTimeout = 200 * time.Millisecond
	client := &http.Client{Transport: tr}
	resp, err := client.Get("http://" + os.Getenv("CHANGED_SERVER"))

	if err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
}
