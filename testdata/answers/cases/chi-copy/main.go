// Chi-copy answers with the status of the stock, whatever it is.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/go-chi/chi/v5"
)

func main() {
	client := &http.Client{Timeout: 500 * time.Millisecond}
	r := chi.NewRouter()
	r.Get("/show/{id}", func(w http.ResponseWriter, r *http.Request) {
		resp, err := client.Get("http://" + os.Getenv("CHI_COPY_STOCK") + "/stock/" + chi.URLParam(r, "id"))
		if err != nil {
			log.Print(err)
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		for name, values := range resp.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	})
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), r))
}
