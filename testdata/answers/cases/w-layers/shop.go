package main

import (
	"context"
	"fmt"

	"answers.test/cases/shoppb"
)

// Store is what the shop needs of the stock.
type Store interface {
	Left(ctx context.Context, id string) (int64, error)
}

// Shop shows items.
type Shop struct {
	shoppb.UnimplementedShopServer
	store Store
}

// NewShop returns a shop.
func NewShop(store Store) *Shop { return &Shop{store: store} }

// Show says how many there are of an item.
func (s *Shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	left, err := s.store.Left(ctx, req.GetId())
	if err != nil {
		return nil, fmt.Errorf("show: %w", err)
	}
	return &shoppb.Item{Id: req.GetId(), Left: left}, nil
}
