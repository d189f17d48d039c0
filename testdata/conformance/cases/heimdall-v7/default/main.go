package main

import (
	"log"
	"os"
	"time"

	"github.com/gojek/heimdall/v7"
	"github.com/gojek/heimdall/v7/httpclient"
)

func main() {
	client := httpclient.NewClient(
		httpclient.WithHTTPTimeout(200*time.Millisecond),
		httpclient.WithRetrier(heimdall.NewRetrier(heimdall.NewConstantBackoff(time.Millisecond, time.Millisecond))),
	)
	_, err := client.Get("http://"+os.Getenv("DEFAULT_SERVER"), nil)

	if err != nil {
		log.Fatal(err)
	}

}
