// Wrapped wraps the error of the stock, which it asks four times at most.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"

	"tiers.test/cases/rpc"
)

type shop struct{ stock *rpc.StockClient }

func (s *shop) Show(ctx context.Context, in *emptypb.Empty) (*emptypb.Empty, error) {
	if err := s.stock.Get(ctx); err != nil {
		return nil, fmt.Errorf("asking the stock: %w", err)
	}
	return in, nil
}

func main() {
	conn, err := rpc.Dial(os.Getenv("STOCK"), grpc.WithDefaultServiceConfig(rpc.Retry))
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	rpc.RegisterShopServer(server, &shop{rpc.NewStockClient(conn)})
	log.Fatal(server.Serve(ln))
}
