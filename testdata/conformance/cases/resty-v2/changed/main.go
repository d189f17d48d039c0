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
	client.SetRetryCount(3)
	_, err := client.R().Post("http://" + os.Getenv("CHANGED_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
