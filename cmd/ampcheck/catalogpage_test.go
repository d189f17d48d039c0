package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/report"
)

// The page of libraries and formats is the catalog.
func TestLibrariesPage(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteCatalog(&b, catalog(), "markdown", report.Options{}); err != nil {
		t.Fatal(err)
	}
	tables := strings.Split(strings.TrimSpace(b.String()), "\n\n")
	if len(tables) != 4 {
		t.Fatalf("the catalog has %d tables, want those of libraries, formats and what has no row", len(tables))
	}
	holdPage(t, "libraries.md", `# Libraries and formats

What client libraries and configuration do when nobody says otherwise. `+"`ampcheck catalog NAME`"+`
prints a row with all its layers, what sets each number, what 0 and -1 mean, and the
lines of source it was read from; [`+"`testdata/conformance`"+`](../testdata/conformance/TABLE.md)
has what was counted of those that are measured. An in-house library is described in the
policy, under `+"`clients`"+`, with the same fields.

This page is written from the tables that ampcheck reads.

## Client libraries

Attempts include the first one. A row is measured when its numbers were counted by
running the library against servers that fail, and read when they come from its source
only.

`+tables[0]+`

## Formats of configuration

`+tables[1]+`

## Libraries without a row

`+tables[3]+`
`)
}
