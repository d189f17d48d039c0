package main

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ampcheck/ampcheck/testdata/shop/inventorypb"
)

// inventory serves shop.inventory.v1.Inventory.
type inventory struct {
	inventorypb.UnimplementedInventoryServer
	db *pgxpool.Pool
}

// Price answers with the price of one item.
func (s *inventory) Price(ctx context.Context, req *inventorypb.PriceRequest) (*inventorypb.PriceReply, error) {
	cents, err := s.lookUp(ctx, req.GetItem())
	if err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return &inventorypb.PriceReply{Cents: cents}, nil
}

// lookUp asks the database for the price of an item, three times at most.
func (s *inventory) lookUp(ctx context.Context, item string) (int64, error) {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = 5 * time.Millisecond
	return backoff.Retry(ctx, func() (int64, error) {
		var cents int64
		err := s.db.QueryRow(ctx, "select cents from prices where item = $1", item).Scan(&cents)
		return cents, err
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(3))
}
