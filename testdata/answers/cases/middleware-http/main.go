// Middleware-http has handlers that return errors, and one place that answers
// with them.
package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type httpError struct {
	code int
	text string
}

func (e *httpError) Error() string { return e.text }

type appHandler func(w http.ResponseWriter, r *http.Request) error

func (h appHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := h(w, r)
	if err == nil {
		return
	}
	var he *httpError
	if errors.As(err, &he) {
		http.Error(w, he.text, he.code)
		return
	}
	http.Error(w, "internal error", http.StatusInternalServerError)
}

type shop struct {
	base   string
	client http.Client
}

func (s *shop) show(w http.ResponseWriter, r *http.Request) error {
	resp, err := s.client.Get(s.base + "/stock/" + r.PathValue("id"))
	if err != nil {
		return &httpError{http.StatusBadGateway, err.Error()}
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return &httpError{http.StatusNotFound, "no such item"}
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New("stock: " + resp.Status)
	}
	_, err = io.Copy(w, resp.Body)
	return err
}

func main() {
	s := &shop{base: "http://" + os.Getenv("MIDDLEWARE_HTTP_STOCK"), client: http.Client{Timeout: 500 * time.Millisecond}}
	mux := http.NewServeMux()
	mux.Handle("GET /show/{id}", appHandler(s.show))
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
