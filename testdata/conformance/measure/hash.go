package measure

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Version is the version of the row's module that a case requires: "go1.26" for
// the standard library.
func (c *Case) Version(row *graph.Library) (string, error) {
	f, err := os.Open(filepath.Join(c.Dir, "go.mod"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "require "))
		switch {
		case row.Module == "" && len(fields) == 2 && fields[0] == "go":
			return "go" + fields[1], nil
		case row.Module != "" && len(fields) >= 2 && fields[0] == row.Module:
			return fields[1], nil
		}
	}
	return "", fmt.Errorf("%s: go.mod does not require %s", c.Name, row.Module)
}

// Hash is over everything that can change what is measured of a case: its
// files, the server of its protocol with what servers share, and the row. The measurement is current while it is the
// same.
func (c *Case) Hash(root string, row *graph.Library) (string, error) {
	h := sha256.New()
	if err := hashFolder(h, c.Dir); err != nil {
		return "", err
	}
	for _, file := range serverFiles(c.Protocol) {
		if err := hashFile(h, filepath.Join(root, "servers"), filepath.Join(root, "servers", file)); err != nil {
			return "", err
		}
	}
	plain := *row
	plain.Measured = false
	// What becomes of a failure in the end is not what is counted.
	plain.Calls = slices.Clone(plain.Calls)
	for i := range plain.Calls {
		plain.Calls[i].Failure = nil
	}
	if err := json.NewEncoder(h).Encode(plain); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}

// serverFiles are the files of the servers that speak a protocol.
func serverFiles(protocol string) []string {
	switch protocol {
	case "http", "grpc":
		return []string{"http.go", "servers.go"}
	case "grpcearly", "grpcpushback", "grpcproxy":
		return []string{protocol + ".go", "http.go", "servers.go"}
	}
	return []string{protocol + ".go", "servers.go"}
}

func hashFolder(h io.Writer, dir string) error {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files {
		if err := hashFile(h, dir, file); err != nil {
			return err
		}
	}
	return nil
}

func hashFile(h io.Writer, dir, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(rel), len(text), text)
	return nil
}
