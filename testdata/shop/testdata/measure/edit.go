package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An Edit changes one place of the shop's code.
type Edit struct {
	File string // relative to the module
	Old  string // occurs once
	New  string
}

// Edits holds changes of the shop that change what a request costs.
var Edits = map[string]Edit{
	// The inventory service makes two attempts instead of three.
	"inventory-attempts-2": {
		File: "cmd/inventory/price.go",
		Old:  "backoff.WithMaxTries(3)",
		New:  "backoff.WithMaxTries(2)",
	},
	// A fifth layer: the gRPC client of order gets a retry policy.
	"fifth-layer": {
		File: "cmd/order/main.go",
		Old:  "grpc.WithTransportCredentials(insecure.NewCredentials()))",
		New: `grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(` + "`" + `{"methodConfig": [{
			"name": [{"service": "shop.inventory.v1.Inventory"}],
			"retryPolicy": {
				"maxAttempts": 3,
				"initialBackoff": "0.005s",
				"maxBackoff": "0.05s",
				"backoffMultiplier": 2,
				"retryableStatusCodes": ["UNAVAILABLE"]
			}
		}]}` + "`" + `))`,
	},
	// A fifth layer of another make: a loop round the look-up of inventory.
	"fifth-layer-loop": {
		File: "cmd/inventory/price.go",
		Old:  "	cents, err := s.lookUp(ctx, req.GetItem())\n",
		New: `	var cents int64
	var err error
	for range 3 {
		if cents, err = s.lookUp(ctx, req.GetItem()); err == nil {
			break
		}
	}
`,
	},
}

// Copy copies the shop in src to dst, which must not exist or be empty, and
// applies the edits to the copy.
func Copy(dst, src string, edits ...Edit) error {
	if err := os.CopyFS(dst, os.DirFS(src)); err != nil {
		return fmt.Errorf("copying the shop: %w", err)
	}
	for _, e := range edits {
		if err := e.apply(dst); err != nil {
			return err
		}
	}
	return nil
}

// apply makes the change in the shop in dir.
func (e Edit) apply(dir string) error {
	file := filepath.Join(dir, filepath.FromSlash(e.File))
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if n := strings.Count(string(data), e.Old); n != 1 {
		return fmt.Errorf("%s holds %d times the text to edit, want 1: %s", e.File, n, e.Old)
	}
	return os.WriteFile(file, []byte(strings.Replace(string(data), e.Old, e.New, 1)), 0o666)
}
