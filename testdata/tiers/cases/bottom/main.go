// Bottom is nearest to the leaf: it tries again only where it could not connect, and
// passes on what the leaf answers.
package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"syscall"
	"time"
)

func main() {
	http.HandleFunc("GET /show", func(w http.ResponseWriter, r *http.Request) {
		var resp *http.Response
		var err error
		for range 3 {
			resp, err = ask(r)
			if !errors.Is(err, syscall.ECONNREFUSED) {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	})
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}

func ask(r *http.Request) (*http.Response, error) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, os.Getenv("STOCK")+"/get", nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}
