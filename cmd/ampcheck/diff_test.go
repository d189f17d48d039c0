package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Two versions of the shop that differ by the retries of one client: diff names
// the path, both factors and the line, and fails.
func TestDiffOfTheShop(t *testing.T) {
	const edited = "cmd/gateway/main.go"
	shop, dir := "../../testdata/shop", filepath.Join(t.TempDir(), "shop")
	copyTree(t, shop, dir)
	code, err := os.ReadFile(filepath.Join(dir, edited))
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(code), "client.RetryMax = 2")
	if !ok {
		t.Fatalf("%s sets no RetryMax = 2", edited)
	}
	if err := os.WriteFile(filepath.Join(dir, edited), []byte(before+"client.RetryMax = 0"+after), 0o666); err != nil {
		t.Fatal(err)
	}
	out := diffOf(t, codeFindings, dir, shop, "")
	line := strings.Count(before, "\n") + 1
	for _, want := range []string{
		"client -> database: 27x -> 81x\n  on client->gateway, gateway->order, order->inventory, inventory->database\n",
		"  " + edited + ":" + strconv.Itoa(line) + ":9: gateway->order: hashicorp/go-retryablehttp RetryMax: 1 -> 3 attempts\n",
		edited + ":" + strconv.Itoa(line) + ":9: error: AMP011: ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "AMP011"); n != 1 {
		t.Errorf("AMP011 is there %d times: one change is one finding\n%s", n, out)
	}
}

// The same code with another version of a module: the default that nobody wrote
// moved, and the line of go.mod did it.
func TestDiffOfADependency(t *testing.T) {
	dir := t.TempDir()
	old, now := vendored(t, dir, "v1.73.0"), vendored(t, dir, "v1.74.0")
	policy := filepath.Join(dir, "policy.yaml")
	writeFile(t, policy, "version: 1\ngate: {increase: 1.3}\n")
	out := diffOf(t, codeFindings, old, now, policy)
	if want := "go.mod:5:2: error: AMP011: "; !strings.Contains(out, want) {
		t.Errorf("no %q in\n%s", want, out)
	}
	if want := "service/dynamodb v1.73.0 -> v1.74.0 moves the default of aws-sdk-go-v2 RetryMaxAttempts: 3 -> 4 attempts"; !strings.Contains(out, want) {
		t.Errorf("no %q in\n%s", want, out)
	}
	if out := diffOf(t, 0, now, now, policy); strings.Contains(out, "AMP011") {
		t.Errorf("nothing changed, and yet:\n%s", out)
	}
}

// vendored is a program with a vendored client of the given version, called twice
// by its client.
func vendored(t *testing.T, dir, version string) string {
	t.Helper()
	const core, service = "github.com/aws/aws-sdk-go-v2", "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dir = filepath.Join(dir, version)
	for name, text := range map[string]string{
		".ampcheck.yaml": "version: 1\ncalls:\n  - {from: client, to: shop, attempts: 2}\n",
		"go.mod":         "module example.com/shop\n\ngo 1.24\nrequire (\n\t" + service + " " + version + "\n\t" + core + " v1.48.0\n)\n",
		"main.go": `package main

import (
	"context"
	"net/http"

	"` + service + `"
)

func main() {
	db := dynamodb.New(dynamodb.Options{})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if err := db.GetItem(r.Context()); err != nil {
			w.WriteHeader(503)
		}
	})
	http.ListenAndServe(":80", nil)
}

var _ context.Context
`,
		"vendor/modules.txt": "# " + service + " " + version + "\n## explicit\n" + service + "\n# " + core + " v1.48.0\n## explicit\n" + core + "/aws\n",
		"vendor/" + service + "/api.go": `package dynamodb

import (
	"context"

	_ "` + core + `/aws"
)

type Options struct{}

type Client struct{}

func New(Options) *Client { return &Client{} }

func (c *Client) GetItem(context.Context) error { return nil }
`,
		"vendor/" + core + "/aws/aws.go": "package aws\n",
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	return dir
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// diffOf compares the results of two directories.
func diffOf(t *testing.T, code int, before, after, policy string) string {
	t.Helper()
	files := []string{"diff"}
	if policy != "" {
		files = append(files, "--policy", policy)
	}
	for i, dir := range []string{before, after} {
		file := filepath.Join(t.TempDir(), strconv.Itoa(i)+".json")
		analysed(t, 0, "report", "--format", "json="+file, dir)
		files = append(files, file)
	}
	return analysed(t, code, files...)
}
