// Package measure is what the program that proves paths reads and writes, and what the
// tests hold it against.
package measure

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"
)

// A System is something that runs on the loopback interface.
type System struct {
	// Source is a module with its version or commit, or a directory of this one.
	Source string
	// Dir is the part of it that is analysed.
	Dir string
	// Build are the packages of its programs, Start the script that runs them.
	Build, Start string
}

// A Path is one number that is proven.
type Path struct {
	System, From, To string
	// Flags are more flags of ampcheck prove.
	Flags []string
	// Entry is the URL that the witness asks, with a letter for an address, and Method
	// how.
	Entry, Method string
}

// Plan is what is proven.
type Plan struct {
	Systems map[string]System
	Paths   []Path
}

// A Row is what was printed for a path, and what a witness counted.
type Row struct {
	System  string `json:"system"`
	From    string `json:"from"`
	To      string `json:"to"`
	Printed int    `json:"printed"`
	Counted int    `json:"counted"`
	Flags   string `json:"flags,omitempty"`
	Request string `json:"request"`
}

// Record is one measurement.
type Record struct {
	Inputs string `json:"inputs"`
	Rows   []Row  `json:"rows"`
}

// Read reads the plan of a directory.
func Read(dir string) (*Plan, error) {
	data, err := os.ReadFile(filepath.Join(dir, "paths.yaml"))
	if err != nil {
		return nil, err
	}
	var p Plan
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&p); err != nil {
		return nil, fmt.Errorf("paths.yaml: %w", err)
	}
	for _, path := range p.Paths {
		if p.Systems[path.System].Build == "" {
			return nil, fmt.Errorf("paths.yaml: no system %q", path.System)
		}
	}
	return &p, nil
}

// Load reads the measurement of a directory.
func Load(dir string) (*Record, error) {
	data, err := os.ReadFile(filepath.Join(dir, "measurement.json"))
	if err != nil {
		return nil, err
	}
	var r Record
	return &r, json.Unmarshal(data, &r)
}

// Inputs is the hash of what a measurement depends on and this module holds: the
// plan, the scripts, the shop and the source of the witness.
func Inputs(root string) (string, error) {
	h := sha256.New()
	for _, name := range []string{"testdata/prove/paths.yaml", "testdata/prove/start", "testdata/shop", "report/witness"} {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(name)), func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if d.Name() == "testdata" {
					return fs.SkipDir
				}
				return nil
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, file)
			fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(rel), len(data), data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}

// Page is the measurement to read.
func Page(p *Plan, r *Record) string {
	var b strings.Builder
	b.WriteString(`# Numbers, and what was counted

Each row is one path. ` + "`ampcheck prove`" + ` printed a number and wrote a test; the system
was started on the loopback interface with that test in the place of its last service,
which fails every call; the test made one request and counted. Written by
` + "`go run ./testdata/prove/run -systems DIR`" + `, where DIR holds checkouts of the systems that
are not part of this module.

| System | Source |
| --- | --- |
`)
	for _, path := range r.Rows {
		if s := p.Systems[path.System]; !strings.Contains(b.String(), "| "+path.System+" |") {
			fmt.Fprintf(&b, "| %s | %s |\n", path.System, s.Source)
		}
	}
	b.WriteString("\n| System | Path | Printed | Counted | Command | Request |\n| --- | --- | ---: | ---: | --- | --- |\n")
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "| %s | %s → %s | %d | %d | `ampcheck prove --from %s --to %s%s` | `%s` |\n",
			row.System, row.From, row.To, row.Printed, row.Counted, row.From, row.To, row.Flags, row.Request)
	}
	return b.String()
}
