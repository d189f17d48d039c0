package main

import (
	"context"
	"log"
	"net/url"
	"os"

	"github.com/digitalocean/godo"
)

func main() {
	c := godo.NewFromToken("token")
	base, err := url.Parse("http://" + os.Getenv("TOKEN_SERVER") + "/")

	if err != nil {
		log.Fatal(err)
	}

	c.BaseURL = base
	_, _, err = c.Account.Get(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
