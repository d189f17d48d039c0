package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/cenkalti/backoff/v5"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("STOP_SERVER"))
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
	op := func() (bool, error) { return true, get() }
	_, err := backoff.Retry(context.Background(), op, backoff.WithBackOff(&backoff.StopBackOff{}))

	if err != nil {
		log.Fatal(err)
	}
}
