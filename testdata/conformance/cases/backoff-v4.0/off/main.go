package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/cenkalti/backoff/v4"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("OFF_SERVER"))
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= 400 {
		return errors.New(resp.Status)
	}
	return nil
}

func main() {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = 10 * time.Millisecond
	err := backoff.Retry(get, backoff.WithMaxRetries(b, 0))

	if err != nil {
		log.Fatal(err)
	}
}
