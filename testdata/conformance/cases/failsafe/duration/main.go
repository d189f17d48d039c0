package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
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
	policy := retrypolicy.NewBuilder[any]().WithMaxAttempts(-1).WithDelay(40 * time.Millisecond).WithMaxDuration(100 * time.Millisecond).Build()
	err := failsafe.With(policy).Run(get)

	if err != nil {
		log.Fatal(err)
	}
}
