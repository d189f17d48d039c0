package main

import (
	"context"
	"log"
	"os"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

func main() {
	conn, err := amqp.DialConfig("amqp://guest:guest@"+os.Getenv("DEFAULT_SERVER")+"/", amqp.Config{Heartbeat: 10 * time.Second})

	if err != nil {
		log.Fatal(err)
	}

	ch, err := conn.Channel()

	if err != nil {
		log.Fatal(err)
	}

	err = ch.PublishWithContext(context.Background(), "", "orders", false, false, amqp.Publishing{Body: []byte("order")})

	if err != nil {
		log.Fatal(err)
	}

	time.Sleep(300 * time.Millisecond) // what comes back comes later
}
