// Direct asks the stock, four times at most, with nothing between them but what
// stands in front of the stock.
package main

import (
	"log"
	"net/http"
	"os"

	"google.golang.org/grpc"

	"tiers.test/cases/rpc"
)

func main() {
	conn, err := rpc.Dial(os.Getenv("STOCK"), grpc.WithDefaultServiceConfig(rpc.Retry))
	if err != nil {
		log.Fatal(err)
	}
	stock := rpc.NewStockClient(conn)
	http.HandleFunc("GET /show", func(w http.ResponseWriter, r *http.Request) {
		if err := stock.Get(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
