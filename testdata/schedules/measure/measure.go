// Package measure holds when the attempts of client libraries started, and compares
// it with what ampcheck says of them.
package measure

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// Record is what was measured. Inputs is a hash of the cases.
type Record struct {
	Inputs   string              `json:"inputs"`
	Measured map[string]*Started `json:"measured"`
}

// Started is when the attempts of a case started, after the first one, at the
// earliest and the latest of many runs, and how many there were of them.
type Started struct {
	Least    int             `json:"least"`
	Most     int             `json:"most"`
	Earliest []time.Duration `json:"earliest"`
	Latest   []time.Duration `json:"latest"`
}

// Inputs is a hash of the files in a folder.
func Inputs(dir string) (string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", f.Name(), len(data), data)
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}

// Read reads a record.
func Read(file string) (*Record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &Record{}
	return r, json.Unmarshal(data, r)
}

// Write writes it.
func (r *Record) Write(file string) error {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}

// Compared is one case: how many attempts and starts lie within what is printed, and
// what does not.
type Compared struct {
	Case  string
	Text  string
	Known bool // something is printed of when they start
	Wrong []string
}

// String is one line.
func (c Compared) String() string {
	return fmt.Sprintf("%-22s %s %s", c.Case, c.Text, strings.Join(c.Wrong, "; "))
}

// Compare holds every case against the layer that repeats its call.
func (r *Record) Compare(result *graph.Result) []Compared {
	var out []Compared
	for name, m := range r.Measured {
		c := Compared{Case: name}
		l := layerOf(result, name)
		if l == nil {
			c.Wrong = append(c.Wrong, "no layer that repeats it")
			out = append(out, c)
			continue
		}
		c.attempts(l, m)
		c.starts(l, m)
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Compared) int { return strings.Compare(a.Case, b.Case) })
	return out
}

// layerOf is the layer that repeats the call of a function; nil where there is none,
// or are several.
func layerOf(result *graph.Result, name string) *graph.LayerInfo {
	var found *graph.LayerInfo
	for i := range result.Edges {
		e := &result.Edges[i]
		if !strings.HasSuffix(e.From, "."+name) {
			continue
		}
		for k := range e.Layers {
			if l := &e.Layers[k]; l.Attempts > 1 {
				if found != nil {
					return nil
				}
				found = l
			}
		}
	}
	return found
}

func (c *Compared) attempts(l *graph.LayerInfo, m *Started) {
	c.Text = fmt.Sprintf("%d to %d attempts, printed %s", m.Least, m.Most, l.Attempts)
	least, most := l.Attempts, l.Attempts
	if n := l.InTime; n != nil {
		least, most = n.Least, n.Most
		c.Text += fmt.Sprintf(" (%s to %s in time)", least, most)
	}
	if graph.Count(m.Most) > most || least != graph.Unbounded && graph.Count(m.Least) < least {
		c.Wrong = append(c.Wrong, fmt.Sprintf("%d to %d attempts, not %s to %s", m.Least, m.Most, least, most))
	}
}

func (c *Compared) starts(l *graph.LayerInfo, m *Started) {
	ranges := l.Starts(m.Most)
	if c.Known = ranges != nil; !c.Known {
		c.Text += "; when they start is not known"
		return
	}
	for i, r := range ranges {
		if m.Earliest[i] < r.Earliest || m.Latest[i] > r.Latest {
			c.Wrong = append(c.Wrong, fmt.Sprintf("attempt %d starts after %s to %s, printed are %s", i+1, m.Earliest[i], m.Latest[i], r))
		}
	}
	last := len(ranges) - 1
	c.Text += fmt.Sprintf("; the last starts after %s to %s, printed %s", m.Earliest[last].Round(time.Millisecond), m.Latest[last].Round(time.Millisecond), ranges[last])
}
