package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/eapache/go-resiliency/retrier"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("LIMITED_SERVER"))
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
	r := retrier.New(retrier.LimitedExponentialBackoff(3, time.Millisecond, time.Millisecond), nil)
	err := r.Run(get)

	if err != nil {
		log.Fatal(err)
	}

}
