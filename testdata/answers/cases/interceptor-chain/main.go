// Interceptor-chain has two interceptors round its service: the inner one maps errors.
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
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type shop struct {
	shoppb.UnimplementedShopServer
	stock shoppb.StockClient
}

type appError struct {
	code codes.Code
	err  error
}

func (e appError) Error() string { return e.err.Error() }

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	item, err := s.stock.Get(ctx, req)
	switch status.Code(err) {
	case codes.OK:
		return item, nil
	case codes.Unavailable, codes.DeadlineExceeded:
		return nil, appError{codes.Unavailable, err}
	case codes.ResourceExhausted:
		return nil, appError{codes.ResourceExhausted, err}
	}
	return nil, err
}

func logged(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	began := time.Now()
	resp, err := handler(ctx, req)
	log.Printf("%s took %s: %v", info.FullMethod, time.Since(began), err)
	return resp, err
}

func mapped() grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		resp, err := handler(ctx, req)
		var ae appError
		if errors.As(err, &ae) {
			return nil, status.Error(ae.code, ae.Error())
		}
		if err != nil {
			return nil, status.Error(codes.Internal, "internal")
		}
		return resp, nil
	}
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("INTERCEPTOR_CHAIN_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	g := grpc.NewServer(grpc.ChainUnaryInterceptor(logged, mapped()))
	shoppb.RegisterShopServer(g, &shop{stock: shoppb.NewStockClient(conn)})
	log.Fatal(g.Serve(ln))
}
