package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/go-redis/redis/v8"
)

func main() {
	client := redis.NewClient(&redis.Options{
		Addr:            os.Getenv("DEFAULT_SERVER"),
		ReadTimeout:     200 * time.Millisecond,
		MinRetryBackoff: time.Millisecond,
		MaxRetryBackoff: time.Millisecond,
	})
	err := client.Get(context.Background(), "key").Err()

	if err != nil {
		log.Fatal(err)
	}

}
