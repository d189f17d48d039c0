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
	c, err := godo.New(&http.Client{Timeout: 200 * time.Millisecond}, godo.SetBaseURL("http://"+os.Getenv("DEFAULT_SERVER")+"/"))

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = c.Account.Get(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
