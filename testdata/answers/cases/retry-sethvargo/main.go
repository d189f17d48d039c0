// Retry-sethvargo tries again only where the stock is away.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/sethvargo/go-retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type shop struct {
	shoppb.UnimplementedShopServer
	stock shoppb.StockClient
}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (item *shoppb.Item, err error) {
	b := retry.WithMaxRetries(2, retry.NewConstant(10*time.Millisecond))
	err = retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		var getErr error
		item, getErr = s.stock.Get(ctx, req)
		if status.Code(getErr) == codes.Unavailable {
			return retry.RetryableError(getErr)
		}
		return getErr
	})
	return item, err
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("RETRY_SETHVARGO_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
