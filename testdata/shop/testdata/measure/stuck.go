package measure

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/leaf"
)

// inverted gives each hop a timeout that is shorter than what lies below it, pauses
// that are always as long, and orders of one item, so that nothing is drawn at
// random. The numbers are in the policy and the manifest too. They are such that the
// peak is the same when the database works a quarter of a second longer or shorter.
var inverted = []Edit{
	{"cmd/gateway/main.go", "client.RetryWaitMin = 5 * time.Millisecond\n	client.RetryWaitMax = 50 * time.Millisecond",
		"client.RetryWaitMin = 100 * time.Millisecond\n	client.RetryWaitMax = 100 * time.Millisecond\n	client.HTTPClient = &http.Client{Timeout: 1230 * time.Millisecond}"},
	{"cmd/order/price.go", "const itemsPerOrder = 8", "const itemsPerOrder = 1"},
	{"cmd/order/price.go", "			var err error\n			reply, err = o.inventory.Price(ctx, &inventorypb.PriceRequest{Item: item})",
		"			ctx, cancel := context.WithTimeout(ctx, 1420*time.Millisecond)\n			defer cancel()\n			var err error\n			reply, err = o.inventory.Price(ctx, &inventorypb.PriceRequest{Item: item})"},
	{"cmd/order/price.go", "		retry.Delay(5*time.Millisecond),\n		retry.MaxJitter(5*time.Millisecond),\n",
		"		retry.Delay(100*time.Millisecond),\n		retry.DelayType(retry.FixedDelay),\n"},
	{"cmd/inventory/price.go", "wait.InitialInterval = 5 * time.Millisecond",
		"wait.InitialInterval = 100 * time.Millisecond\n	wait.Multiplier = 1\n	wait.RandomizationFactor = 0"},
	{"cmd/inventory/main.go", "config.ConnConfig.DefaultQueryExecMode", "config.MaxConns = 100\n	config.ConnConfig.DefaultQueryExecMode"},
	{"deploy/base/inventory.yaml", "database:5432/shop", "database:5432/shop?statement_timeout=1120"},
	{".ampcheck.yaml", "    attempts: 3\n", "    attempts: 3\n    perTryTimeout: 1350ms\n    backoff: 100ms\n    deadline: propagated\n"},
}

// Slow are the changes for a database that is stuck: inverted, in which no caller's end
// reaches what it called, and propagated, in which every one does.
var Slow = map[string][]Edit{
	"propagated": inverted,
	"inverted": append(slices.Clone(inverted),
		Edit{"cmd/gateway/main.go", "NewRequestWithContext(r.Context()", "NewRequestWithContext(context.WithoutCancel(r.Context())"},
		Edit{"cmd/gateway/main.go", "import (\n", "import (\n	\"context\"\n"},
		Edit{"cmd/order/price.go", "o.total(r.Context()", "o.total(context.WithoutCancel(r.Context())"},
		Edit{"cmd/inventory/price.go", "s.lookUp(ctx, req", "s.lookUp(context.WithoutCancel(ctx), req"},
	),
}

// Peaks is what one request of the client costs a database that is stuck.
type Peaks struct {
	Peak    int `json:"peak"`    // queries at work at once
	Queries int `json:"queries"` // in all
}

// The client of a shop whose database is stuck gives up a try after perTry, and makes the
// next one after pause: the policy of the changed shop says so.
const perTry, pause = 1350 * time.Millisecond, 100 * time.Millisecond

// StuckCopy copies the shop in src to dst, which must not exist or be empty, sets the
// timeouts of that name, and measures the copy with a client of that many attempts; or it
// only makes the copy.
func StuckCopy(ctx context.Context, dst, src, name string, attempts int, only bool) (Peaks, error) {
	edits, ok := Slow[name]
	if !ok {
		return Peaks{}, fmt.Errorf("no timeouts %q, only inverted and propagated", name)
	}
	if err := Copy(dst, src, edits...); err != nil || only {
		return Peaks{}, err
	}
	s, err := Build(ctx, dst)
	if err != nil {
		return Peaks{}, err
	}
	defer s.Remove()
	most, all, err := s.Peak(ctx, attempts, perTry, pause)
	return Peaks{most, all}, err
}

// Peak starts the services in front of a database that is stuck, makes one request of
// a client that gives up a try after perTry, and returns the most queries that were at
// work at once and how many there were in all, when all of them have ended.
func (s *Shop) Peak(ctx context.Context, attempts int, perTry, pause time.Duration) (most, all int, err error) {
	err = s.with(ctx, leaf.Stuck, func(ctx context.Context, db *leaf.Leaf, gateway string) error {
		if err := requestSlow(ctx, gateway, attempts, perTry, pause); err != nil {
			return err
		}
		const quiet = 3 * time.Second // longer than any pause with no query at work
		for idle := time.Now(); time.Since(idle) < quiet; time.Sleep(50 * time.Millisecond) {
			if _, atWork := db.Peak(); atWork > 0 {
				idle = time.Now()
			}
		}
		most, _ = db.Peak()
		all, err = db.Queries()
		return err
	})
	return most, all, err
}

// requestSlow is the mobile app with a time limit of its own: a try that is not answered
// in time is given up.
func requestSlow(ctx context.Context, url string, attempts int, perTry, pause time.Duration) error {
	for i := range attempts {
		if i > 0 {
			time.Sleep(pause)
		}
		tried, cancel := context.WithTimeout(ctx, perTry)
		status, err := attempt(tried, url)
		cancel()
		if err == nil && status == http.StatusOK {
			return errors.New("a database that is stuck gave an answer")
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// Record is what was measured of the shop with other timeouts. Inputs is a hash of the
// shop, its measurement included.
type Record struct {
	Inputs string           `json:"inputs"`
	Peaks  map[string]Peaks `json:"peaks"`
}

// Inputs is a hash of the files of the shop in dir that can change what is measured.
func Inputs(dir string) (string, error) {
	h := sha256.New()
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".json") {
			return err
		}
		data, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n%s", path, len(data), data)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil))[:16], err
}
