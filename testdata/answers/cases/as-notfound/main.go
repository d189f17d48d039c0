// As-notfound tells what HTTP said by an error type.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// StatusError is an answer that is not 200.
type StatusError struct {
	Code int
	URL  string
}

func (e *StatusError) Error() string { return fmt.Sprintf("%s: status %d", e.URL, e.Code) }

type client struct {
	base string
	http *http.Client
}

func (c *client) item(ctx context.Context, id string) (*shoppb.Item, error) {
	u := c.base + "/stock/" + url.PathEscape(id)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("asking the stock: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &StatusError{Code: resp.StatusCode, URL: u}
	}
	item := &shoppb.Item{}
	if err := json.NewDecoder(resp.Body).Decode(item); err != nil {
		return nil, err
	}
	return item, nil
}

type shop struct {
	shoppb.UnimplementedShopServer
	stock *client
}

func (s *shop) Show(ctx context.Context, req *shoppb.ItemRequest) (*shoppb.Item, error) {
	item, err := s.stock.item(ctx, req.GetId())
	if err != nil {
		var se *StatusError
		if errors.As(err, &se) && se.Code == http.StatusNotFound {
			return nil, status.Errorf(codes.NotFound, "no item %q", req.GetId())
		}
		return nil, status.Error(codes.Unavailable, "the stock does not answer")
	}
	return item, nil
}

func main() {
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	g := grpc.NewServer()
	shoppb.RegisterShopServer(g, &shop{stock: &client{
		base: "http://" + os.Getenv("AS_NOTFOUND_STOCK"),
		http: &http.Client{Timeout: 500 * time.Millisecond},
	}})
	log.Fatal(g.Serve(ln))
}
