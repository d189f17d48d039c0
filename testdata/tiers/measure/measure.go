// Package measure holds what the tiers run counts: which programs stand above each
// other, how the leaf below them fails, and the measurement that is committed.
package measure

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Case is a stack of programs below cases, the first of which gets the requests,
// above a leaf.
type Case struct {
	Programs []string
	// Fault is how the leaf fails: refuse, a code as grpc:14 and http:503, reset where it
	// reads each request and closes the connection, or kept where it does so after it
	// has answered the first request.
	Fault string
	// Requests are made one after the other.
	Requests int
}

// Name tells the cases apart.
func (c Case) Name() string { return strings.Join(c.Programs, "-") + " " + c.Fault }

// Cases are those that are measured.
var Cases = []Case{
	// Two tiers of four attempts each: what the one in the middle makes of an error
	// decides whether they multiply.
	{[]string{"edge", "wrapped"}, "grpc:14", 1},
	{[]string{"edge", "wrapped"}, "grpc:2", 1},
	{[]string{"edge", "text"}, "grpc:14", 1},
	// A service that is told that a request is a repeated one.
	{[]string{"edge", "told"}, "grpc:14", 1},
	{[]string{"edge", "logged"}, "grpc:14", 1},
	// A client of gRPC below which something answers with statuses of HTTP
	// (envoyproxy/envoy issue 10184, linkerd/linkerd2-proxy pull request 3302).
	{[]string{"direct"}, "http:504", 1},
	{[]string{"direct"}, "http:503", 1},
	{[]string{"direct"}, "http:502", 1},
	{[]string{"direct"}, "http:429", 1},
	{[]string{"direct"}, "http:500", 1},
	// A bucket of ten tokens, of which half may be spent.
	{[]string{"throttled"}, "grpc:14", 20},
	// The recommended structure: what is answered is tried again at the top, what could
	// not connect at the bottom.
	{[]string{"pass", "bottom"}, "http:503", 1},
	{[]string{"pass", "bottom"}, "refuse", 1},
	// Connections of net/http that are kept (golang/go issue 48438): the second request
	// breaks off, and is sent again where it has no effect, or a key.
	{[]string{"keptget"}, "kept", 2},
	{[]string{"keptpost"}, "kept", 2},
	{[]string{"keptkey"}, "kept", 2},
	{[]string{"keptget"}, "reset", 1},
}

// Record is what was measured of one case, and what ampcheck prints of it.
type Record struct {
	Case  string `json:"case"`
	Fault string `json:"fault"`
	// Hash is over what can change what is measured.
	Hash string `json:"hash"`
	// Requests reached the leaf, or tries to connect where it refuses.
	Requests int `json:"requests"`
	// Printed is the figure of the leaf for the failure, times the requests at the top;
	// where a budget holds the retries back, with what it lets through.
	Printed int `json:"printed"`
}

// Read returns the records of a file; none where there is no file.
func Read(file string) ([]Record, error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Record
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// Hash is over the programs of a case, the versions of the libraries, and what counts.
func (c Case) Hash(root string) (string, error) {
	h := sha256.New()
	files := []string{"cases/go.mod", "cases/rpc/rpc.go", "run/leaf.go"}
	for _, p := range c.Programs {
		files = append(files, "cases/"+p+"/main.go")
	}
	for _, file := range files {
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", file, len(b), b)
	}
	fmt.Fprintf(h, "%v", c)
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}
