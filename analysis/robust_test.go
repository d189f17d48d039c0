package analysis_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/analysis"
)

// standard are packages of the standard library with much control flow, many
// closures and calls of nearly everything.
var standard = []string{
	"net/http", "database/sql", "encoding/json", "encoding/gob", "encoding/xml",
	"net", "net/url", "net/rpc", "net/smtp", "crypto/tls", "crypto/x509", "os/exec", "text/template", "text/template/parse",
	"html/template", "go/types", "go/parser", "go/printer", "regexp", "regexp/syntax", "reflect", "fmt", "strconv",
	"math/big", "compress/flate", "archive/zip", "archive/tar", "time", "sort", "encoding/asn1", "mime/multipart", "testing",
}

// perPackage is how long one package may take; the largest takes a fraction of it
// on a machine with nothing else to do.
const perPackage = time.Minute

// TestStandardLibrary runs the whole pass over the standard library's own code: no
// panic, no package that takes long, and no finding: what it repeats are calls
// of its parameters, which only their callers make remote.
func TestStandardLibrary(t *testing.T) {
	patterns := standard
	if testing.Short() {
		patterns = patterns[:5]
	}
	whole(t, ".", patterns...)
}

// TestOwnCode runs it over this repository.
func TestOwnCode(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		whole(t, root, "./analysis/...")
		return
	}
	whole(t, root, "./...")
}

func whole(t *testing.T, dir string, patterns ...string) {
	t.Helper()
	p := newPasses(t)
	for _, pkg := range loadPackages(t, dir, patterns...) {
		pass := p.pass(pkg)
		start := time.Now()
		analysis.Whole(pass)
		took := time.Since(start)
		if took > perPackage {
			t.Errorf("%s took %s", pkg.PkgPath, took)
		}
		t.Logf("%-25s %s", pkg.PkgPath, took.Round(time.Millisecond))
	}
	for _, d := range p.diagnostics {
		t.Errorf("unexpected finding: %s", d.Message)
	}
}
