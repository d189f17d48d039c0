package main

import (
	"log"
	"os"
	"time"

	"github.com/gofiber/fiber/v3/client"
)

func main() {
	c := client.New().SetTimeout(200 * time.Millisecond)
	c.SetRetryConfig(&client.RetryConfig{MaxRetryCount: 2, InitialInterval: time.Millisecond, MaxBackoffTime: time.Millisecond})
	_, err := c.Get("http://" + os.Getenv("CHANGED_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
