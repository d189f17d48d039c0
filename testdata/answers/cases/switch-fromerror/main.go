// Switch-fromerror answers HTTP by the status of gRPC.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type api struct {
	stock shoppb.StockClient
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 500*time.Millisecond)
	defer cancel()
	item, err := a.stock.Get(ctx, &shoppb.ItemRequest{Id: r.PathValue("id")})
	if err != nil {
		st, ok := status.FromError(err)
		if !ok {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		switch st.Code() {
		case codes.NotFound, codes.InvalidArgument:
			w.WriteHeader(http.StatusBadRequest)
		case codes.Unavailable, codes.DeadlineExceeded:
			w.WriteHeader(http.StatusServiceUnavailable)
		case codes.ResourceExhausted:
			w.WriteHeader(http.StatusTooManyRequests)
		default:
			w.WriteHeader(http.StatusInternalServerError)
		}
		_, _ = w.Write([]byte(st.Message()))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(item)
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("SWITCH_FROMERROR_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	a := &api{stock: shoppb.NewStockClient(conn)}
	mux := http.NewServeMux()
	mux.Handle("GET /show/{id}", a)
	server := &http.Server{Addr: os.Getenv("LISTEN"), Handler: mux, ReadHeaderTimeout: time.Second}
	log.Fatal(server.ListenAndServe())
}
