// Package http holds the signatures of github.com/go-kratos/kratos/v2/transport/http
// that tests use.
package http

import (
	"context"
	"net/http"
	"time"

	"github.com/go-kratos/kratos/v2/middleware"
)

type (
	clientOptions struct{}
	callInfo      struct{}
	ClientOption  func(*clientOptions)
	ServerOption  func(*Server)
	CallOption    interface{ before(*callInfo) error }
	FilterFunc    func(http.Handler) http.Handler
	HandlerFunc   func(Context) error

	Client struct{}
	Server struct{}
	Router struct{}
)

type Context interface {
	context.Context
	BindVars(any) error
	Middleware(middleware.Handler) middleware.Handler
	Result(int, any) error
}

func NewClient(ctx context.Context, opts ...ClientOption) (*Client, error)
func WithEndpoint(endpoint string) ClientOption
func WithTimeout(d time.Duration) ClientOption
func WithMiddleware(m ...middleware.Middleware) ClientOption

func (client *Client) Invoke(ctx context.Context, method, path string, args any, reply any, opts ...CallOption) error

func NewServer(opts ...ServerOption) *Server
func (s *Server) Start(ctx context.Context) error
func (s *Server) Route(prefix string, filters ...FilterFunc) *Router
func (s *Server) Handle(path string, h http.Handler)
func (s *Server) HandlePrefix(prefix string, h http.Handler)
func (s *Server) HandleFunc(path string, h http.HandlerFunc)

func (r *Router) Group(prefix string, filters ...FilterFunc) *Router
func (r *Router) Handle(method, relativePath string, h HandlerFunc, filters ...FilterFunc)
func (r *Router) GET(path string, h HandlerFunc, m ...FilterFunc)
func (r *Router) HEAD(path string, h HandlerFunc, m ...FilterFunc)
func (r *Router) POST(path string, h HandlerFunc, m ...FilterFunc)
func (r *Router) PUT(path string, h HandlerFunc, m ...FilterFunc)
func (r *Router) PATCH(path string, h HandlerFunc, m ...FilterFunc)
func (r *Router) DELETE(path string, h HandlerFunc, m ...FilterFunc)
func (r *Router) OPTIONS(path string, h HandlerFunc, m ...FilterFunc)
