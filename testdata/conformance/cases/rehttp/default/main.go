package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/PuerkitoBio/rehttp"
)

func main() {
	tr := rehttp.NewTransport(nil, rehttp.RetryAny(rehttp.RetryTemporaryErr(), rehttp.RetryStatusInterval(500, 600)), rehttp.ConstDelay(time.Millisecond))
	tr.PerAttemptTimeout = 200 * time.Millisecond
	client := &http.Client{Transport: tr}
	resp, err := client.Get("http://" + os.Getenv("DEFAULT_SERVER"))

	if err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
}
