package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

func main() {
	client := redis.NewClient(&redis.Options{
		Addr:               os.Getenv("ZERO_SERVER"),
		ReadTimeout:        200 * time.Millisecond,
		MinRetryBackoff:    time.Millisecond,
		MaxRetryBackoff:    time.Millisecond,
		DialerRetryTimeout: time.Millisecond,
		MaxRetries:         0,
	})
	err := client.Get(context.Background(), "key").Err()

	if err != nil {
		log.Fatal(err)
	}

}
