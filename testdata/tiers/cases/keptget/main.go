// Keptget asks the stock over a connection that it keeps.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("GET /show", func(w http.ResponseWriter, r *http.Request) {
		resp, err := ask(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		_, _ = io.Copy(w, resp.Body) // read to its end, so that the connection is kept
	})
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}

func ask(r *http.Request) (*http.Response, error) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, os.Getenv("STOCK")+"/item", nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}
