// Loop-hand tries again in a loop of its own and answers with the last error.
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
	var last error
	for i := 0; i < 3; i++ {
		item, err := s.try(ctx, req)
		if err == nil {
			return item, nil
		}
		if code := status.Code(err); code != codes.Unavailable && code != codes.DeadlineExceeded {
			return nil, err
		}
		last = err
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, status.Errorf(status.Code(last), "gave up: %v", last)
}

func (s *shop) try(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	return s.stock.Get(ctx, req)
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("LOOP_HAND_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
