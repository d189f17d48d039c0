package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/strategy"
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
	err := retry.Retry(func(uint) error { return get() }, strategy.Limit(3))

	if err != nil {
		log.Fatal(err)
	}

}
