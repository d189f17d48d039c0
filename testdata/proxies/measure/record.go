// Package measure runs real proxies against servers that fail and counts how
// often one request arrives there.
//
// A case is the configuration file of a proxy, as it is started and as ampcheck
// reads it: cases/PROXY/NAME/FILE. The proxy listens on Listen, its servers are
// those of Servers. What was counted stands in measurement.json, with a hash of
// all that can change it.
package measure

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Listen is where each proxy takes requests.
const Listen = "127.0.0.1:28480"

// Servers are the servers behind it.
var Servers = []string{"127.0.0.1:28481", "127.0.0.1:28482", "127.0.0.1:28483"}

// Warm is the number of connections that warm servers were called on at once.
const Warm = 4

// RPC is the name of the client of gRPC, which is measured as a proxy in front
// of it.
const RPC = "grpc-config"

// Fault is what all servers do to each request.
type Fault string

// The faults. Refuse accepts no connection, Reset breaks it off after the
// request, Close ends it in order without an answer, Slow never answers. Mixed
// goes through the others, one request after the other. A post is sent to
// servers that reset, or answer 503. Warm servers have answered Warm requests at
// once before they reset, so that the proxy may have kept the connections.
const (
	Refuse    Fault = "refuse"
	Reset     Fault = "reset"
	Close     Fault = "close"
	Status500 Fault = "500"
	Status503 Fault = "503"
	Slow      Fault = "slow"
	Mixed     Fault = "mixed"
	PostReset Fault = "post reset"
	Post503   Fault = "post 503"
	WarmReset Fault = "warm reset"
)

// Faults lists them in the order of the record.
func Faults() []Fault {
	return []Fault{Refuse, Reset, Close, Status500, Status503, Slow, Mixed, PostReset, Post503, WarmReset}
}

// Class is the failure class of the fault for a proxy, as ampcheck writes it; ""
// where the count can be less than what is printed for a class: it may then not
// be above the worst. A client of gRPC waits before it connects again, and fails
// calls meanwhile; it ends a slow call itself, with all its attempts.
func (f Fault) Class(proxy string) string {
	if proxy == RPC {
		switch f {
		case Refuse, Slow:
			return ""
		case Status500:
			return "grpc:13"
		case Status503, Post503:
			return "grpc:14"
		}
	}
	switch f {
	case Refuse:
		return "connect"
	case Reset, Close, PostReset:
		return "reset"
	case Status500, Status503:
		return "http:" + string(f)
	case Post503:
		return "http:503"
	case Slow:
		return "timeout"
	}
	return ""
}

// Post reports whether the request is one that may not be repeated by itself.
func (f Fault) Post() bool { return f == PostReset || f == Post503 }

// Case is the configuration of one proxy.
type Case struct {
	// Proxy is nginx, haproxy, caddy or RPC; Name is that of the folder.
	Proxy, Name string
	// File is the configuration file.
	File string
}

// Cases lists the cases below a directory, sorted.
func Cases(dir string) ([]Case, error) {
	files, err := filepath.Glob(filepath.Join(dir, "cases", "*", "*", "*"))
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, file := range files {
		if readOnly(filepath.Base(file)) {
			continue
		}
		at := filepath.Dir(file)
		cases = append(cases, Case{Proxy: filepath.Base(filepath.Dir(at)), Name: filepath.Base(at), File: file})
	}
	return cases, nil
}

// readOnly are the files of a case that ampcheck reads beside the one that the
// proxy is started with: they change nothing of what is measured.
func readOnly(name string) bool { return name == ".ampcheck.yaml" || name == "compose.yaml" }

// Record is what was measured.
type Record struct {
	// Inputs is the hash of the cases and of the code that measures.
	Inputs string `json:"inputs"`
	// Versions are those of the proxies.
	Versions map[string]string `json:"versions"`
	Runs     []Run             `json:"runs"`
}

// Run is one request through a proxy.
type Run struct {
	Proxy string `json:"proxy"`
	Case  string `json:"case"`
	Fault Fault  `json:"fault"`
	// Attempts is how often it arrived at the servers, connections that were
	// refused included.
	Attempts int `json:"attempts"`
	// Answer is the status that the client got; 0 for none.
	Answer int `json:"answer"`
}

// Read reads a record.
func Read(file string) (*Record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &r, nil
}

// Write writes a record, one run a line.
func (r *Record) Write(file string) error {
	head, err := json.Marshal(r.Versions)
	if err != nil {
		return err
	}
	out := fmt.Appendf(nil, "{\n \"inputs\": %q,\n \"versions\": %s,\n \"runs\": [\n", r.Inputs, head)
	for i, run := range r.Runs {
		line, err := json.Marshal(run)
		if err != nil {
			return err
		}
		if i > 0 {
			out = append(out, ",\n"...)
		}
		out = append(append(out, "  "...), line...)
	}
	return os.WriteFile(file, append(out, "\n ]\n}\n"...), 0o644)
}

// Inputs is the hash of the cases and of the code that measures, which are all
// below dir.
func Inputs(dir string) (string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "measurement.json" && d.Name() != "go.sum" && !readOnly(d.Name()) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	slices.Sort(files)
	h := sha256.New()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(rel), len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}
