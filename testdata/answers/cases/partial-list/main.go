// Partial-list leaves out the items that it does not get.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

type item struct {
	ID   string `json:"id"`
	Left int64  `json:"left"`
}

type list struct {
	client *http.Client
	base   string
}

func (l *list) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	items := []item{}
	for _, id := range strings.Split(r.PathValue("ids"), ",") {
		it, ok := l.one(r, id)
		if !ok {
			continue
		}
		items = append(items, it)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(items)
}

func (l *list) one(r *http.Request, id string) (it item, ok bool) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, l.base+"/stock/"+id, nil)
	if err != nil {
		return item{}, false
	}
	resp, err := l.client.Do(req)
	if err != nil {
		log.Print(err)
		return item{}, false
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return item{}, false
	}
	return it, json.NewDecoder(resp.Body).Decode(&it) == nil
}

func main() {
	l := &list{client: &http.Client{Timeout: 500 * time.Millisecond}, base: "http://" + os.Getenv("PARTIAL_LIST_STOCK")}
	mux := http.NewServeMux()
	mux.Handle("GET /show/{ids}", l)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
