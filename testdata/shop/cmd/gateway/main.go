// Gateway is the door into the shop: it passes requests on to order.
package main

import (
	"flag"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	listen := flag.String("listen", ":8080", "address to listen on")
	flag.Parse()

	client := retryablehttp.NewClient()
	client.RetryMax = 2
	client.RetryWaitMin = 5 * time.Millisecond
	client.RetryWaitMax = 50 * time.Millisecond
	client.Logger = nil
	g := &gateway{client: client, order: os.Getenv("ORDER_ADDR")}

	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders/{id}/price", g.price)

	l, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", l.Addr())
	log.Fatal(http.Serve(l, mux))
}

// gateway serves the public routes.
type gateway struct {
	client *retryablehttp.Client
	order  string // base URL of the order service
}

// price answers with the price of an order.
func (g *gateway) price(w http.ResponseWriter, r *http.Request) {
	target := g.order + "/orders/" + url.PathEscape(r.PathValue("id")) + "/price"
	req, err := retryablehttp.NewRequestWithContext(r.Context(), http.MethodPost, target, nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := g.client.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		http.Error(w, "order: "+resp.Status, http.StatusBadGateway)
		return
	}
	if _, err := io.Copy(w, resp.Body); err != nil {
		log.Print(err)
	}
}
