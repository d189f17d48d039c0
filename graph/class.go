package graph

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Class is one way in which an attempt can end other than in success. The
// values are those of String: connect, dns, refused-stream, reset, timeout,
// conflict, terminal, http:<code> and grpc:<code>.
type Class uint8

// The classes that are not status codes. Connect, DNS and refused-stream
// failures never reached the callee; a terminal failure is one that only a
// layer listing no class retries.
const (
	ClassConnect Class = iota
	ClassDNS
	ClassRefusedStream
	ClassReset
	ClassTimeout
	ClassConflict
	ClassTerminal

	firstHTTP  Class = 8
	firstGRPC  Class = firstHTTP + 200
	numClasses       = int(firstGRPC) + 17
)

// HTTPClass is the class of an HTTP status from 400 to 599; 408 is a timeout.
// Other codes are no failures: ok is false.
func HTTPClass(code int) (c Class, ok bool) {
	switch {
	case code == 408:
		return ClassTimeout, true
	case code >= 400 && code < 600:
		return firstHTTP + Class(code-400), true
	}
	return 0, false
}

// GRPCClass is the class of a gRPC status code from 1 to 16; DEADLINE_EXCEEDED
// is a timeout and ABORTED a conflict. For other codes ok is false.
func GRPCClass(code int) (c Class, ok bool) {
	switch {
	case code == 4:
		return ClassTimeout, true
	case code == 10:
		return ClassConflict, true
	case code >= 1 && code <= 16:
		return firstGRPC + Class(code), true
	}
	return 0, false
}

var classWords = [...]string{"connect", "dns", "refused-stream", "reset", "timeout", "conflict", "terminal"}

// String is the class in the form that ParseClasses reads.
func (c Class) String() string {
	switch {
	case int(c) < len(classWords):
		return classWords[c]
	case c >= firstGRPC:
		return "grpc:" + strconv.Itoa(int(c-firstGRPC))
	}
	return "http:" + strconv.Itoa(int(c-firstHTTP)+400)
}

func (c Class) valid() bool {
	switch {
	case int(c) < len(classWords):
		return true
	case c >= firstGRPC:
		n := int(c - firstGRPC)
		return n >= 1 && n <= 16 && n != 4 && n != 10
	case c >= firstHTTP:
		return int(c-firstHTTP) != 8
	}
	return false
}

// ClassSet is a set of classes. The zero value is empty: it retries nothing.
type ClassSet [4]uint64

// NewClassSet returns the set of the given classes.
func NewClassSet(cs ...Class) ClassSet {
	var s ClassSet
	for _, c := range cs {
		s[c/64] |= 1 << (c % 64)
	}
	return s
}

// Has reports whether c is in the set.
func (s ClassSet) Has(c Class) bool { return s[c/64]&(1<<(c%64)) != 0 }

// Union returns the classes in either set.
func (s ClassSet) Union(t ClassSet) ClassSet {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// Intersect returns the classes in both sets.
func (s ClassSet) Intersect(t ClassSet) ClassSet {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

// Minus returns the classes of s that are not in t.
func (s ClassSet) Minus(t ClassSet) ClassSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// Empty reports whether the set has no class.
func (s ClassSet) Empty() bool { return s == ClassSet{} }

// Contains reports whether every class of t is in s.
func (s ClassSet) Contains(t ClassSet) bool { return t.Minus(s).Empty() }

// Len is the number of classes.
func (s ClassSet) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Classes lists the set in order.
func (s ClassSet) Classes() []Class {
	var cs []Class
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			cs = append(cs, Class(i*64+bits.TrailingZeros64(w)))
		}
	}
	return cs
}

func classRange(first, last Class) ClassSet {
	var s ClassSet
	for c := int(first); c <= int(last) && c < numClasses; c++ {
		if Class(c).valid() {
			s = s.Union(NewClassSet(Class(c)))
		}
	}
	return s
}

func httpCodes(first, last int) ClassSet {
	return classRange(firstHTTP+Class(first-400), firstHTTP+Class(last-400))
}

func grpcCodes(codes ...int) ClassSet {
	var s ClassSet
	for _, n := range codes {
		s = s.Union(NewClassSet(firstGRPC + Class(n)))
	}
	return s
}

// The sets that have a name of their own.
var (
	// AnyClass holds every class, terminal ones too: what a layer retries that
	// lists no class.
	AnyClass = classRange(0, Class(numClasses-1))
	// NeverReached are the failures that happen before the callee is reached.
	NeverReached = NewClassSet(ClassConnect, ClassDNS, ClassRefusedStream)
	// Unavailable is http:502, 503, 504 and grpc:14.
	Unavailable = httpCodes(502, 504).Union(grpcCodes(14))
	// Overload is http:429 and grpc:8.
	Overload = httpCodes(429, 429).Union(grpcCodes(8))
	// ErrorClass is every other 5xx, grpc:2 and grpc:13.
	ErrorClass = httpCodes(500, 501).Union(httpCodes(505, 599)).Union(grpcCodes(2, 13))
	// Answerable are the failures a callee can answer with.
	Answerable = AnyClass.Minus(NeverReached)

	httpSpoken = httpCodes(400, 599)
	grpcSpoken = classRange(firstGRPC+1, firstGRPC+16).Union(NewClassSet(ClassConflict))
	codes      = httpSpoken.Union(grpcSpoken)
)

