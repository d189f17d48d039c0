// Helper-table looks the status up in a table.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/helper-table/codes"
	"answers.test/cases/shoppb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type api struct {
	stock shoppb.StockClient
}

func (a *api) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 500*time.Millisecond)
	defer cancel()
	item, err := a.stock.Get(ctx, &shoppb.ItemRequest{Id: r.PathValue("id")})
	if err != nil {
		respond(w, codes.HTTP(err), map[string]string{"error": err.Error()})
		return
	}
	respond(w, http.StatusOK, item)
}

func respond(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		log.Print(err)
	}
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("HELPER_TABLE_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	a := &api{stock: shoppb.NewStockClient(conn)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /show/{id}", a.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
