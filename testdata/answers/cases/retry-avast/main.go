// Retry-avast answers with the last error of avast/retry-go.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/avast/retry-go/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type shop struct {
	shoppb.UnimplementedShopServer
	stock shoppb.StockClient
}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	var item *shoppb.Item
	err := retry.Do(func() error {
		tryCtx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		var err error
		item, err = s.stock.Get(tryCtx, req)
		return err
	}, retry.Attempts(2), retry.Delay(10*time.Millisecond), retry.LastErrorOnly(true), retry.Context(ctx))
	if err != nil {
		return nil, err
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("RETRY_AVAST_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
