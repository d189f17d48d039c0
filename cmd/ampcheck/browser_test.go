package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var screenshots = flag.String("screenshots", "", "write pictures of the html report to this directory")

// browserDir holds the program that opens pages in Chromium.
const browserDir = "../../testdata/browser"

// step is something to do in a page, or to look at.
type step map[string]any

// pageJob is a page to open with the colours of a scheme, and what to do there.
type pageJob struct {
	File   string `json:"file"`
	Scheme string `json:"scheme,omitempty"`
	Steps  []step `json:"steps"`
}

// pageSeen is what Chromium said and did, and the results of the steps.
type pageSeen struct {
	Console  []string          `json:"console"`
	Requests []string          `json:"requests"`
	Results  []json.RawMessage `json:"results"`
}

// chartSeen is a mermaid chart as it is drawn: its labels, or an error.
type chartSeen struct {
	Labels  []string `json:"labels"`
	Scripts int      `json:"scripts"`
	Error   string   `json:"error"`
}

type browserReport struct {
	Pages   []pageSeen  `json:"pages"`
	Mermaid []chartSeen `json:"mermaid"`
}

// browse opens pages and charts in Chromium. It needs node and Chromium:
// AMPCHECK_FULL=1 asks for it.
func browse(t *testing.T, pages []pageJob, charts []string) browserReport {
	t.Helper()
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("needs node, its modules and Chromium: set AMPCHECK_FULL=1")
	}
	job, err := json.Marshal(map[string]any{"pages": pages, "mermaid": charts})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(browserDir, "node_modules")); err != nil {
		t.Fatalf("no node modules: run npm ci in %s", browserDir)
	}
	cmd := exec.CommandContext(t.Context(), "node", "page.mjs")
	cmd.Dir, cmd.Stdin, cmd.Stderr = browserDir, bytes.NewReader(job), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("opening the pages: %v", err)
	}
	var r browserReport
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v in %.300s", err, out)
	}
	for i, p := range r.Pages {
		if len(p.Console) > 0 || len(p.Requests) > 0 {
			t.Errorf("%s: console %q, requests %q, want none", pages[i].File, p.Console, p.Requests)
		}
	}
	return r
}

// htmlReport writes the html report of a directory to a file.
func htmlReport(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	analysed(t, 0, "report", "--format", "html="+file, dir)
	return file
}
