package main

import (
	"log"
	"os"
	"time"

	"github.com/Shopify/sarama"
)

func main() {
	config := sarama.NewConfig()
	config.Version = sarama.V0_11_0_0
	config.Producer.Return.Successes = true
	config.Producer.Retry.Backoff = time.Millisecond
	config.Metadata.Retry.Backoff = time.Millisecond
	config.Net.ReadTimeout = 200 * time.Millisecond
	config.Producer.Retry.Max = 1
	p, err := sarama.NewSyncProducer([]string{os.Getenv("CHANGED_SERVER")}, config)

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = p.SendMessage(&sarama.ProducerMessage{Topic: "orders", Value: sarama.StringEncoder("order")})

	if err != nil {
		log.Fatal(err)
	}

}
