package graph

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Every class is read back from its own word, alone.
func TestParseClassRoundTrip(t *testing.T) {
	all := AnyClass.Classes()
	if len(all) != AnyClass.Len() || len(all) != len(classWords)+199+14 {
		t.Fatalf("%d classes: %v", len(all), all)
	}
	for _, c := range all {
		if got, err := ParseClass(c.String()); err != nil || got != NewClassSet(c) {
			t.Errorf("%s reads as %s, %v", c, got, err)
		}
	}
}

func TestParseClass(t *testing.T) {
	for word, want := range map[string]string{
		"503": "http:503", "http:503": "http:503", " HTTP:503 ": "http:503", "Connect": "connect",
		"http:408": "timeout", "408": "timeout", "grpc:4": "timeout", "grpc:10": "conflict",
		"unavailable": "http:502, http:503, http:504, grpc:14", "overload": "http:429, grpc:8",
		"grpc:1": "grpc:1", "grpc:16": "grpc:16", "http:400": "http:400", "http:599": "http:599",
	} {
		set, err := ParseClass(word)
		if err != nil {
			t.Errorf("%q: %v", word, err)
			continue
		}
		var words []string
		for _, c := range set.Classes() {
			words = append(words, c.String())
		}
		if got := strings.Join(words, ", "); got != want {
			t.Errorf("%q is %s, want %s", word, got, want)
		}
	}
	for _, word := range []string{"", "200", "399", "600", "http:", "http:6xx", "grpc:0", "grpc:17", "grpc:", "5XY", "slow"} {
		if set, err := ParseClass(word); err == nil {
			t.Errorf("%q was read as %s", word, set)
		} else if word != "" && !strings.Contains(err.Error(), word) {
			t.Errorf("%q: the error does not name it: %v", word, err)
		}
	}
	// Error is every 5xx that is not unavailable.
	five, err := ParseClasses([]string{"http:5xx"})
	if want := ErrorClass.Union(Unavailable).Intersect(httpSpoken); err != nil || five != want {
		t.Errorf("5xx is %s, %v", five, err)
	}
}

func TestClassWords(t *testing.T) {
	set := func(words ...string) ClassSet {
		s, err := ParseClasses(words)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for want, s := range map[string]ClassSet{
		"":                              {},
		"any":                           AnyClass,
		"connect, reset":                set("reset", "connect"),
		"conflict":                      set("conflict"),
		"unavailable":                   set("502", "503", "504", "grpc:14"),
		"http:502, http:503, http:504":  set("502", "503", "504"),
		"overload, error":               set("error", "overload"),
		"http:5xx":                      set("5xx"),
		"http:4xx, http:5xx":            set("5xx", "4xx"),
		"unavailable, http:5xx":         set("5xx", "unavailable"),
		"unavailable, error":            set("5xx", "grpc:14", "grpc:2", "grpc:13"),
		"overload, http:4xx":            set("4xx", "grpc:8"),
		"timeout, unavailable, grpc:13": set("unavailable", "grpc:13", "timeout"),
	} {
		if got := s.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Whatever the set, its words are read back as the set.
func TestClassWordsRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := AnyClass.Classes()
	named := []ClassSet{Unavailable, Overload, ErrorClass, NeverReached, Answerable, httpCodes(400, 499), httpCodes(500, 599)}
	for range 2000 {
		var s ClassSet
		for range random.IntN(4) {
			s = s.Union(named[random.IntN(len(named))])
		}
		for range random.IntN(8) {
			c := NewClassSet(all[random.IntN(len(all))])
			if random.IntN(2) == 0 {
				s = s.Union(c)
			} else {
				s = s.Minus(c)
			}
		}
		if back, err := ParseClasses(s.Words()); err != nil || back != s {
			t.Fatalf("%q reads as %q, %v", s, back, err)
		}
		text, err := s.MarshalText()
		var back ClassSet
		if err == nil {
			err = back.UnmarshalText(text)
		}
		if err != nil || back != s {
			t.Fatalf("%q is stored as %q, %v", s, text, err)
		}
	}
}

func TestClassSets(t *testing.T) {
	if got := NeverReached.Union(Answerable); got != AnyClass || !NeverReached.Intersect(Answerable).Empty() {
		t.Error("a class is answered or never reached the callee, not both and not neither")
	}
	for _, pair := range [][2]ClassSet{{Unavailable, Overload}, {Unavailable, ErrorClass}, {Overload, ErrorClass}} {
		if !pair[0].Intersect(pair[1]).Empty() {
			t.Errorf("groups overlap: %s and %s", pair[0], pair[1])
		}
	}
	if !slices.Equal(NeverReached.Words(), []string{"connect", "dns", "refused-stream"}) {
		t.Errorf("never reached are %s", NeverReached)
	}
}
