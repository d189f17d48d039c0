package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/testdata/golangci/measure"
)

// twins are two modules that call over a package border: in nested both sides
// retry, in single only one does.
const twins = `
-- nested/go.mod --
module example.com/nested

go 1.24
-- nested/stock/stock.go --
package stock

import "net/http"

// Get asks for the stock, up to three times.
func Get(item string) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		resp, err = http.Get("http://stock/" + item)
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}
-- nested/order/order.go --
package order

import "example.com/nested/stock"

// Price looks the item up, up to four times.
func Price(item string) (err error) {
	for i := 0; i < 4; i++ {
		if _, err = stock.Get(item); err == nil {
			return nil
		}
	}
	return err
}
-- single/go.mod --
module example.com/single

go 1.24
-- single/stock/stock.go --
package stock

import "net/http"

// Get asks for the stock, up to three times.
func Get(item string) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		resp, err = http.Get("http://stock/" + item)
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}
-- single/order/order.go --
package order

import "example.com/single/stock"

// Price looks the item up.
func Price(item string) error {
	_, err := stock.Get(item)
	return err
}
`

// The go command runs the binary as a vet tool: it fails on retries that nest
// over a package border, says where, and says the same from its cache.
func TestVettool(t *testing.T) {
	if testing.Short() {
		t.Skip("builds ampcheck and runs go vet, which takes seconds")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "ampcheck")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", tool, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	for _, f := range txtar.Parse([]byte(twins)).Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// The modules lie in a new directory, so that the first run finds nothing of
	// them in the cache.
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	vet := func(module string) (string, int) {
		cmd := exec.CommandContext(t.Context(), "go", "vet", "-vettool="+tool, "./...")
		cmd.Dir, cmd.Env = filepath.Join(dir, module), env
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	first, code := vet("nested")
	if want := regexp.MustCompile(`(?m)^order/order\.go:7:\d+: AMP002: .*12 attempts`); code != 1 || !want.MatchString(first) {
		t.Errorf("exit code %d, want 1 and a match of %s in\n%s", code, want, first)
	}
	if n := strings.Count(first, "AMP"); n != 1 {
		t.Errorf("%d findings, want 1:\n%s", n, first)
	}
	if again, code := vet("nested"); again != first || code != 1 {
		t.Errorf("from the cache: exit code %d and\n%s\nwant what the first run said:\n%s", code, again, first)
	}
	if out, code := vet("single"); code != 0 || out != "" {
		t.Errorf("one loop: exit code %d, %s", code, out)
	}
	holdAgainstGolangci(t, tool)
}

// holdAgainstGolangci holds the tool against what golangci-lint reported with the
// plugin compiled in, which go run ./testdata/golangci/run measures.
func holdAgainstGolangci(t *testing.T, tool string) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/golangci/measurement.json")
	if err != nil {
		t.Fatal(err)
	}
	var r measure.Record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	inputs, err := measure.Inputs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if inputs != r.Inputs {
		t.Errorf("golangci-lint was run with the inputs %s, now they are %s: run go run ./testdata/golangci/run", r.Inputs, inputs)
	}
	found, err := measure.Vetted(t.Context(), tool, "../../testdata/golangci/example")
	if err != nil {
		t.Fatal(err)
	}
	// The wording of a finding may have changed since: its place and rule have not.
	place := regexp.MustCompile(`^\S+:\d+:\d+: AMP\d{3}: `)
	same := func(a, b string) bool { return place.FindString(a) != "" && place.FindString(a) == place.FindString(b) }
	if len(found) == 0 || !slices.EqualFunc(found, r.Findings, same) {
		t.Errorf("go vet reports\n%s\nwant the places and rules that golangci-lint does\n%s", strings.Join(found, "\n"), strings.Join(r.Findings, "\n"))
	}
}
