// Package grpc holds the signatures of github.com/go-kratos/kratos/v2/transport/grpc
// that tests use.
package grpc

import (
	"context"
	"time"

	"github.com/go-kratos/kratos/v2/middleware"
	"google.golang.org/grpc"
)

type (
	clientOptions struct{}
	ClientOption  func(o *clientOptions)
	ServerOption  func(o *Server)

	Server struct{ *grpc.Server }
)

func Dial(ctx context.Context, opts ...ClientOption) (*grpc.ClientConn, error)
func DialInsecure(ctx context.Context, opts ...ClientOption) (*grpc.ClientConn, error)

func WithEndpoint(endpoint string) ClientOption
func WithTimeout(timeout time.Duration) ClientOption
func WithMiddleware(m ...middleware.Middleware) ClientOption
func WithUnaryInterceptor(in ...grpc.UnaryClientInterceptor) ClientOption

func NewServer(opts ...ServerOption) *Server
func (s *Server) Start(ctx context.Context) error
