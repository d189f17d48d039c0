package main

import (
	"context"
	"log"
	"os"
	"time"

	kafka "github.com/segmentio/kafka-go"
)

func main() {
	w := &kafka.Writer{
		Addr:            kafka.TCP(os.Getenv("OFF_SERVER")),
		Topic:           "orders",
		BatchTimeout:    time.Millisecond,
		ReadTimeout:     200 * time.Millisecond,
		WriteTimeout:    200 * time.Millisecond,
		RequiredAcks:    kafka.RequireOne,
		WriteBackoffMin: time.Millisecond,
		WriteBackoffMax: time.Millisecond,
		MaxAttempts:     1,
	}
	err := w.WriteMessages(context.Background(), kafka.Message{Value: []byte("order")})

	if err != nil {
		log.Fatal(err)
	}

}
