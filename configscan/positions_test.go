package configscan

import (
	"context"
	"encoding/base64"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/grpcconfig"
)

var posType = reflect.TypeFor[graph.Pos]()

// checkPositions looks at every position in a fragment: each is a place in a
// file, a row of a table, or not set. What must have a place is checked by
// name: a fact without one does not exist.
func checkPositions(t *testing.T, f *graph.Fragment) {
	t.Helper()
	eachPos(reflect.ValueOf(f), "fragment", func(path string, p graph.Pos) {
		switch {
		case p.IsZero():
			if strings.HasSuffix(path, "].Pos") {
				t.Errorf("%s: no position", path)
			}
		case strings.HasPrefix(p.File, "catalog:"):
			if p.Line != 0 || p.Col != 0 {
				t.Errorf("%s: %s is no row of a table", path, p)
			}
		case p.File == "" || p.Line < 1 || p.Col < 1:
			t.Errorf("%s: %q is no place in a file", path, p)
		}
	})
}

// eachPos calls f for every position below a value.
func eachPos(v reflect.Value, path string, f func(path string, p graph.Pos)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachPos(v.Elem(), path, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachPos(v.Index(i), path+"[]", f)
		}
	case reflect.Struct:
		if v.Type() == posType {
			f(path, v.Interface().(graph.Pos))
			return
		}
		for i := range v.NumField() {
			eachPos(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	}
}

// TestNumbersReadBack reads the numbers of all configuration in the test data
// back that no case of a scanner holds.
func TestNumbersReadBack(t *testing.T) {
	bounds := 0
	for _, root := range []string{"mesh", "proxies/cases", "cases", "copies", "shop"} {
		dir := filepath.Join("../testdata", root)
		f, _, err := Scan(context.Background(), dir, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkPositions(t, f)
		bounds += checkReadBack(t, dir, f)
	}
	if bounds < 50 {
		t.Errorf("%d numbers are read back, want 50 and more", bounds)
	}
}

// checkReadBack reads every number and duration that a case configures back
// from its position: there stands the value, or, for a number that nobody wrote,
// the object that it is the number of. It returns how many there are.
func checkReadBack(t *testing.T, dir string, f *graph.Fragment) (read int) {
	t.Helper()
	eachValue(reflect.ValueOf(f), "fragment", func(path string, v reflect.Value) {
		switch x := v.Interface().(type) {
		case graph.Budget:
			read++
			checkBudget(t, dir, path, x)
		case graph.Value:
			read++
			checkValue(t, dir, path, x)
		}
		b, ok := v.Interface().(graph.Bound)
		if !ok || b.Kind != graph.BoundConfigured || b.Value.Kind != graph.ExprLiteral || strings.HasSuffix(path, ".Backoff.Max") {
			return
		}
		read++
		written := wordAt(t, dir, b.Pos)
		if strings.HasPrefix(written, "${") { // compose fills it in
			return
		}
		d, err := graph.ParseDuration(b.Value.Text)
		if n, isNumber := strconv.Atoi(b.Value.Text); isNumber == nil {
			got, err := strconv.Atoi(written)
			if (err != nil && n+b.Plus != 1 || err == nil && got != n && min(got, grpcconfig.MaxAttempts) != n) && !derived(path, written) {
				t.Errorf("%s: %d is read at %s, where %q stands", path, n, b.Pos, written)
			}
		} else if times := readings(written); err != nil || !slices.Contains(times, d) && !(derived(path, written) && len(times) > 0) {
			t.Errorf("%s: %s is read at %s, where %q stands", path, b.Value.Text, b.Pos, written)
		}
	})
	return read
}

// checkBudget reads a budget back: at its place stands one of its numbers, or
// the object that sets it.
func checkBudget(t *testing.T, dir, path string, b graph.Budget) {
	t.Helper()
	if strings.HasPrefix(b.Pos.File, "catalog:") {
		return
	}
	written, err := strconv.ParseFloat(wordAt(t, dir, b.Pos), 64)
	unbound := b.Ratio == 1 // what of it is not followed is taken for no bound
	if err == nil && !unbound && !slices.Contains([]float64{b.Ratio, b.Ratio * 100, b.MinPerSecond, b.MinConcurrent, b.Tokens}, written) {
		t.Errorf("%s: %+v is read at %s, where %v stands", path, b, b.Pos, written)
	}
}

// checkValue reads a setting back: from its place on stands its text or its key.
// Where a secret is taken out, the host that is left is there.
func checkValue(t *testing.T, dir, path string, v graph.Value) {
	t.Helper()
	rest := restOfLine(t, dir, v.Pos)
	if plain, err := base64.StdEncoding.DecodeString(wordAt(t, dir, v.Pos)); err == nil { // of a Secret
		rest += string(plain)
	}
	text := v.Text[strings.LastIndex(v.Text, "/")+1:]
	if !strings.Contains(rest, text) && !strings.Contains(rest, v.Key) && !strings.ContainsAny(rest, "$|>") {
		t.Errorf("%s: %s=%s is read at %s, where %q stands", path, v.Key, v.Text, v.Pos, rest)
	}
}

// derived reports whether a number can follow from a time that is written: the
// attempts that fit into it, and when the last one of them ends.
func derived(path, written string) bool {
	if strings.HasSuffix(path, ".Layers[].Attempts") { // a time has a unit, or is in nanoseconds
		n, err := strconv.Atoi(written)
		return len(readings(written)) > 0 && (err != nil || n >= 1e6)
	}
	return strings.HasSuffix(path, ".Overall") || strings.Contains(path, ".Tries")
}

// readings are the times that a text can be: the formats give a number without
// a unit different ones.
func readings(text string) []time.Duration {
	var times []time.Duration
	if d, err := graph.ParseDuration(text); err == nil {
		times = append(times, d)
	}
	for _, read := range []func(string) (time.Duration, bool){nginxDuration, haproxyDuration} {
		if d, ok := read(text); ok {
			times = append(times, d)
		}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		times = append(times, time.Duration(n))
	}
	return times
}

// wordAt is the scalar that begins at a place of a file, without its quotes.
func wordAt(t *testing.T, dir string, p graph.Pos) string {
	t.Helper()
	line := restOfLine(t, dir, p)
	word := strings.TrimLeft(line, `"'`)
	end := "\"', }];\r"
	if len(word) < len(line) { // in quotes white space is part of it
		end = strings.ReplaceAll(end, " ", "")
	}
	if i := strings.IndexAny(word, end); i >= 0 {
		word = word[:i]
	}
	return word
}

// restOfLine is what stands from a place of a file on.
func restOfLine(t *testing.T, dir string, p graph.Pos) string {
	t.Helper()
	lines := strings.Split(string(readTestFile(t, filepath.Join(dir, p.File))), "\n")
	if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len(lines[p.Line-1]) {
		t.Errorf("%s is no place of the file", p)
		return ""
	}
	return lines[p.Line-1][p.Col-1:]
}

// eachValue calls f for every struct below a value.
func eachValue(v reflect.Value, path string, f func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachValue(v.Elem(), path, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachValue(v.Index(i), path+"[]", f)
		}
	case reflect.Struct:
		f(path, v)
		for i := range v.NumField() {
			eachValue(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	}
}
