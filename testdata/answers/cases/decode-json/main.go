// Decode-json looks at no status: the answer of a failure has other fields than it
// knows, so that its decoder fails instead.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"
)

type handler struct {
	client *http.Client
	base   string
}

func (h *handler) show(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "GET", h.base+"/stock/"+r.PathValue("id"), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := h.client.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	decoder := json.NewDecoder(resp.Body)
	decoder.DisallowUnknownFields()
	var item struct{ ID string }
	if err := decoder.Decode(&item); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func main() {
	h := &handler{client: &http.Client{Timeout: time.Second / 2}, base: "http://" + os.Getenv("DECODE_JSON_STOCK")}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /show/{id}", h.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
