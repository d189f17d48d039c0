package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/sethvargo/go-retry"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("DURATION_SERVER"))
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
	err := retry.Do(context.Background(), retry.WithMaxDuration(100*time.Millisecond, retry.NewConstant(40*time.Millisecond)), func(ctx context.Context) error {
		if err := get(); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})

	if err != nil {
		log.Fatal(err)
	}
}
