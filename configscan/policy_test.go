package configscan

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const policyDir = "../testdata/config/policy"

// TestPolicy compares what each policy of the test data reads as with its
// golden file. Cases named errors-… have problems, the others have none.
func TestPolicy(t *testing.T) {
	for _, dir := range subdirs(t, policyDir) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			data := readTestFile(t, filepath.Join(dir, "policy.ampcheck.yaml"))
			p, problems := ReadPolicy("policy.ampcheck.yaml", data)
			if bad := strings.HasPrefix(filepath.Base(dir), "errors-"); bad != (len(problems) > 0) {
				t.Errorf("problems: %v", problems)
			}
			if len(problems) > 0 {
				var lines []string
				for _, pr := range problems {
					if pr.Advisory {
						t.Errorf("advisory problem: %v", pr)
					}
					lines = append(lines, pr.Pos.String()+": "+pr.Message)
				}
				golden(t, filepath.Join(dir, "want.json"), lines)
				return
			}
			golden(t, filepath.Join(dir, "want.json"), p)
			checkFragment(t, p.Declared)
		})
	}
}

// checkFragment writes a fragment and reads it back, which checks that what its
// bodies name is there.
func checkFragment(t *testing.T, f *graph.Fragment) {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := graph.DecodeFragment(&b); err != nil {
		t.Error(err)
	}
}

// TestPolicyKeys holds the tables to the promise that no key is named twice.
func TestPolicyKeys(t *testing.T) {
	unique(t, policyKeys)
	unique(t, gateKeys)
	unique(t, entryGateKeys)
	unique(t, fanOutKeys)
	unique(t, serviceKeys)
	unique(t, callKeys)
	unique(t, layerKeys)
	unique(t, backoffKeys)
	unique(t, meshKeys)
	unique(t, ignoreKeys)
}

// Every key that has an effect is described, and nothing else is.
func TestPolicyKeysAreDescribed(t *testing.T) {
	described := map[string]bool{}
	var check func(keys []PolicyKey, at string)
	check = func(keys []PolicyKey, at string) {
		for _, k := range keys {
			described[k.Doc] = true
			if k.Takes == "" || k.Doc == "" || !strings.HasSuffix(k.Doc, ".") {
				t.Errorf("%s%s takes %q and means %q", at, k.Name, k.Takes, k.Doc)
			}
			switch k.Takes {
			case TakesMapping, TakesListing, TakesEntries, TakesMesh, TakesBackoff:
				if len(k.Keys) == 0 {
					t.Errorf("%s%s has no keys", at, k.Name)
				}
			case TakesWord:
				if len(k.Words) == 0 {
					t.Errorf("%s%s has no words", at, k.Name)
				}
			}
			check(k.Keys, at+k.Name+".")
		}
	}
	check(PolicyKeys(), "")
	for name, d := range policyDocs {
		if !described[d.Doc] {
			t.Errorf("%s is described, and no key that has an effect", name)
		}
	}
}

func unique[T any](t *testing.T, keys []key[T]) {
	t.Helper()
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k.name] {
			t.Errorf("%T: %s is there twice", keys, k.name)
		}
		seen[k.name] = true
	}
}

func TestSuggest(t *testing.T) {
	known := []string{"attempts", "timeout", "retryOn"}
	for word, want := range map[string]string{
		"atempts":  `: did you mean "attempts"?`,
		"Attempts": `: did you mean "attempts"?`,
		"tiemout":  `: did you mean "timeout"?`,
		"retry_on": `: did you mean "retryOn"?`,
		"zebra":    ": known are attempts, timeout, retryOn",
		"":         ": known are attempts, timeout, retryOn",
	} {
		if got := suggest(word, known); got != want {
			t.Errorf("suggest(%q) = %q, want %q", word, got, want)
		}
	}
}

func FuzzPolicy(f *testing.F) {
	for _, dir := range subdirs(f, policyDir) {
		f.Add(readTestFile(f, filepath.Join(dir, "policy.ampcheck.yaml")))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, problems := ReadPolicy("p", data)
		again, problemsAgain := ReadPolicy("p", data)
		if !bytes.Equal(toJSON(t, p), toJSON(t, again)) || !bytes.Equal(toJSON(t, problems), toJSON(t, problemsAgain)) {
			t.Error("the same bytes read differently")
		}
		if len(problems) == 0 {
			checkFragment(t, p.Declared)
		}
	})
}

func toJSON(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// golden compares a value with a file, or rewrites the file with -update.
func golden(t *testing.T, file string, v any) {
	t.Helper()
	got := toJSON(t, v)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := readTestFile(t, file); !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", file, got)
	}
}

func subdirs(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	return dirs
}

func readTestFile(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
