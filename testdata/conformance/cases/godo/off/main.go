package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/digitalocean/godo"
)

func main() {
	c, err := godo.New(&http.Client{Timeout: 200 * time.Millisecond}, godo.SetBaseURL("http://"+os.Getenv("OFF_SERVER")+"/"), godo.WithRetryAndBackoffs(godo.RetryConfig{RetryMax: 0}))

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = c.Account.Get(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
