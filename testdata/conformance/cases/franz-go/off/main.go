package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func main() {
	c, err := kgo.NewClient(
		kgo.SeedBrokers(os.Getenv("OFF_SERVER")),
		kgo.DefaultProduceTopic("orders"),
		kgo.DisableIdempotentWrite(),
		kgo.RequiredAcks(kgo.LeaderAck()),
		kgo.ProduceRequestTimeout(100*time.Millisecond),
		kgo.RequestTimeoutOverhead(100*time.Millisecond),
		kgo.RetryBackoffFn(func(int) time.Duration { return time.Millisecond }),
		kgo.MetadataMinAge(time.Millisecond),
		kgo.RecordRetries(0),
	)

	if err != nil {
		log.Fatal(err)
	}

	err = c.ProduceSync(context.Background(), &kgo.Record{Value: []byte("order")}).FirstErr()

	if err != nil {
		log.Fatal(err)
	}

}
