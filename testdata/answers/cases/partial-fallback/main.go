// Partial-fallback shows what it knew last where the stock does not answer.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"sync"
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

type cached struct {
	mu    sync.Mutex
	items map[string]*shoppb.Item
}

func (c *cached) get(id string) *shoppb.Item {
	c.mu.Lock()
	defer c.mu.Unlock()
	if item, ok := c.items[id]; ok {
		return item
	}
	return &shoppb.Item{Id: id}
}

func (c *cached) put(item *shoppb.Item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[item.GetId()] = item
}

var known = &cached{items: map[string]*shoppb.Item{}}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	item, err := s.stock.Get(ctx, req)
	if err == nil {
		known.put(item)
		return item, nil
	}
	if c := status.Code(err); c == codes.NotFound || c == codes.InvalidArgument {
		return nil, err
	}
	return known.get(req.GetId()), nil
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("PARTIAL_FALLBACK_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
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
