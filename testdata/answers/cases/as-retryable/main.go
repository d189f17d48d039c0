// As-retryable asks its errors whether another try may help.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type retryable interface {
	error
	Retryable() bool
}

type fault struct {
	err   error
	again bool
}

func (f *fault) Error() string   { return f.err.Error() }
func (f *fault) Unwrap() error   { return f.err }
func (f *fault) Retryable() bool { return f.again }

type server struct {
	client *http.Client
	base   string
}

func (s *server) fetch(id string) (io.ReadCloser, error) {
	resp, err := s.client.Get(s.base + "/stock/" + id)
	if err != nil {
		return nil, &fault{err, true}
	}
	if resp.StatusCode >= 300 {
		resp.Body.Close()
		return nil, &fault{errors.New(resp.Status), resp.StatusCode >= 500 || resp.StatusCode == 429}
	}
	return resp.Body, nil
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	body, err := s.fetch(r.PathValue("id"))
	var again retryable
	switch {
	case errors.As(err, &again) && again.Retryable():
		w.Header().Set("Retry-After", "1")
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	case err != nil:
		http.Error(w, fmt.Sprintf("stock: %v", err), http.StatusInternalServerError)
		return
	}
	defer body.Close()
	io.Copy(w, body)
}

func main() {
	s := &server{client: &http.Client{Timeout: 500 * time.Millisecond}, base: "http://" + os.Getenv("AS_RETRYABLE_STOCK")}
	http.HandleFunc("GET /show/{id}", s.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
