// Logged writes down which try a request is, and tries again all the same.
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

type shop struct{ stock *rpc.StockClient }

func (s *shop) Show(ctx context.Context, in *emptypb.Empty) (*emptypb.Empty, error) {
	if tries := metadata.ValueFromIncomingContext(ctx, "grpc-previous-rpc-attempts"); len(tries) > 0 {
		log.Print("after ", tries[0])
	}
	return in, s.stock.Get(ctx)
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
