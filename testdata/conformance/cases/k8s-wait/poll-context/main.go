package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("POLL_CONTEXT_SERVER"))
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
	err := wait.PollUntilContextTimeout(context.Background(), 200*time.Millisecond, 900*time.Millisecond, true, func(ctx context.Context) (bool, error) { return get() == nil, nil })

	if err != nil {
		log.Fatal(err)
	}
}
