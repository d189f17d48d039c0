package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func main() {
	client, err := kgo.NewClient(
		kgo.SeedBrokers(os.Getenv("DEFAULT_SERVER")),
		kgo.DisableIdempotentWrite(),
		kgo.MetadataMinAge(10*time.Millisecond),
		kgo.RetryBackoffFn(func(int) time.Duration { return time.Millisecond }),
		kgo.ProduceRequestTimeout(200*time.Millisecond),
		kgo.RequestTimeoutOverhead(200*time.Millisecond),
	)

	if err != nil {
		log.Fatal(err)
	}

	err = client.ProduceSync(context.Background(), &kgo.Record{Topic: "orders", Value: []byte("order")}).FirstErr()

	if err != nil {
		log.Fatal(err)
	}
}
