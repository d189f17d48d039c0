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
	client.SetRetryCount(0)
	_, err := client.R().Get("http://" + os.Getenv("OFF_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
