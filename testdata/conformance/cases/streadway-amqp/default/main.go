package main

import (
	"log"
	"os"
	"time"

	"github.com/streadway/amqp"
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

	err = ch.Publish("", "orders", false, false, amqp.Publishing{Body: []byte("order")})

	if err != nil {
		log.Fatal(err)
	}

	time.Sleep(300 * time.Millisecond) // what comes back comes later
}
