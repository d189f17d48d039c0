// Chi-http-error tells timeouts from other failures.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

type resource struct {
	client *http.Client
	stock  string
}

func (rs resource) Show(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, rs.stock+"/stock/"+chi.URLParam(r, "id"), nil)
	if err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	resp, err := rs.client.Do(req)
	if err != nil {
		var ne net.Error
		if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &ne) && ne.Timeout() {
			http.Error(w, "timeout", http.StatusGatewayTimeout)
			return
		}
		http.Error(w, "bad gateway", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 == 5 {
		http.Error(w, "bad gateway", http.StatusBadGateway)
		return
	}
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

func main() {
	rs := resource{client: &http.Client{Timeout: 500 * time.Millisecond}, stock: "http://" + os.Getenv("CHI_HTTP_ERROR_STOCK")}
	r := chi.NewRouter()
	r.Use(middleware.Recoverer)
	r.Get("/show/{id}", rs.Show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), r))
}
