// Retry-http answers with the final error of hashicorp/go-retryablehttp.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type server struct {
	client *retryablehttp.Client
	base   string
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	req, err := retryablehttp.NewRequestWithContext(r.Context(), http.MethodGet, s.base+"/stock/"+r.PathValue("id"), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	resp, err := s.client.Do(req)
	if err != nil {
		http.Error(w, "the stock does not answer", http.StatusServiceUnavailable)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		http.Error(w, resp.Status, http.StatusBadRequest)
		return
	}
	_, _ = io.Copy(w, resp.Body)
}

func main() {
	client := retryablehttp.NewClient()
	client.RetryMax = 1
	client.RetryWaitMin, client.RetryWaitMax = 10*time.Millisecond, 10*time.Millisecond
	client.HTTPClient.Timeout = 300 * time.Millisecond
	client.Logger = nil
	s := &server{client, "http://" + os.Getenv("RETRY_HTTP_STOCK")}
	http.HandleFunc("GET /show/{id}", s.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
