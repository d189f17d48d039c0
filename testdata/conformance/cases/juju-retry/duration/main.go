package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/juju/clock"
	"github.com/juju/retry"
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
	err := retry.Call(retry.CallArgs{
		Func:        get,
		Clock:       clock.WallClock,
		Delay:       40 * time.Millisecond,
		MaxDuration: 100 * time.Millisecond,
	})

	if err != nil {
		log.Fatal(err)
	}
}
