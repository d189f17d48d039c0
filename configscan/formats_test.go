package configscan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each format has one row with a default; what is said to be read has a scanner,
// and a source.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	read := 0
	for _, f := range Formats() {
		switch {
		case seen[f.Name]:
			t.Errorf("%s has two rows", f.Name)
		case f.Written == "" || f.Default == "":
			t.Errorf("%s: written in %q, default %q", f.Name, f.Written, f.Default)
		case len(f.Sources) == 0 && !strings.Contains(f.Default, "not verified"):
			t.Errorf("%s: no source of %q", f.Name, f.Default)
		case f.Measured && !f.Read:
			t.Errorf("%s is measured and not read", f.Name)
		}
		seen[f.Name] = true
		if f.Read {
			read++
		}
	}
	// The formats without a scanner: a count that falls is a row that was lost.
	if unread := len(seen) - read; read < 11 || unread < 43 {
		t.Errorf("%d formats are read and %d are not", read, unread)
	}
}

// What cannot take effect is a finding in some case, each with its reason.
func TestNoEffectReasons(t *testing.T) {
	for dir, reasons := range map[string][]string{
		"istio": {
			"of 4 attempts that each take the limit of one attempt",
			"is dropped: it is not below the timeout of the route",
			"which does not reach the sidecars",
			"has no effect: no service of the input is its host",
		},
		"grpc-config": {
			"hedgingPolicy has no effect in grpc-go",
			"an entry of methodConfig without a name has no effect",
			"retryPolicy outside methodConfig has no effect",
		},
		"linkerd": {"retry.linkerd.io/limit 0 of Service"},
	} {
		var all strings.Builder
		for _, c := range subdirs(t, casesDir+"/"+dir) {
			all.Write(readTestFile(t, c+"/want.json"))
		}
		for _, r := range reasons {
			if before, _, found := strings.Cut(all.String(), r); !found || !strings.Contains(before[strings.LastIndex(before, "{"):], "AMP302") {
				t.Errorf("%s: no AMP302 says %q", dir, r)
			}
		}
	}
}

// sideBySide are the cases that each format has, as folders of its own.
var sideBySide = []string{"absent", "explicit", "zero", "off", "budget", "timeouts", "unmatched", "malformed"}

// noSuchCase are the cases that a format cannot have.
var noSuchCase = map[string]string{
	"caddy budget":   "it has none",
	"haproxy budget": "it has none",
	"ingress budget": "ingress-nginx has none",
	"kong budget":    "it has none",
	"kong off":       "0 is the one way to turn retries off",
	"nginx budget":   "it has none",
	"traefik budget": "it has none",
}

// Each format that repeats calls has the same cases, side by side.
func TestFormatsHaveCases(t *testing.T) {
	for _, s := range registered {
		if len(s.Formats) == 0 {
			continue
		}
		for _, name := range sideBySide {
			_, err := os.Stat(filepath.Join(casesDir, s.Name, name, "want.json"))
			switch reason, no := noSuchCase[s.Name+" "+name]; {
			case err != nil && !no:
				t.Errorf("%s lacks the case %s", s.Name, name)
			case err == nil && no:
				t.Errorf("%s has the case %s, and is said not to: %s", s.Name, name, reason)
			}
		}
	}
}
