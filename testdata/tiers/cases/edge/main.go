// Edge is the service at the top: it asks the shop, four times at most.
package main

import (
	"log"
	"net/http"
	"os"

	"google.golang.org/grpc"

	"tiers.test/cases/rpc"
)

func main() {
	conn, err := rpc.Dial(os.Getenv("SHOP"), grpc.WithDefaultServiceConfig(rpc.Retry))
	if err != nil {
		log.Fatal(err)
	}
	shop := rpc.NewShopClient(conn)
	http.HandleFunc("GET /show", func(w http.ResponseWriter, r *http.Request) {
		if err := shop.Show(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
