// Throttled asks the stock, four times at most and as long as its bucket of retries
// holds: ten tokens, of which a success gives back a tenth of one.
package main

import (
	"log"
	"net/http"
	"os"

	"google.golang.org/grpc"

	"tiers.test/cases/rpc"
)

const retry = `{"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "methodConfig": [{"name": [{}], "retryPolicy": {
	"maxAttempts": 4, "initialBackoff": "0.005s", "maxBackoff": "0.02s", "backoffMultiplier": 2,
	"retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func main() {
	conn, err := rpc.Dial(os.Getenv("STOCK"), grpc.WithDefaultServiceConfig(retry))
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
