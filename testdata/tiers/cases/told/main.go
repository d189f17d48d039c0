// Told asks the stock once where the request is itself a repeated one.
package main

import (
	"context"
	"log"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"

	"tiers.test/cases/rpc"
)

type shop struct{ stock, once *rpc.StockClient }

func (s *shop) Show(ctx context.Context, in *emptypb.Empty) (*emptypb.Empty, error) {
	if len(metadata.ValueFromIncomingContext(ctx, "grpc-previous-rpc-attempts")) > 0 {
		return in, s.once.Get(ctx)
	}
	return in, s.stock.Get(ctx)
}

func main() {
	conn, err := rpc.Dial(os.Getenv("STOCK"), grpc.WithDefaultServiceConfig(rpc.Retry))
	if err != nil {
		log.Fatal(err)
	}
	once, err := rpc.Dial(os.Getenv("STOCK"), grpc.WithDisableRetry())
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	rpc.RegisterShopServer(server, &shop{rpc.NewStockClient(conn), rpc.NewStockClient(once)})
	log.Fatal(server.Serve(ln))
}
