package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/sony/gobreaker"
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
	breaker := gobreaker.NewCircuitBreaker(gobreaker.Settings{})
	_, err := breaker.Execute(func() (any, error) { return nil, get() })

	if err != nil {
		log.Fatal(err)
	}

}
