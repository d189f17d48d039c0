// Switch-code keeps two codes and makes INTERNAL of all others.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type shop struct {
	shoppb.UnimplementedShopServer
	stock shoppb.StockClient
}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	item, err := s.stock.Get(ctx, req)
	if err != nil {
		switch status.Code(err) {
		case codes.Unavailable:
			return nil, status.Error(codes.Unavailable, "the stock is away")
		case codes.NotFound:
			return nil, status.Error(codes.NotFound, "no such item")
		default:
			return nil, status.Error(codes.Internal, "cannot show the item")
		}
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("SWITCH_CODE_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	g := grpc.NewServer()
	shoppb.RegisterShopServer(g, &shop{stock: shoppb.NewStockClient(conn)})
	log.Fatal(g.Serve(ln))
}
