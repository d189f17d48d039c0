package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"golang.org/x/sync/errgroup"

	"github.com/ampcheck/ampcheck/testdata/shop/inventorypb"
)

// itemsPerOrder is the size of every order: the shop sells boxes of eight.
const itemsPerOrder = 8

// orders serves the routes of orders.
type orders struct {
	inventory inventorypb.InventoryClient
}

// price answers with the price of an order.
func (o *orders) price(w http.ResponseWriter, r *http.Request) {
	cents, err := o.total(r.Context(), r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, cents)
}

// total adds up the prices of the items, which it asks for at the same time.
// The group is a plain one: an item that fails does not stop the others.
func (o *orders) total(ctx context.Context, order string) (int64, error) {
	var g errgroup.Group
	var prices [itemsPerOrder]int64
	for i := range itemsPerOrder {
		g.Go(func() error {
			cents, err := o.itemPrice(ctx, fmt.Sprintf("%s-%d", order, i))
			prices[i] = cents
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	var sum int64
	for _, cents := range prices {
		sum += cents
	}
	return sum, nil
}

// itemPrice asks inventory for the price of one item, three times at most.
func (o *orders) itemPrice(ctx context.Context, item string) (int64, error) {
	var reply *inventorypb.PriceReply
	err := retry.Do(
		func() error {
			var err error
			reply, err = o.inventory.Price(ctx, &inventorypb.PriceRequest{Item: item})
			return err
		},
		retry.Context(ctx),
		retry.Attempts(3),
		retry.Delay(5*time.Millisecond),
		retry.MaxJitter(5*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return 0, fmt.Errorf("price of %s: %w", item, err)
	}
	return reply.GetCents(), nil
}
