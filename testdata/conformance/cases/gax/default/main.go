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
	resp, err := client.Get("http://" + os.Getenv("DEFAULT_SERVER"))
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
	err := gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return get() })

	if err != nil {
		log.Fatal(err)
	}
}
