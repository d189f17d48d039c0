// W-join joins the error of the stock with one of its own.
package main

import (
	"context"
	"errors"
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

var errShow = errors.New("cannot show the item")

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (item *shoppb.Item, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(errShow, err)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	return s.stock.Get(ctx, req)
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("W_JOIN_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
