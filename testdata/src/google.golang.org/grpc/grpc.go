// Package grpc holds the signatures of google.golang.org/grpc that tests use.
package grpc

import (
	"context"
	"net"

	"google.golang.org/grpc/credentials"
)

type (
	DialOption   interface{ apply(*dialOptions) }
	CallOption   interface{ before(*callInfo) error }
	ServerOption interface{ apply(*serverOptions) }

	dialOptions   struct{}
	callInfo      struct{}
	serverOptions struct{}
)

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args any, reply any, opts ...CallOption) error
	NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error)
}

type ClientConn struct{}

type (
	UnaryInvoker           func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
	UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error

	Streamer                func(ctx context.Context, desc *StreamDesc, cc *ClientConn, method string, opts ...CallOption) (ClientStream, error)
	StreamClientInterceptor func(ctx context.Context, desc *StreamDesc, cc *ClientConn, method string, streamer Streamer, opts ...CallOption) (ClientStream, error)

	UnaryHandler           func(ctx context.Context, req any) (any, error)
	UnaryServerInterceptor func(ctx context.Context, req any, info *UnaryServerInfo, handler UnaryHandler) (resp any, err error)
	StreamHandler          func(srv any, stream ServerStream) error
)

type UnaryServerInfo struct {
	Server     any
	FullMethod string
}

type ClientStream interface {
	CloseSend() error
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

type ServerStream interface {
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

type MethodHandler func(srv any, ctx context.Context, dec func(any) error, interceptor UnaryServerInterceptor) (any, error)

type MethodDesc struct {
	MethodName string
	Handler    MethodHandler
}

type StreamDesc struct {
	StreamName    string
	Handler       StreamHandler
	ServerStreams bool
	ClientStreams bool
}

type ServiceDesc struct {
	ServiceName string
	HandlerType any
	Methods     []MethodDesc
	Streams     []StreamDesc
	Metadata    any
}

type ServiceRegistrar interface {
	RegisterService(desc *ServiceDesc, impl any)
}

type Server struct{}

func NewClient(target string, opts ...DialOption) (conn *ClientConn, err error)
func Dial(target string, opts ...DialOption) (*ClientConn, error)
func DialContext(ctx context.Context, target string, opts ...DialOption) (conn *ClientConn, err error)

func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error
func (cc *ClientConn) NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error)
func (cc *ClientConn) Close() error

func WithTransportCredentials(creds credentials.TransportCredentials) DialOption
func WithDefaultServiceConfig(s string) DialOption
func WithMaxCallAttempts(n int) DialOption
func WithDisableRetry() DialOption
func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption
func WithChainUnaryInterceptor(interceptors ...UnaryClientInterceptor) DialOption
func WithStreamInterceptor(f StreamClientInterceptor) DialOption
func WithChainStreamInterceptor(interceptors ...StreamClientInterceptor) DialOption
func WaitForReady(waitForReady bool) CallOption

func NewServer(opt ...ServerOption) *Server
func UnaryInterceptor(i UnaryServerInterceptor) ServerOption
func ChainUnaryInterceptor(interceptors ...UnaryServerInterceptor) ServerOption

func (s *Server) RegisterService(sd *ServiceDesc, ss any)
func (s *Server) Serve(lis net.Listener) error
func (s *Server) GracefulStop()
