package main

import (
	"context"
	"log"
	"os"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

func main() {
	c, err := clientv3.New(clientv3.Config{Endpoints: []string{"http://" + os.Getenv("OFF_SERVER")}, BackoffWaitBetween: time.Millisecond, MaxUnaryRetries: 1})

	if err != nil {
		log.Fatal(err)
	}

	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, err = c.Get(ctx, "key")

	if err != nil {
		log.Fatal(err)
	}

}
