// W-wrapped wraps the error of the stock, which it gives half a second.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
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
		return nil, fmt.Errorf("getting %s: %w", req.GetId(), err)
	}
	return item, nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	conn, err := grpc.NewClient(os.Getenv("W_WRAPPED_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	shoppb.RegisterShopServer(server, &shop{stock: shoppb.NewStockClient(conn)})
	return server.Serve(ln)
}
