package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
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
	err := retry.OnError(wait.Backoff{Steps: 1, Duration: time.Millisecond}, func(error) bool { return true }, get)

	if err != nil {
		log.Fatal(err)
	}

}
