package main

import (
	"context"
	"log"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	conn, err := grpc.NewClient(os.Getenv("OFF_SERVER"),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{"service": "shop.Inventory"}], "retryPolicy": {
		"maxAttempts": 4, "initialBackoff": "0.001s", "maxBackoff": "0.001s", "backoffMultiplier": 1.0,
		"retryableStatusCodes": ["UNAVAILABLE"]}}]}`),
		grpc.WithDisableRetry(),
	)

	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err = conn.Invoke(ctx, "/shop.Inventory/GetItem", &emptypb.Empty{}, &emptypb.Empty{})

	if err != nil {
		log.Fatal(err)
	}

}
