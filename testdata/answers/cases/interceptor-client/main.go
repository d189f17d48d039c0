// Interceptor-client maps errors where the client gets them.
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
	return s.stock.Get(ctx, req)
}

func limited(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	err := invoker(ctx, method, req, reply, cc, opts...)
	if code := status.Code(err); code == codes.Unavailable || code == codes.ResourceExhausted {
		return status.Errorf(codes.Aborted, "%s: %v", method, err)
	}
	return err
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("INTERCEPTOR_CLIENT_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(limited))
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
