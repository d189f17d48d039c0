package measure

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/conformance/servers"
)

// Record is what was measured of one case.
type Record struct {
	Case    string `json:"case"`
	Library string `json:"library"`
	// Since is that of the row, which with the library names it.
	Since   string `json:"since,omitempty"`
	Version string `json:"version"`
	Hash    string `json:"hash"`
	Cells   []Cell `json:"cells"`
}

// Cell is one run of a program against a server that fails in one way.
type Cell struct {
	Setting string        `json:"setting"`
	Fault   servers.Fault `json:"fault"`
	// Predicted are the attempts that ampcheck prints for the class of the fault,
	// Measured those that were counted.
	Predicted Number `json:"predicted"`
	Measured  Number `json:"measured"`
	// Note says why the cell was left out, or why the two may differ.
	Note string  `json:"note,omitempty"`
	Kind Verdict `json:"verdict"`
}

// Number is a number of attempts; Unbounded, of a run, is one that was ended at
// the cut.
type Number int

// Unbounded is printed as "unbounded", of a run as "no end".
const Unbounded Number = -1

// Verdict is what a cell says.
type Verdict string

// The verdicts. Above and Differs make the run fail.
const (
	Equal   Verdict = "equal"
	Below   Verdict = "below"   // fewer than predicted, for the reason in the note
	Left    Verdict = "left"    // left out, for the reason in the note
	Miss    Verdict = "miss"    // a known mistake, described by the note
	Differs Verdict = "differs" // fewer than predicted, without a reason
	Above   Verdict = "above"   // more than predicted
)

// Longest is the highest prediction that is counted to its end; a run of more is
// ended at the cut.
const Longest = 250

// Judge compares a cell; below and miss are the reasons of the case, or "".
func (c *Cell) Judge(below, miss string) {
	p, m := c.Predicted, c.Measured
	switch {
	case p == m:
		c.Kind = Equal
	case p > Longest && m == Unbounded:
		c.Kind, c.Note = Below, "ended after more than 60 attempts"
	case miss != "":
		c.Kind, c.Note = Miss, miss
	case p != Unbounded && (m == Unbounded || m > p):
		c.Kind = Above
	case below != "":
		c.Kind, c.Note = Below, below
	default:
		c.Kind = Differs
	}
}

// Bad reports whether the cell makes the run fail.
func (v Verdict) Bad() bool { return v == Above || v == Differs }

// Read reads a measurement; a file that does not exist holds none.
func Read(file string) ([]Record, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var records []Record
	return records, json.Unmarshal(text, &records)
}

// Merge puts new records in the place of old ones of the same case and drops
// those of cases that are gone.
func Merge(old, fresh []Record, cases []*Case) []Record {
	var out []Record
	for _, r := range slices.Concat(fresh, old) {
		there := slices.ContainsFunc(cases, func(c *Case) bool { return c.Name == r.Case })
		if there && !slices.ContainsFunc(out, func(o Record) bool { return o.Case == r.Case }) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Record) int { return strings.Compare(a.Case, b.Case) })
	return out
}

// Encode writes a measurement down, a cell a line.
func Encode(records []Record) ([]byte, error) {
	var b strings.Builder
	b.WriteString("[")
	for i, r := range records {
		cells := r.Cells
		r.Cells = nil
		head, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n" + strings.TrimSuffix(string(head), "null}") + "[")
		for j, c := range cells {
			text, err := json.Marshal(c)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				b.WriteString(",")
			}
			b.WriteString("\n  " + string(text))
		}
		b.WriteString("]}")
	}
	b.WriteString("\n]\n")
	return []byte(b.String()), nil
}
