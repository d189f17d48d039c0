// Gateway-manual uses the translation of the grpc-gateway in a handler of its own.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
)

type api struct {
	stock shoppb.StockClient
}

func (a *api) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 500*time.Millisecond)
	defer cancel()
	item, err := a.stock.Get(ctx, &shoppb.ItemRequest{Id: r.PathValue("id")})
	if err != nil {
		st := status.Convert(err)
		http.Error(w, st.Message(), runtime.HTTPStatusFromCode(st.Code()))
		return
	}
	b, err := protojson.Marshal(item)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(b)
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("GATEWAY_MANUAL_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	a := &api{stock: shoppb.NewStockClient(conn)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /show/{id}", a.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
