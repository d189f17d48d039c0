// Package opensearchapi holds the signatures of
// github.com/opensearch-project/opensearch-go/v2/opensearchapi that tests use.
package opensearchapi

import (
	"context"
	"io"
	"net/http"
)

type Transport interface {
	Perform(*http.Request) (*http.Response, error)
}

type Response struct {
	StatusCode int
	Header     http.Header
	Body       io.ReadCloser
}

type API struct {
	Indices *Indices
	Index   Index
	Info    Info
}

type Indices struct{ Create IndicesCreate }

type Index func(index string, body io.Reader, o ...func(*IndexRequest)) (*Response, error)

type Info func(o ...func(*InfoRequest)) (*Response, error)

type IndicesCreate func(index string, o ...func(*IndicesCreateRequest)) (*Response, error)

type IndexRequest struct {
	Index string
	Body  io.Reader
}

func (r IndexRequest) Do(ctx context.Context, transport Transport) (*Response, error)

func (f Index) WithContext(v context.Context) func(*IndexRequest)

type InfoRequest struct{ Pretty bool }

type IndicesCreateRequest struct{ Index string }

func New(t Transport) *API

func BoolPtr(v bool) *bool

func IntPtr(v int) *int
