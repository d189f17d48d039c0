// As-domain keeps what went wrong in an error of its domain.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"answers.test/cases/as-domain/domain"
	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type stock struct {
	base string
	http http.Client
}

func (s *stock) get(ctx context.Context, id string) (*shoppb.Item, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/stock/"+id, http.NoBody)
	if err != nil {
		return nil, domain.E("stock.get", domain.Internal, err)
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, domain.E("stock.get", domain.Down, err)
	}
	defer resp.Body.Close()
	if err := check(resp); err != nil {
		return nil, fmt.Errorf("item %s: %w", id, err)
	}
	return &shoppb.Item{Id: id, Left: 1}, nil
}

func check(resp *http.Response) error {
	err := errors.New(resp.Status)
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusNotFound:
		return domain.E("stock.get", domain.NotFound, err)
	case resp.StatusCode == http.StatusTooManyRequests:
		return domain.E("stock.get", domain.Busy, err)
	case resp.StatusCode >= 500:
		return domain.E("stock.get", domain.Down, err)
	}
	return domain.E("stock.get", domain.Internal, err)
}

type shop struct {
	shoppb.UnimplementedShopServer
	stock *stock
}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	item, err := s.stock.get(ctx, req.GetId())
	if err != nil {
		return nil, toStatus(err)
	}
	return item, nil
}

func toStatus(err error) error {
	var de *domain.Error
	if !errors.As(err, &de) {
		return status.Error(codes.Unknown, err.Error())
	}
	switch de.Kind {
	case domain.NotFound:
		return status.Error(codes.NotFound, err.Error())
	case domain.Busy:
		return status.Error(codes.ResourceExhausted, err.Error())
	case domain.Down:
		return status.Error(codes.Unavailable, err.Error())
	default:
		return status.Error(codes.Internal, err.Error())
	}
}

func main() {
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	g := grpc.NewServer()
	shoppb.RegisterShopServer(g, &shop{stock: &stock{
		base: "http://" + os.Getenv("AS_DOMAIN_STOCK"), http: http.Client{Timeout: 500 * time.Millisecond},
	}})
	log.Fatal(g.Serve(ln))
}
