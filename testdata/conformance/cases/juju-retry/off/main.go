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
	err := retry.Call(retry.CallArgs{
		Func:     get,
		Clock:    clock.WallClock,
		Delay:    time.Millisecond,
		Attempts: 1,
	})

	if err != nil {
		log.Fatal(err)
	}

}
