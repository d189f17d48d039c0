package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	gax "github.com/googleapis/gax-go/v2"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("CHANGED_SERVER"))
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
	retryer := func() gax.Retryer {
		return gax.OnErrorFunc(gax.Backoff{Initial: time.Millisecond, Max: time.Millisecond}, func(error) bool { return true })
	}
	err := gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return get() }, gax.WithRetry(retryer))

	if err != nil {
		log.Fatal(err)
	}
}
