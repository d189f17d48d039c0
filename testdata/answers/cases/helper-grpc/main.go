// Helper-grpc leaves the code to a helper of another package.
package main

import (
	"context"
	"log"
	"net"
	"os"

	"answers.test/cases/helper-grpc/apperr"
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
		return nil, apperr.ToStatus(apperr.Wrap(err, "show"))
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("HELPER_GRPC_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
