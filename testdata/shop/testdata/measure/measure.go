// Package measure runs the shop and counts the queries at its database.
//
// It builds the services from source and starts the binaries on the loopback
// interface, so what it measures is what users run.
package measure

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/leaf"
)

// limit ends a run that hangs: one takes about a second.
const limit = time.Minute

// Result is what one request of the client costs the database.
type Result struct {
	Queries int `json:"queries"` // when every query fails
	Happy   int `json:"happy"`   // when none does
}

// Both measures the shop in dir with a client of that many attempts.
func Both(ctx context.Context, dir string, attempts int) (Result, error) {
	s, err := Build(ctx, dir)
	if err != nil {
		return Result{}, err
	}
	defer s.Remove()
	queries, err := s.Count(ctx, leaf.Failing, attempts)
	if err != nil {
		return Result{}, err
	}
	happy, err := s.Count(ctx, leaf.Healthy, attempts)
	return Result{Queries: queries, Happy: happy}, err
}

// Count builds the shop in dir and counts the queries at a database that fails
// them all, for one request of a client of that many attempts.
func Count(ctx context.Context, dir string, attempts int) (int, error) {
	s, err := Build(ctx, dir)
	if err != nil {
		return 0, err
	}
	defer s.Remove()
	return s.Count(ctx, leaf.Failing, attempts)
}

// A Shop is the built services.
type Shop struct {
	bin string
}

// Build compiles the services of the shop in dir.
func Build(ctx context.Context, dir string) (*Shop, error) {
	bin, err := os.MkdirTemp("", "shop")
	if err != nil {
		return nil, err
	}
	s := &Shop{bin: bin}
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-o", bin+string(filepath.Separator), "./cmd/...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Remove()
		return nil, fmt.Errorf("building the shop in %s: %w\n%s", dir, err, out)
	}
	return s, nil
}

// Remove deletes the binaries.
func (s *Shop) Remove() error { return os.RemoveAll(s.bin) }

// Count starts the services in front of a leaf of that mode, makes one request
// of a client of that many attempts, and returns the queries at the leaf.
func (s *Shop) Count(ctx context.Context, mode leaf.Mode, attempts int) (n int, err error) {
	err = s.with(ctx, mode, func(ctx context.Context, db *leaf.Leaf, gateway string) error {
		answered, err := request(ctx, gateway, attempts)
		if err != nil {
			return err
		}
		if answered != (mode == leaf.Healthy) {
			return fmt.Errorf("the client got an answer: %t, with a healthy database: %t", answered, mode == leaf.Healthy)
		}
		n, err = db.Queries()
		return err
	})
	return n, err
}

// with starts the services in front of a leaf of that mode and hands over the address
// that a client asks.
func (s *Shop) with(ctx context.Context, mode leaf.Mode, use func(ctx context.Context, db *leaf.Leaf, url string) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.behind(ctx, mode, func(_, address string) (string, error) { return address, nil }, use)
}

// behind does the same with something in front of each service: front is given its name
// and address, and returns the address that its callers get.
func (s *Shop) behind(ctx context.Context, mode leaf.Mode, front func(name, address string) (string, error), use func(ctx context.Context, db *leaf.Leaf, url string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	db, err := leaf.Start(mode)
	if err != nil {
		cancel()
		return err
	}
	defer db.Close()

	var all services
	defer all.wait()
	defer cancel()
	address, variable := db.URL(), "DATABASE_URL="
	for _, next := range []struct{ name, variable string }{
		{"inventory", "INVENTORY_ADDR="}, {"order", "ORDER_ADDR=http://"}, {"gateway", "http://"},
	} {
		own, err := all.start(ctx, filepath.Join(s.bin, next.name), variable+address)
		if err != nil {
			return err
		}
		if address, err = front(next.name, own); err != nil {
			return err
		}
		variable = next.variable
	}
	return use(ctx, db, variable+address+"/orders/42/price")
}
