package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// A result that somebody else wrote gives a report in every format or an error,
// whatever it holds.
func FuzzFrom(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(testdata, "*.json"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"schema":"ampcheck/v1","nodes":[{"id":"a","entry":"a"},{"id":"a"}],"edges":[{"from":"a","to":"a","attempts":null,"factor":0},{"from":"b","to":"a"},{"from":"a","to":"b","layers":[{"attempts":null,"unbounded":true}]}],"paths":[{"edges":["x"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := graph.DecodeResult(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, format := range Formats() {
			first := encode(t, format, r, Options{Wide: true})
			if again := encode(t, format, r, Options{Wide: true}); !bytes.Equal(first, again) {
				t.Errorf("%s: written twice it is not the same", format.Name)
			}
		}
	})
}
