package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/digitalocean/godo"
	"golang.org/x/oauth2"
)

func main() {
	hc := oauth2.NewClient(context.Background(), oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "token"}))
	hc.Timeout = 200 * time.Millisecond
	c, err := godo.New(hc, godo.SetBaseURL("http://"+os.Getenv("CHANGED_SERVER")+"/"), godo.WithRetryAndBackoffs(godo.RetryConfig{RetryMax: 2, RetryWaitMin: godo.PtrTo(0.001), RetryWaitMax: godo.PtrTo(0.001)}))

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = c.Account.Get(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
