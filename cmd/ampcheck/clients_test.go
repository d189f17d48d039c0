package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

const stubs = "../../testdata/src"

// ownClients are programs that call a client of the table, and what its module and
// name are when a company has it for itself.
var ownClients = []struct{ module, version, row, program string }{
	{"github.com/hashicorp/go-retryablehttp", "v0.7.8", "hashicorp/go-retryablehttp", `package main

import "MODULE"

func main() {
	few := retryablehttp.NewClient()
	few.RetryMax = 1
	if _, err := few.Get("http://few/orders"); err != nil {
		panic(err)
	}
	plain := retryablehttp.NewClient()
	resp, err := plain.Post("http://plain/orders", "text/plain", nil)
	if err != nil {
		panic(err)
	}
	resp.Body.Close()
}
`},
	{"github.com/avast/retry-go/v4", "v4.7.0", "avast/retry-go/v4", `package main

import (
	"net/http"

	"MODULE"
)

func main() {
	err := retry.Do(func() error {
		return retry.Do(func() error {
			resp, err := http.Get("http://leaf/orders")
			if err == nil {
				resp.Body.Close()
			}
			return err
		})
	}, retry.Attempts(0))
	if err != nil {
		panic(err)
	}
}
`},
	{"github.com/opensearch-project/opensearch-go/v2", "v2.3.0", "opensearch-go/v2", `package main

import opensearch "MODULE"

func main() {
	c, err := opensearch.NewClient(opensearch.Config{Addresses: []string{"http://search"}, MaxRetries: 20})
	if err != nil {
		panic(err)
	}
	if _, err := c.Info(); err != nil {
		panic(err)
	}
}
`},
}

// inHouse is the path of a module when a company has it for itself.
func inHouse(module string) string {
	return strings.Replace(module, "github.com/", "own.example/", 1)
}

// Clients that only the policy describes give the same result as those of the table,
// but for their names.
func TestPolicyDescribesClients(t *testing.T) {
	table, own := t.TempDir(), t.TempDir()
	writeClients(t, table, func(module string) string { return module })
	writeClients(t, own, inHouse)
	policy := filepath.Join(own, ".ampcheck.yaml")
	if err := os.WriteFile(policy, ownRows(t), 0o600); err != nil {
		t.Fatal(err)
	}
	want, got := reportOf(t, table), reportOf(t, own)
	if d := cmp.Diff(want, strings.ReplaceAll(got, "own.example/", "github.com/")); d != "" {
		t.Errorf("of the table (-) and described by the policy (+):\n%s", d)
	}
	for _, c := range ownClients {
		if !strings.Contains(want, c.row) {
			t.Errorf("%s is not in the report", c.row)
		}
	}
	if n := strings.Count(want, `"rule"`); n < len(ownClients) {
		t.Errorf("%d findings to compare:\n%s", n, want)
	}
	if err := os.Remove(policy); err != nil {
		t.Fatal(err)
	}
	if reportOf(t, own) == got {
		t.Errorf("the policy changes nothing:\n%s", got)
	}
}

// ownRows is a policy that describes the libraries as the newest rows of the table do.
// JSON is YAML.
func ownRows(t *testing.T) []byte {
	t.Helper()
	var rows []graph.Library
	for _, c := range ownClients {
		i := slices.IndexFunc(sdk.All(), func(l graph.Library) bool { return l.Name == c.row && l.Before == "" })
		if i < 0 {
			t.Fatalf("no row %s", c.row)
		}
		l := sdk.All()[i]
		l.Measured = false
		rows = append(rows, l)
	}
	text, err := json.Marshal(map[string]any{"version": 1, "clients": rows})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range ownClients {
		text = bytes.ReplaceAll(text, []byte(c.module), []byte(inHouse(c.module)))
	}
	return text
}

// writeClients writes a module whose programs use the stubs, under other paths.
func writeClients(t *testing.T, dir string, named func(string) string) {
	t.Helper()
	mod, list := "module example.test/app\n\ngo 1.26.0\n", ""
	for _, c := range ownClients {
		module := named(c.module)
		mod += "\nrequire " + module + " " + c.version + "\n"
		list += "# " + module + " " + c.version + "\n## explicit; go 1.26\n"
		list += copyStub(t, dir, c.module, module)
		writeTo(t, filepath.Join(dir, filepath.Base(c.row), "main.go"), strings.ReplaceAll(c.program, "MODULE", module))
	}
	writeTo(t, filepath.Join(dir, "go.mod"), mod)
	writeTo(t, filepath.Join(dir, "vendor", "modules.txt"), list)
}

// copyStub vendors a stub and lists its packages.
func copyStub(t *testing.T, dir, stub, module string) (list string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(stubs, stub), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(filepath.Join(stubs, stub), filepath.Dir(file))
		if err != nil {
			return err
		}
		pkg := path.Join(module, filepath.ToSlash(rel))
		list += pkg + "\n"
		writeTo(t, filepath.Join(dir, "vendor", pkg, filepath.Base(file)), strings.ReplaceAll(string(text), stub, module))
		writeTo(t, filepath.Join(dir, "vendor", pkg, "stub.s"), "")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func writeTo(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// reportOf is the JSON of a report on a folder.
func reportOf(t *testing.T, dir string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), []string{"report", "--format", "json", "--offline", dir}, os.Environ(), strings.NewReader(""), &stdout, &stderr)
	if err != nil && stdout.Len() == 0 {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return stdout.String()
}
