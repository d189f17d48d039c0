// V-status makes INTERNAL of every failure.
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
		return nil, status.Errorf(codes.Internal, "getting %s: %v", req.GetId(), err)
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("V_STATUS_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
