// As-http answers 503 to what may pass by itself and 502 to the rest.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type upstreamError struct {
	status int
}

func (e upstreamError) Error() string { return fmt.Sprintf("upstream: %d", e.status) }

// Temporary reports whether another try makes sense.
func (e upstreamError) Temporary() bool {
	return e.status == http.StatusServiceUnavailable || e.status == http.StatusTooManyRequests
}

type handler struct {
	client *http.Client
	base   string
}

func (h *handler) get(ctx context.Context, id string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", h.base+"/stock/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return nil, upstreamError{resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

func (h *handler) show(w http.ResponseWriter, r *http.Request) {
	body, err := h.get(r.Context(), r.PathValue("id"))
	if err != nil {
		var up upstreamError
		if errors.As(err, &up) && up.Temporary() {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Write(body)
}

func main() {
	h := &handler{client: &http.Client{Timeout: time.Second / 2}, base: "http://" + os.Getenv("AS_HTTP_STOCK")}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /show/{id}", h.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
