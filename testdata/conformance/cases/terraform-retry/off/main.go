package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
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
	err := retry.RetryContext(context.Background(), 5*time.Second, func() *retry.RetryError {
		if err := get(); err != nil {
			return retry.NonRetryableError(err)
		}
		return nil
	})

	if err != nil {
		log.Fatal(err)
	}

}
