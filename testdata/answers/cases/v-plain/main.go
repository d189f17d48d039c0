// V-plain puts the text of the error into one of its own.
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
		return nil, fmt.Errorf("getting %s: %v", req.GetId(), err)
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("V_PLAIN_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	shoppb.RegisterShopServer(server, &shop{stock: shoppb.NewStockClient(conn)})
	log.Fatal(server.Serve(ln))
}
