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
	resp, err := client.Get("http://" + os.Getenv("ENDLESS_SERVER"))
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
	r := retrier.New(retrier.ConstantBackoff(1, time.Millisecond), nil).WithInfiniteRetry()
	err := r.Run(get)

	if err != nil {
		log.Fatal(err)
	}

}
