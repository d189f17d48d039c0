package sdk

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/semver"

	"github.com/ampcheck/ampcheck/graph"
)

func TestRowsAreSorted(t *testing.T) {
	var keys []string
	for _, l := range All() {
		keys = append(keys, l.Name+" "+l.Module+" "+l.Since)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(keys)))) != len(keys) {
		t.Errorf("a row is there twice: %v", keys)
	}
	if !slices.IsSortedFunc(All(), func(a, b graph.Library) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("rows are not sorted: %v", keys)
	}
}

var source = regexp.MustCompile(`^\S+@(go1\.\d+\.\d+|v\d+\.\d+\.\d+\S*) \S+\.(go|md):[1-9]\d*$`)

// A row is the same each time it is built: measurements are known by its bytes.
func TestRowsAreTheSame(t *testing.T) {
	first := All()
	for range 50 {
		for i, l := range All() {
			if !reflect.DeepEqual(first[i], l) {
				t.Fatalf("the row %s %s was built in two ways", l.Name, l.Since)
			}
		}
	}
}

func TestRowsAreComplete(t *testing.T) {
	for _, l := range All() {
		if len(l.Sources) == 0 {
			t.Errorf("%s: no source", l.Name)
		}
		for _, s := range l.Sources {
			if !source.MatchString(s) {
				t.Errorf("%s: source %q is not module@version path:line", l.Name, s)
			}
		}
		for _, v := range []string{l.Since, l.Before} {
			if v != "" && !semver.IsValid(v) {
				t.Errorf("%s: %q is no version", l.Name, v)
			}
		}
		layers := 0
		for i := range l.Calls {
			checkCall(t, &l, &l.Calls[i])
			layers = max(layers, len(l.Calls[i].Layers))
		}
		if len(l.Calls) == 0 {
			t.Errorf("%s: no calls", l.Name)
		}
		for i := range l.Knobs {
			if k := &l.Knobs[i]; onLayer(k.Role) && k.Layer >= layers {
				t.Errorf("%s: %s sets layer %d of %d", l.Name, k.Name, k.Layer, layers)
			}
			checkKnobValues(t, &l, &l.Knobs[i])
		}
	}
}

func checkCall(t *testing.T, l *graph.Library, c *graph.LibraryCall) {
	t.Helper()
	switch c.Effect {
	case graph.EffectRuns, graph.EffectParallel, graph.EffectDaemon:
		if c.Runs == nil {
			t.Errorf("%s: %s runs nothing", l.Name, c.Func)
		}
	case graph.EffectRemote:
		if c.Protocol == "" {
			t.Errorf("%s: %s speaks no protocol", l.Name, c.Func)
		}
	case graph.EffectAsks:
		if len(c.Layers) != 1 {
			t.Errorf("%s: %s does not say how often it answers yes", l.Name, c.Func)
		}
	case graph.EffectCounts, graph.EffectWaits, graph.EffectConstructs, graph.EffectServes, graph.EffectNone:
	default:
		t.Errorf("%s: %s: unknown effect %q", l.Name, c.Func, c.Effect)
	}
	for i := range c.Layers {
		checkLayer(t, l.Name+": "+c.Func, &c.Layers[i])
	}
}

func checkLayer(t *testing.T, where string, l *graph.LibraryLayer) {
	t.Helper()
	if l.Name == "" || l.Kind == "" || l.Attempts < 0 {
		t.Errorf("%s: layer without a name or a kind, or below zero: %+v", where, l)
	}
	if l.Attempts != 1 && l.RetriesOn.Empty() {
		t.Errorf("%s: layer %s retries nothing", where, l.Name)
	}
	checkDurations(t, where, l)
}

func checkDurations(t *testing.T, where string, l *graph.LibraryLayer) {
	t.Helper()
	for _, d := range []string{l.PerTry, l.Overall, l.Base, l.Max, l.Added} {
		if _, err := time.ParseDuration(d); d != "" && err != nil {
			t.Errorf("%s: %v", where, err)
		}
	}
	switch l.Backoff {
	case "", graph.BackoffNone, graph.BackoffConstant, graph.BackoffTicker, graph.BackoffExponential, graph.BackoffFibonacci:
	default:
		t.Errorf("%s: unknown backoff %q", where, l.Backoff)
	}
}

// onLayer reports whether a role is about a layer of the call.
func onLayer(r graph.Role) bool {
	switch r {
	case graph.RoleCarries, graph.RoleServes, graph.RoleAnswers, graph.RoleTerminal, graph.RoleMarks, graph.RoleAddress, graph.RoleWidth, graph.RoleFanOut:
		return false
	}
	return true
}

func checkKnobValues(t *testing.T, l *graph.Library, k *graph.Knob) {
	t.Helper()
	where := l.Name + ": " + k.Name
	for _, v := range slices.Concat([]string{k.Zero, k.Minus}, slices.Collect(maps.Values(k.Values))) {
		switch v {
		case "", "unbounded", "one", "default", "never", "none":
		default:
			if strings.Trim(v, "0123456789") != "" {
				t.Errorf("%s: value %q", where, v)
			}
		}
	}
	if (k.Role == graph.RoleLayer) != (k.Sets != nil) {
		t.Errorf("%s: the role layer and its numbers go together", where)
	}
	if k.Sets != nil {
		checkDurations(t, where, k.Sets)
	}
	if k.Role == "" || k.Name == "" {
		t.Errorf("%s: knob without a role or a name", where)
	}
}
