// Package store asks the stock.
package store

import (
	"context"
	"fmt"
	"time"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
)

// Store knows what is left of the items.
type Store struct {
	client  shoppb.StockClient
	timeout time.Duration
}

// New returns a store on a connection.
func New(conn grpc.ClientConnInterface) *Store {
	return &Store{client: shoppb.NewStockClient(conn), timeout: 400 * time.Millisecond}
}

// Left is what is left of an item.
func (s *Store) Left(ctx context.Context, id string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	item, err := s.client.Get(ctx, &shoppb.ItemRequest{Id: id})
	if err != nil {
		return 0, fmt.Errorf("store: left of %q: %w", id, err)
	}
	return item.GetLeft(), nil
}
