package graph

import (
	"encoding/json"
	"math"
	"testing"
)

func TestCountAdd(t *testing.T) {
	for _, tt := range []struct{ a, b, want Count }{
		{0, 0, 0}, {2, 3, 5},
		{Saturated - 1, 1, Saturated}, {Saturated, 1, Saturated}, {Saturated, Saturated, Saturated}, {Saturated - 5, 5, Saturated},
		{1 << 63, 1 << 63, Saturated}, {1<<63 - 1, 1 << 63, Saturated}, // the sum would be Unbounded's number
		{Unbounded, 0, Unbounded}, {Unbounded, 7, Unbounded}, {Unbounded, Unbounded, Unbounded},
	} {
		if got := tt.a.Add(tt.b); got != tt.want {
			t.Errorf("%s + %s = %s, want %s", tt.a, tt.b, got, tt.want)
		}
		if got := tt.b.Add(tt.a); got != tt.want {
			t.Errorf("%s + %s = %s, want %s", tt.b, tt.a, got, tt.want)
		}
	}
}

func TestCountMul(t *testing.T) {
	for _, tt := range []struct{ a, b, want Count }{
		{0, 7, 0}, {2, 3, 6}, {1, Saturated, Saturated}, {2, Saturated, Saturated},
		{1 << 32, 1 << 31, 1 << 63}, {1 << 32, 1 << 32, Saturated},
		{math.MaxUint64 / 3, 3, Saturated}, {math.MaxUint64 / 5, 5, Saturated}, // both products are Unbounded's number
		{Unbounded, 0, 0}, {Unbounded, 1, Unbounded}, {Unbounded, Saturated, Unbounded}, {Unbounded, Unbounded, Unbounded},
	} {
		if got := tt.a.Mul(tt.b); got != tt.want {
			t.Errorf("%s x %s = %s, want %s", tt.a, tt.b, got, tt.want)
		}
		if got := tt.b.Mul(tt.a); got != tt.want {
			t.Errorf("%s x %s = %s, want %s", tt.b, tt.a, got, tt.want)
		}
	}
}

func TestCountLess1(t *testing.T) {
	for c, want := range map[Count]Count{0: 0, 1: 0, 2: 1, Saturated: Saturated - 1, Unbounded: Unbounded} {
		if got := c.Less1(); got != want {
			t.Errorf("%s - 1 = %s, want %s", c, got, want)
		}
	}
}

func TestCountText(t *testing.T) {
	for c, want := range map[Count]struct{ text, json string }{
		0: {"0", "0"}, 648: {"648", "648"},
		Saturated: {"≥ 1.8e19", "18446744073709551614"}, Unbounded: {"unbounded", "null"},
	} {
		b, err := json.Marshal(c)
		if err != nil || string(b) != want.json || c.String() != want.text {
			t.Errorf("%d: %s, %s, %v, want %v", uint64(c), c, b, err, want)
		}
		var back Count
		if err := json.Unmarshal(b, &back); err != nil || back != c {
			t.Errorf("%s reads back as %s, %v", b, back, err)
		}
	}
	for _, text := range []string{"-1", "1.5", `"3"`} {
		var c Count
		if err := json.Unmarshal([]byte(text), &c); err == nil {
			t.Errorf("%s was read as %s", text, c)
		}
	}
	if !math.IsInf(Unbounded.Float(), 1) || math.IsInf(Saturated.Float(), 1) {
		t.Error("only what has no limit is infinite")
	}
}
