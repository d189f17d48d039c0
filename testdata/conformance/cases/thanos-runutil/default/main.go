package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/thanos-io/thanos/pkg/runutil"
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
	err := runutil.Retry(time.Millisecond, make(chan struct{}), get)

	if err != nil {
		log.Fatal(err)
	}
}
