package main

import (
	"log"
	"os"
	"time"

	resty "resty.dev/v3"
)

func main() {
	client := resty.New().
		SetTimeout(200 * time.Millisecond).
		SetRetryWaitTime(time.Millisecond).
		SetRetryMaxWaitTime(time.Millisecond)

	_, err := client.R().Get("http://" + os.Getenv("DEFAULT_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
