// Pass is a gateway of the recommended structure: it tries again what the service
// below answers, and is the only one that does.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

const tries = 3

func main() {
	http.HandleFunc("GET /show", func(w http.ResponseWriter, r *http.Request) {
		for i := range tries {
			resp, err := ask(r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			if resp.StatusCode == http.StatusServiceUnavailable && i < tries-1 {
				resp.Body.Close()
				time.Sleep(5 * time.Millisecond)
				continue
			}
			defer resp.Body.Close()
			w.WriteHeader(resp.StatusCode)
			_, _ = io.Copy(w, resp.Body)
			return
		}
	})
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}

func ask(r *http.Request) (*http.Response, error) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, os.Getenv("BOTTOM")+"/show", nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}
