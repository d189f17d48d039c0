package measure

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/conformance/servers"
)

// Predictions are the attempts of the cases by setting and fault. They are
// committed before a case is run: a run that finds others is refused.
type Predictions map[string]map[string]map[servers.Fault]Number

// PredictionFile is where the predictions of the cases are kept.
func PredictionFile(root string) string { return filepath.Join(root, "predictions.json") }

// ReadPredictions reads predictions; a file that does not exist holds none.
func ReadPredictions(root string) (Predictions, error) {
	p := Predictions{}
	text, err := os.ReadFile(PredictionFile(root))
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	return p, json.Unmarshal(text, &p)
}

// Encode writes predictions down, a setting a line, those of cases that are gone
// left out.
func (p Predictions) Encode(cases []*Case) []byte {
	var b strings.Builder
	b.WriteString("{")
	first := true
	for _, c := range cases {
		settings, ok := p[c.Name]
		if !ok {
			continue
		}
		if !first {
			b.WriteString(",")
		}
		first = false
		fmt.Fprintf(&b, "\n%q: {", c.Name)
		for i, setting := range slices.Sorted(maps.Keys(settings)) {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, "\n  %q: {", setting)
			for j, f := range servers.Faults() {
				if j > 0 {
					b.WriteString(", ")
				}
				fmt.Fprintf(&b, "%q: %d", f, settings[setting][f])
			}
			b.WriteString("}")
		}
		b.WriteString("}")
	}
	b.WriteString("\n}\n")
	return []byte(b.String())
}
