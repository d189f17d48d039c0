// V-errors-new makes a new error of the text of the old one.
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"os"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type server struct {
	shoppb.UnimplementedShopServer
	conn *grpc.ClientConn
}

func (s server) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	item, err := s.lookup(ctx, req.GetId())
	return item, err
}

func (s server) lookup(ctx context.Context, id string) (*shoppb.Item, error) {
	item, err := shoppb.NewStockClient(s.conn).Get(ctx, &shoppb.ItemRequest{Id: id})
	if err != nil {
		return nil, errors.New("stock: " + err.Error())
	}
	return item, nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("V_ERRORS_NEW_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	g := grpc.NewServer()
	shoppb.RegisterShopServer(g, server{conn: conn})
	log.Fatal(g.Serve(ln))
}
