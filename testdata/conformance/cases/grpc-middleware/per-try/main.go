package main

import (
	"context"
	"log"
	"os"
	"time"

	grpc_retry "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	conn, err := grpc.NewClient(os.Getenv("PER_TRY_SERVER"),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(grpc_retry.UnaryClientInterceptor(grpc_retry.WithBackoff(grpc_retry.BackoffLinear(time.Millisecond)), grpc_retry.WithMax(3), grpc_retry.WithPerRetryTimeout(100*time.Millisecond))),
	)

	if err != nil {
		log.Fatal(err)
	}

	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err = conn.Invoke(ctx, "/shop.Inventory/GetItem", &emptypb.Empty{}, &emptypb.Empty{})

	if err != nil {
		log.Fatal(err)
	}

}
