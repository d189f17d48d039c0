package configscan

import (
	"bytes"
	"io/fs"
	"math/rand"
	"path/filepath"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// oddities are what a mutant gets in place of something sound.
var oddities = []string{"null", "-1", "0", "99999999999999999999", "{}", "[]", `""`, "{{ .x }}", "1s", "*", "|", "true", "a: b", "é", "\t", "'"}

// TestMutants changes the cases at random places: whatever comes of them is read
// without a panic, has its places, and can be linked and computed.
func TestMutants(t *testing.T) {
	seeds := caseTexts(t)
	rng := rand.New(rand.NewSource(1))
	for range 1500 {
		data := bytes.Clone(seeds[rng.Intn(len(seeds))])
		for range 1 + rng.Intn(4) {
			data = mutate(rng, data, seeds)
		}
		f, _ := scan([]parsedFile{parseFile("in.yaml", data)}, Options{})
		for _, p := range f.Problems {
			if bytes.Contains([]byte(p.Message), []byte("the reader of ")) {
				t.Errorf("%v", p)
			}
		}
		checkPositions(t, f)
		checkFragment(t, f)
		graph.Compute(graph.Link([]*graph.Fragment{f}, graph.DefaultPolicy()), graph.Options{})
		if t.Failed() {
			t.Fatalf("of this:\n%s", data)
		}
	}
}

// caseTexts are the files of all cases of scanners.
func caseTexts(t *testing.T) [][]byte {
	t.Helper()
	var texts [][]byte
	for _, s := range registered {
		err := filepath.WalkDir(filepath.Join(casesDir, s.Name), func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && e.Name() != "want.json" {
				texts = append(texts, readTestFile(t, path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// mutate changes a byte, cuts a piece, puts something odd in or in place of a
// word, or joins two texts.
func mutate(rng *rand.Rand, data []byte, others [][]byte) []byte {
	if len(data) == 0 {
		return data
	}
	at := rng.Intn(len(data))
	before, after := data[:at:at], data[at:]
	odd := []byte(oddities[rng.Intn(len(oddities))])
	switch rng.Intn(5) {
	case 0:
		data[at] = byte(rng.Intn(256))
		return data
	case 1:
		return append(before, after[min(len(after), 1+rng.Intn(20)):]...)
	case 2:
		return append(append(before, odd...), after...)
	case 3:
		return append(append(before, odd...), after[max(0, bytes.IndexAny(after, " :,}\n")):]...)
	}
	other := others[rng.Intn(len(others))]
	from := rng.Intn(len(other))
	return append(append(before, other[from:min(len(other), from+200)]...), after...)
}
