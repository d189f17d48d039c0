package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/linode/linodego"
)

func main() {
	c := linodego.NewClient(&http.Client{Timeout: 200 * time.Millisecond})
	c.SetBaseURL("http://" + os.Getenv("DEFAULT_SERVER"))
	c.SetRetryWaitTime(time.Millisecond)
	c.SetRetryMaxWaitTime(time.Millisecond)

	_, err := c.GetAccount(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
