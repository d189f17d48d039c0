package graph

import (
	"strings"
	"testing"
)

// entered is a system in which several entries call one database, each with
// attempts of its own; the calls of guesses are assumed.
func entered(entries map[string]EntryKind, attempts map[string]int, guesses ...string) *Fragment {
	f := &Fragment{}
	for _, name := range keys(entries) {
		f.Layers = append(f.Layers, Layer{ID: name, Kind: KindLoop, Attempts: Exactly(attempts[name], BoundExact, Pos{}), RetriesOn: AnyClass, Backoff: Backoff{Kind: BackoffNone}})
		c := &Call{To: Endpoint{Service: "db"}, Layers: []string{name}, Confidence: ConfidenceStatic}
		for _, g := range guesses {
			if g == name {
				c.Confidence = ConfidenceAssumed
			}
		}
		f.Handlers = append(f.Handlers, Handler{Service: name, Entry: entries[name], Body: &Step{Call: c}})
	}
	return f
}

// Each entry is judged by its own gate: one with the greater figure does not
// hide another that is above.
func TestGatesOfEntries(t *testing.T) {
	twenty, off := 20.0, 0.0
	for _, tt := range []struct {
		name     string
		kind     EntryKind
		attempts int // of that entry; the requests make 12
		guess    bool
		gate     EntryGate
		want     string
	}{
		{"greater, and below its gate", EntryMessage, 15, false, EntryGate{Amplification: &twenty}, "error at web"},
		{"greater, and not gated", EntrySchedule, 50, false, EntryGate{Amplification: &off}, "error at web"},
		{"start-up", EntryStartup, 50, false, EntryGate{}, "error at web"},
		{"farther above its gate", EntryMessage, 50, false, EntryGate{Amplification: &twenty}, "error at other"},
		{"greater, but nearer to its gate", EntryMessage, 22, false, EntryGate{Amplification: &twenty}, "error at web"},
		{"a greater guess", EntryMessage, 90, true, EntryGate{}, "error at web"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var guesses []string
			if tt.guess {
				guesses = []string{"other"}
			}
			f := entered(map[string]EntryKind{"web": EntryRequest, "other": tt.kind}, map[string]int{"web": 12, "other": tt.attempts}, guesses...)
			policy := DefaultPolicy()
			policy.Gate.Entries = map[EntryKind]EntryGate{tt.kind: tt.gate}
			found := Compute(Link([]*Fragment{f}, policy), Options{}).byRule("AMP001")
			if len(found) != 1 || !strings.HasPrefix(string(found[0].Severity)+" at "+at(found[0].Message), tt.want) {
				t.Errorf("got %v, want %s", found, tt.want)
			}
		})
	}
}

// at is the entry that a message speaks of.
func at(message string) string {
	_, rest, _ := strings.Cut(message, " for one at ")
	return rest
}

// The multiplier of an entry is judged in the same way.
func TestMultiplierOfEntries(t *testing.T) {
	hundred := 100.0
	f := entered(map[string]EntryKind{"web": EntryRequest, "other": EntryMessage}, map[string]int{"web": 7, "other": 9})
	policy := DefaultPolicy()
	policy.Gate.Multiplier = 5
	policy.Gate.Entries = map[EntryKind]EntryGate{EntryMessage: {Multiplier: &hundred}}
	found := Compute(Link([]*Fragment{f}, policy), Options{}).byRule("AMP005")
	if len(found) != 1 || found[0].Severity != SeverityError || !strings.Contains(found[0].Message, "7 calls for one at web") {
		t.Errorf("got %v, want an error for 7 calls from web", found)
	}
}
