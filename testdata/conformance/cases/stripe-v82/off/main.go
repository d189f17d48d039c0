package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	stripe "github.com/stripe/stripe-go/v82"
)

func main() {
	c := stripe.NewClient("key", stripe.WithBackends(stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL:               stripe.String("http://" + os.Getenv("OFF_SERVER")),
		HTTPClient:        &http.Client{Timeout: 200 * time.Millisecond},
		MaxNetworkRetries: stripe.Int64(0),
	})))
	_, err := c.V1Customers.Create(context.Background(), nil)

	if err != nil {
		log.Fatal(err)
	}

}
