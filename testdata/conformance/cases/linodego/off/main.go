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
	c.SetBaseURL("http://" + os.Getenv("OFF_SERVER"))
	c.SetRetryWaitTime(time.Millisecond)
	c.SetRetryMaxWaitTime(time.Millisecond)
	c.SetRetryCount(0)
	_, err := c.GetAccount(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
