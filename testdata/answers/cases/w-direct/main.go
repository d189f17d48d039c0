// W-direct returns the error of the stock as it came.
package main

import (
	"context"
	"log"
	"net"
	"os"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type shop struct {
	shoppb.UnimplementedShopServer
	stock shoppb.StockClient
}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	item, err := s.stock.Get(ctx, req)
	if err != nil {
		log.Printf("show %s: %v", req.GetId(), err)
		return nil, err
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("W_DIRECT_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	shoppb.RegisterShopServer(server, &shop{stock: shoppb.NewStockClient(conn)})
	log.Fatal(server.Serve(ln))
}
