// Package rpc holds the two gRPC services of the cases, as generated code would.
package rpc

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

// Retry is a service config that lets every call be tried four times while the
// callee is not available.
const Retry = `{"methodConfig": [{"name": [{}], "retryPolicy": {
	"maxAttempts": 4, "initialBackoff": "0.005s", "maxBackoff": "0.02s", "backoffMultiplier": 2,
	"retryableStatusCodes": ["UNAVAILABLE"]}}]}`

// Dial returns a connection whose calls do what the options say.
func Dial(addr string, options ...grpc.DialOption) (*grpc.ClientConn, error) {
	options = append(options, grpc.WithTransportCredentials(insecure.NewCredentials()))
	return grpc.NewClient(addr, options...)
}

// ShopServer is the service in the middle, or at the top.
type ShopServer interface {
	Show(ctx context.Context, in *emptypb.Empty) (*emptypb.Empty, error)
}

var shopDesc = grpc.ServiceDesc{
	ServiceName: "tiers.v1.Shop", HandlerType: (*ShopServer)(nil),
	Methods: []grpc.MethodDesc{{MethodName: "Show", Handler: func(srv any, ctx context.Context, dec func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		in := new(emptypb.Empty)
		if err := dec(in); err != nil {
			return nil, fmt.Errorf("decoding: %w", err)
		}
		return srv.(ShopServer).Show(ctx, in)
	}}},
}

// RegisterShopServer serves the shop.
func RegisterShopServer(s grpc.ServiceRegistrar, srv ShopServer) { s.RegisterService(&shopDesc, srv) }

// ShopClient calls the shop.
type ShopClient struct{ cc grpc.ClientConnInterface }

// NewShopClient returns a client of the shop.
func NewShopClient(cc grpc.ClientConnInterface) *ShopClient { return &ShopClient{cc} }

// Show asks the shop.
func (c *ShopClient) Show(ctx context.Context) error {
	return c.cc.Invoke(ctx, "/tiers.v1.Shop/Show", new(emptypb.Empty), new(emptypb.Empty))
}

// StockClient calls the leaf.
type StockClient struct{ cc grpc.ClientConnInterface }

// NewStockClient returns a client of the leaf.
func NewStockClient(cc grpc.ClientConnInterface) *StockClient { return &StockClient{cc} }

// Get asks the leaf.
func (c *StockClient) Get(ctx context.Context) error {
	return c.cc.Invoke(ctx, "/tiers.v1.Stock/Get", new(emptypb.Empty), new(emptypb.Empty))
}
