package retryon

import (
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

func TestParse(t *testing.T) {
	tests := []struct {
		list    string
		want    string // class words
		not     string // classes that are not in the set
		timer   bool
		unknown string
	}{
		{list: "", want: ""},
		{list: " , ,", want: ""},
		{list: "connect-failure,refused-stream,unavailable,cancelled", want: "connect,refused-stream,grpc:14,grpc:1", not: "reset,timeout,http:503"},
		{list: "5xx", want: "http:5xx,connect,refused-stream,reset,timeout", not: "http:429,grpc:14,dns", timer: true},
		{list: "gateway-error", want: "http:502,http:503,http:504,connect,refused-stream,reset,timeout", not: "http:500,grpc:14", timer: true},
		{list: "reset", want: "connect,refused-stream,reset,timeout", not: "http:503", timer: true},
		{list: "reset-before-request", want: "connect", not: "reset,refused-stream"},
		{list: "retriable-4xx", want: "http:409", not: "http:400,http:429"},
		{list: "deadline-exceeded", want: "timeout"},
		{list: "resource-exhausted,internal", want: "grpc:8,grpc:13"},
		{list: "retriable-status-codes, 503 ,429", want: "http:503,http:429", not: "http:502"},
		{list: "408", want: "timeout"},
		{list: "retriable-headers", want: ""},
		{list: "connect-failure,5XX,conect,200,grpc:14", want: "connect", unknown: "5XX,conect,200,grpc:14"},
	}
	for _, tt := range tests {
		t.Run(tt.list, func(t *testing.T) {
			got := Parse(tt.list)
			want := classes(t, tt.want)
			if got.Classes != want {
				t.Errorf("classes = %v, want %v", got.Classes, want)
			}
			if both := got.Classes.Intersect(classes(t, tt.not)); !both.Empty() {
				t.Errorf("classes hold %v", both)
			}
			if got.Timer != tt.timer {
				t.Errorf("timer = %v, want %v", got.Timer, tt.timer)
			}
			if u := strings.Join(got.Unknown, ","); u != tt.unknown {
				t.Errorf("unknown = %q, want %q", u, tt.unknown)
			}
		})
	}
}

func TestStatusCodesIsReported(t *testing.T) {
	if !Parse("5xx,retriable-status-codes").StatusCodes {
		t.Error("retriable-status-codes was not seen")
	}
	if Parse("5xx,503").StatusCodes {
		t.Error("a code in the list is not the word")
	}
}

// Whatever never reached the callee may be retried, but no word retries a
// failed name look-up, a conflict or a terminal answer.
func TestNoWordRetriesWhatTheProxyCannotSee(t *testing.T) {
	never := []graph.Class{graph.ClassDNS, graph.ClassConflict, graph.ClassTerminal}
	for name, w := range words {
		for _, c := range w.classes.Classes() {
			if slices.Contains(never, c) {
				t.Errorf("%s retries %v", name, c)
			}
		}
		if w.timer && !w.classes.Has(graph.ClassTimeout) {
			t.Errorf("%s retries the timer but not the class timeout", name)
		}
	}
}

func classes(t *testing.T, list string) graph.ClassSet {
	t.Helper()
	if list == "" {
		return graph.ClassSet{}
	}
	set, err := graph.ParseClasses(strings.Split(list, ","))
	if err != nil {
		t.Fatal(err)
	}
	return set
}