type classGroup struct {
	name string
	set  ClassSet
}

// groups are the words that stand for several codes, in the order of printing.
var groups = []classGroup{
	{"unavailable", Unavailable},
	{"overload", Overload},
	{"error", ErrorClass},
}

// codeRanges are the words for all codes of a kind.
var codeRanges = []classGroup{
	{"http:4xx", httpCodes(400, 499)},
	{"http:5xx", httpCodes(500, 599)},
}

// ParseClass reads one class or the name of a group of classes: the words of
// Class.String, a group (unavailable, overload, error, any), a bare HTTP status
// or "http:4xx", "http:5xx". The error names the word.
func ParseClass(word string) (ClassSet, error) {
	w := strings.ToLower(strings.TrimSpace(word))
	for i, name := range classWords {
		if w == name {
			return NewClassSet(Class(i)), nil
		}
	}
	for _, g := range groups {
		if w == g.name {
			return g.set, nil
		}
	}
	switch w {
	case "any":
		return AnyClass, nil
	case "http:4xx", "4xx":
		return httpCodes(400, 499), nil
	case "http:5xx", "5xx":
		return httpCodes(500, 599), nil
	}
	if code, ok := strings.CutPrefix(w, "grpc:"); ok {
		if n, err := strconv.Atoi(code); err == nil {
			if c, ok := GRPCClass(n); ok {
				return NewClassSet(c), nil
			}
		}
		return ClassSet{}, fmt.Errorf("no gRPC failure code %q", word)
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(w, "http:")); err == nil {
		if c, ok := HTTPClass(n); ok {
			return NewClassSet(c), nil
		}
	}
	return ClassSet{}, fmt.Errorf("unknown failure class %q: known are connect, dns, refused-stream, reset, timeout, unavailable, overload, error, conflict, terminal, any, http:<code> and grpc:<code>", word)
}

// ParseClasses reads a list of words as ParseClass does. A word behind "!" is
// taken out of the others.
func ParseClasses(words []string) (ClassSet, error) {
	var s, but ClassSet
	for _, w := range words {
		w, not := strings.CutPrefix(strings.TrimSpace(w), "!")
		c, err := ParseClass(w)
		if err != nil {
			return ClassSet{}, err
		}
		if not {
			but = but.Union(c)
		} else {
			s = s.Union(c)
		}
	}
	return s.Minus(but), nil
}

// Words lists the set in few words that ParseClasses reads back: groups, whole
// ranges of codes, then single classes, and those that a group or range is
// without ("error", "!http:501").
func (s ClassSet) Words() []string {
	if s == AnyClass {
		return []string{"any"}
	}
	var words []string
	rest := s
	for _, c := range rest.Minus(codes).Classes() {
		words = append(words, c.String())
	}
	if rest.Has(ClassConflict) {
		words = append(words, ClassConflict.String())
	}
	rest = rest.Intersect(codes.Minus(NewClassSet(ClassConflict)))
	for _, g := range groups {
		if rest.Contains(g.set) {
			words, rest = append(words, g.name), rest.Minus(g.set)
		}
	}
	for _, r := range codeRanges {
		if s.Contains(r.set) && !rest.Intersect(r.set).Empty() {
			words, rest = append(words, r.name), rest.Minus(r.set)
		}
	}
	rest, almost := almostWhole(s, rest)
	for _, c := range rest.Classes() {
		words = append(words, c.String())
	}
	return append(words, almost...)
}

// almostWhole names the groups and ranges that the set has but for a few
// classes, and returns the rest.
func almostWhole(s, rest ClassSet) (ClassSet, []string) {
	const few = 4
	var words []string
	for _, r := range append(clone(codeRanges), groups...) {
		missing := r.set.Minus(s)
		if have := rest.Intersect(r.set).Len(); have <= few || missing.Len() == 0 || missing.Len() > few {
			continue
		}
		words = append(words, r.name)
		for _, c := range missing.Classes() {
			words = append(words, "!"+c.String())
		}
		rest = rest.Minus(r.set)
	}
	return rest, words
}

// String joins the words with commas.
func (s ClassSet) String() string { return strings.Join(s.Words(), ", ") }

// MarshalText writes the words.
func (s ClassSet) MarshalText() ([]byte, error) { return []byte(strings.Join(s.Words(), ",")), nil }

// UnmarshalText reads what MarshalText writes.
func (s *ClassSet) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = ClassSet{}
		return nil
	}
	set, err := ParseClasses(strings.Split(string(text), ","))
	if err != nil {
		return err
	}
	*s = set
	return nil
}
