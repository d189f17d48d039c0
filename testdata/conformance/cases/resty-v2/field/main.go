package main

import (
	"log"
	"os"
	"time"

	"github.com/go-resty/resty/v2"
)

func main() {
	client := resty.New().
		SetTimeout(200 * time.Millisecond).
		SetRetryWaitTime(time.Millisecond).
		SetRetryMaxWaitTime(time.Millisecond)
	client.RetryCount = 2
	_, err := client.R().Get("http://" + os.Getenv("FIELD_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
