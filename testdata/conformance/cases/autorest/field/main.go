package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/Azure/azure-sdk-for-go/services/resources/mgmt/2021-01-01/subscriptions"
)

func main() {
	c := subscriptions.NewClientWithBaseURI("http://" + os.Getenv("FIELD_SERVER"))
	c.Sender = &http.Client{Timeout: 200 * time.Millisecond}
	c.RetryAttempts = 1
	c.RetryDuration = time.Millisecond
	_, err := c.Get(context.Background(), "subscription")

	if err != nil {
		log.Fatal(err)
	}

}
