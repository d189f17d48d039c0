package main

import (
	"context"
	"log"
	"os"

	"github.com/go-redis/redis/v8"
)

func main() {
	opts, err := redis.ParseURL("redis://" + os.Getenv("URL_SERVER") + "/0?max_retries=2&read_timeout=200ms&min_retry_backoff=1ms&max_retry_backoff=1ms")

	if err != nil {
		log.Fatal(err)
	}

	client := redis.NewClient(opts)
	err = client.Get(context.Background(), "key").Err()

	if err != nil {
		log.Fatal(err)
	}

}
