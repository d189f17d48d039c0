package main

import (
	"log"
	"os"
	"time"

	"github.com/nats-io/nats.go"
)

func main() {
	nc, err := nats.Connect("nats://" + os.Getenv("CORE_SERVER"))
	if err != nil {
		log.Fatal(err)
	}
	defer nc.Close()
	_, err = nc.Request("orders", []byte("{}"), time.Second)
	if err != nil {
		log.Fatal(err)
	}
}
