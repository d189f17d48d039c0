// Retry-backoff answers with the final error of cenkalti/backoff.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/cenkalti/backoff/v5"
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
	get := func() (*shoppb.Item, error) {
		try, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		item, err := s.stock.Get(try, req)
		if status.Code(err) == codes.NotFound {
			return nil, backoff.Permanent(err)
		}
		return item, err
	}
	b := backoff.NewConstantBackOff(10 * time.Millisecond)
	item, err := backoff.Retry(ctx, get, backoff.WithBackOff(b), backoff.WithMaxTries(2))
	if err != nil {
		return nil, fmt.Errorf("show: %w", err)
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("RETRY_BACKOFF_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
