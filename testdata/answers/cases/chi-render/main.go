// Chi-render wraps its handlers and renders what they return.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/go-chi/chi/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type response struct {
	Status int    `json:"-"`
	Error  string `json:"error,omitempty"`
	Left   int64  `json:"left"`
}

func (p *response) render(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

var errMissing = errors.New("missing")

type api struct {
	stock shoppb.StockClient
}

func (a *api) left(ctx context.Context, id string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	item, err := a.stock.Get(ctx, &shoppb.ItemRequest{Id: id})
	if status.Code(err) == codes.NotFound {
		return 0, errMissing
	}
	if err != nil {
		return 0, err
	}
	return item.GetLeft(), nil
}

func (a *api) show(r *http.Request) (*response, error) {
	left, err := a.left(r.Context(), chi.URLParam(r, "id"))
	if err != nil {
		return nil, err
	}
	return &response{Status: http.StatusOK, Left: left}, nil
}

func handle(f func(*http.Request) (*response, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		resp, err := f(r)
		if err != nil {
			resp = &response{Status: http.StatusBadGateway, Error: err.Error()}
			if errors.Is(err, errMissing) {
				resp.Status = http.StatusNotFound
			}
		}
		resp.render(w)
	}
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("CHI_RENDER_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	a := &api{stock: shoppb.NewStockClient(conn)}
	r := chi.NewRouter()
	r.Method(http.MethodGet, "/show/{id}", handle(a.show))
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), r))
}
