// Partial-errgroup asks for several items at once, and fails if one does.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

type item struct {
	ID string `json:"id"`
}

type list struct {
	client *http.Client
	base   string
}

func (l *list) one(ctx context.Context, id string) (*item, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/stock/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return nil, nil // it is left out
	case resp.StatusCode != http.StatusOK:
		return nil, errors.New(resp.Status)
	}
	it := &item{}
	return it, json.NewDecoder(resp.Body).Decode(it)
}

func (l *list) show(w http.ResponseWriter, r *http.Request) {
	ids := strings.Split(r.PathValue("ids"), ",")
	items := make([]*item, len(ids))
	g, ctx := errgroup.WithContext(r.Context())
	for i, id := range ids {
		g.Go(func() error {
			it, err := l.one(ctx, id)
			items[i] = it
			return err
		})
	}
	if err := g.Wait(); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(items)
}

func main() {
	l := &list{client: &http.Client{Timeout: 500 * time.Millisecond}, base: "http://" + os.Getenv("PARTIAL_ERRGROUP_STOCK")}
	http.HandleFunc("GET /show/{ids}", l.show)
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
