// Switch-http chooses its status by that of the stock.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

var client = &http.Client{Timeout: 500 * time.Millisecond}

func show(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://"+os.Getenv("SWITCH_HTTP_STOCK")+"/stock/"+r.URL.Query().Get("id"), nil)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	resp, err := client.Do(req)
	if err != nil {
		w.WriteHeader(http.StatusGatewayTimeout)
		return
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		_, _ = io.Copy(w, resp.Body)
	case http.StatusNotFound:
		w.WriteHeader(http.StatusNotFound)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusBadGateway)
	}
}

func main() {
	http.HandleFunc("/show/", show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
