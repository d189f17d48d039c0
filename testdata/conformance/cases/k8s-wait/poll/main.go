package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

var client = &http.Client{Timeout: 200 * time.Millisecond}

func get() error {
	resp, err := client.Get("http://" + os.Getenv("POLL_SERVER"))
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
	err := wait.Poll(40*time.Millisecond, 100*time.Millisecond, func() (bool, error) { return get() == nil, nil })

	if err != nil {
		log.Fatal(err)
	}
}
