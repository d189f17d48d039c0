package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Record is what was measured of one case.
type Record struct {
	Case   string `json:"case"`
	Serves string `json:"serves"`
	Calls  string `json:"calls"`
	Hash   string `json:"hash"`
	Cells  []Cell `json:"cells"`
}

// Cell is one fault of the leaf: what was answered, and what the source says.
type Cell struct {
	Fault    Fault  `json:"fault"`
	Observed string `json:"observed"`
	// Predicted are the replies that the rule for the class allows: codes, success,
	// or unknown.
	Predicted []string `json:"predicted"`
	Verdict   Verdict  `json:"verdict"`
	// Attempts are the requests that reached the leaf while the caller tried again
	// on what its policy names, At most the figure that is printed for it; for a
	// policy of each wait, long and short.
	Attempts []int `json:"attempts"`
	AtMost   []int `json:"at_most"`
}

// Verdict is how an answer compares with the rule for its class.
type Verdict string

// The verdicts.
const (
	Equal   Verdict = "equal"   // the one reply that the rule allows
	Among   Verdict = "among"   // one of several
	Unknown Verdict = "unknown" // the rule says that it does not know
	Held    Verdict = "held"    // nothing is answered while the leaf hangs
	Wrong   Verdict = "wrong"
)

// Judge compares the reply with what was predicted.
func (c *Cell) Judge() {
	switch {
	case c.Observed == NoReply && c.Fault == Hang:
		c.Verdict = Held
	case slices.Contains(c.Predicted, "unknown"):
		c.Verdict = Unknown
	case !slices.Contains(c.Predicted, c.Observed):
		c.Verdict = Wrong
	case len(c.Predicted) > 1:
		c.Verdict = Among
	default:
		c.Verdict = Equal
	}
}

// Allowed are the replies that the first rule for a class allows.
func Allowed(rules []graph.AnswerRule, class graph.Class, serves string) []string {
	for _, r := range rules {
		if !r.Classes.Has(class) {
			continue
		}
		var out []string
		switch r.Kind {
		case graph.AnswerPasses:
			out = replies(graph.NewClassSet(class), serves)
			if graph.NeverReached.Has(class) {
				out = replies(graph.Unavailable, serves)
			}
		case graph.AnswerBecomes:
			out = replies(r.Becomes, serves)
		case graph.AnswerSucceeds:
			out = []string{Success}
		default:
			return []string{"unknown"}
		}
		if r.OrSucceeds {
			out = append(out, Success)
		}
		return out
	}
	return []string{"unknown"}
}

// replies are the codes of a protocol that stand for classes.
func replies(classes graph.ClassSet, serves string) []string {
	var out []string
	of, last := graph.HTTPClass, 599
	if serves == "grpc" {
		of, last = graph.GRPCClass, 16
	}
	for n := 1; n <= last; n++ {
		if c, ok := of(n); ok && classes.Has(c) {
			out = append(out, fmt.Sprintf("%s:%d", serves, n))
		}
	}
	return out
}

// Read reads a measurement; one that is not there is empty.
func Read(file string) ([]Record, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var records []Record
	return records, json.Unmarshal(text, &records)
}

// Encode writes a measurement, a cell a line.
func Encode(records []Record) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("[")
	for i, r := range records {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n{\"case\":%q,\"serves\":%q,\"calls\":%q,\"hash\":%q,\"cells\":[", r.Case, r.Serves, r.Calls, r.Hash)
		for j, c := range r.Cells {
			text, err := json.Marshal(c)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				b.WriteString(",")
			}
			b.WriteString("\n  ")
			b.Write(text)
		}
		b.WriteString("]}")
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}

// Page is the table with the matrix above it.
func Page(records []Record) string {
	var b strings.Builder
	b.WriteString("# What services in the middle answer\n\nWritten by `go run ./testdata/answers/run`. A cell is what the caller saw; behind it what was predicted where that is not the same.\n\n")
	b.WriteString(Matrix(records))
	b.WriteString("\nAttempts at the leaf, a caller that tries three times on 502, 503, 504 or UNAVAILABLE, and one that tries three times on that and on a timeout of 250 ms; a class that several faults show, as a timeout, at the most of them: ")
	b.WriteString(count(records))
	for _, calls := range []string{"http", "grpc"} {
		fmt.Fprintf(&b, "\n## Below: %s\n\n| service | serves |", calls)
		for _, f := range Faults(calls) {
			fmt.Fprintf(&b, " %s |", f)
		}
		b.WriteString("\n|---|---|" + strings.Repeat("---|", len(Faults(calls))) + "\n")
		for _, r := range records {
			if r.Calls == calls {
				fmt.Fprintf(&b, "| %s | %s |", r.Case, r.Serves)
				for _, c := range r.Cells {
					fmt.Fprintf(&b, " %s |", c.text())
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

func (c *Cell) text() string {
	switch c.Verdict {
	case Wrong:
		return fmt.Sprintf("**%s, predicted %s**", c.Observed, strings.Join(c.Predicted, " "))
	case Among:
		return fmt.Sprintf("%s (of %s)", c.Observed, strings.Join(c.Predicted, " "))
	case Unknown:
		return c.Observed + " (unknown)"
	}
	return c.Observed
}

// Matrix counts the verdicts by what was answered.
func Matrix(records []Record) string {
	verdicts := []Verdict{Equal, Among, Unknown, Held, Wrong}
	rows := []string{"passed", "changed", "hidden", "held"}
	count := map[string]map[Verdict]int{}
	for _, r := range records {
		for i := range r.Cells {
			c := &r.Cells[i]
			row := c.row()
			if count[row] == nil {
				count[row] = map[Verdict]int{}
			}
			count[row][c.Verdict]++
			if count["all"] == nil {
				count["all"] = map[Verdict]int{}
			}
			count["all"][c.Verdict]++
		}
	}
	var b strings.Builder
	b.WriteString("| the failure was |")
	for _, v := range verdicts {
		fmt.Fprintf(&b, " %s |", v)
	}
	b.WriteString("\n|---|---|---|---|---|---|\n")
	for _, row := range append(rows, "all") {
		fmt.Fprintf(&b, "| %s |", row)
		for _, v := range verdicts {
			fmt.Fprintf(&b, " %d |", count[row][v])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// row is what became of a failure: it was passed on in its class, changed, or
// hidden.
func (c *Cell) row() string {
	switch c.Observed {
	case Success:
		return "hidden"
	case NoReply:
		return "held"
	case Broken:
		return "changed"
	}
	if got, want := classOf(c.Observed), c.Fault.Class(); got == want || graph.NeverReached.Has(want) && graph.Unavailable.Has(got) {
		return "passed"
	}
	return "changed"
}

// Bad reports whether a cell shows that the analysis is wrong.
func (c *Cell) Bad() bool {
	for i := range c.Attempts {
		if c.AtMost[i] >= 0 && c.Attempts[i] > c.AtMost[i] {
			return true
		}
	}
	return c.Verdict == Wrong
}
