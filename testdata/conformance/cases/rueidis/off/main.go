package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/redis/rueidis"
)

func main() {
	client, err := rueidis.NewClient(rueidis.ClientOption{
		InitAddress:       []string{os.Getenv("OFF_SERVER")},
		AlwaysRESP2:       true,
		DisableCache:      true,
		ForceSingleClient: true,
		ConnWriteTimeout:  100 * time.Millisecond,
		RetryDelay:        func(int, rueidis.Completed, error) time.Duration { return time.Millisecond },
		DisableRetry:      true,
	})

	if err != nil {
		log.Fatal(err)
	}

	err = client.Do(context.Background(), client.B().Get().Key("key").Build()).Error()

	if err != nil {
		log.Fatal(err)
	}

}
