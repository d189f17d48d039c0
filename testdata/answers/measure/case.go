package measure

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Case is one service in the middle: a main package below cases that takes the
// address of the leaf from an environment variable of its own and serves at
// LISTEN.
type Case struct {
	Name string
	// Serves and Calls are the protocols it speaks to its caller and to the leaf.
	Serves, Calls string
	dir           string
}

// Cases reads the cases below the answers folder, sorted by name. What they speak
// is seen in their source.
func Cases(root string) ([]*Case, error) {
	mains, err := filepath.Glob(filepath.Join(root, "cases", "*", "main.go"))
	if err != nil {
		return nil, err
	}
	slices.Sort(mains)
	var cases []*Case
	for _, main := range mains {
		c := &Case{dir: filepath.Dir(main), Serves: "http", Calls: "http"}
		c.Name = filepath.Base(c.dir)
		text, err := c.source()
		if err != nil {
			return nil, err
		}
		if strings.Contains(text, "RegisterShopServer") {
			c.Serves = "grpc"
		}
		if strings.Contains(text, "NewStockClient") || strings.Contains(text, "RegisterStockHandler") {
			c.Calls = "grpc"
		}
		if !strings.Contains(text, `"`+Env(c.Name)+`"`) {
			return nil, fmt.Errorf("%s does not read %s", c.Name, Env(c.Name))
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// Env is the variable with the address of the leaf of a case.
func Env(name string) string {
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_STOCK"
}

func (c *Case) source() (string, error) {
	var text strings.Builder
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(c.dir, path)
		fmt.Fprintf(&text, "%s %d\n%s", filepath.ToSlash(rel), len(b), b)
		return err
	})
	return text.String(), err
}

// Hash is over what can change what is measured of a case: its files, the
// versions of the libraries, and the leaf and the caller.
func (c *Case) Hash(root string) (string, error) {
	h := sha256.New()
	text, err := c.source()
	if err != nil {
		return "", err
	}
	fmt.Fprint(h, text)
	for _, file := range []string{"cases/go.mod", "cases/shoppb/shop.proto", "measure/leaf.go", "measure/caller.go", "measure/fault.go"} {
		b, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", file, len(b), b)
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}
