package graph

import (
	"maps"
	"math/bits"
	"slices"
)

// maxAtoms is how many atoms are told apart. Input that tells more classes apart
// has the rest taken together, which only widens what layers retry.
const maxAtoms = 62

// atoms are the failure classes of one graph, taken together as far as nothing
// in the graph tells them apart: computation runs over atoms, not over the two
// hundred classes.
type atoms struct {
	of  [numClasses]uint8
	set []ClassSet // the classes of each atom
	// toHTTP and toGRPC are what a caller of that protocol sees.
	toHTTP, toGRPC []uint64
	never, timeout uint64
	terminal       uint64
	unavailable    uint64
	answerable     uint64
}

// toldApart are the sets that the computation itself tells apart.
var toldApart = []ClassSet{NeverReached, Answerable, Unavailable, Overload, ErrorClass, httpSpoken, grpcSpoken,
	NewClassSet(ClassConnect), NewClassSet(ClassDNS), NewClassSet(ClassReset), NewClassSet(ClassTimeout), NewClassSet(ClassConflict), NewClassSet(ClassTerminal)}

// newAtoms splits the classes by membership in the sets that are told apart, and
// in the given ones as far as there is room, in an order that does not change:
// those of layers go before those of answers.
func newAtoms(layers, answers map[ClassSet]bool) *atoms {
	a := &atoms{}
	parts := []ClassSet{AnyClass}
	for _, s := range slices.Concat(toldApart, sortedSets(layers), sortedSets(answers)) {
		for i := range parts {
			in, out := parts[i].Intersect(s), parts[i].Minus(s)
			if in.Empty() || out.Empty() {
				continue
			}
			if len(parts) == maxAtoms {
				break
			}
			parts[i] = in
			parts = append(parts, out)
		}
	}
	a.order(parts)
	a.never, a.timeout = a.mask(NeverReached), a.mask(NewClassSet(ClassTimeout))
	a.terminal, a.unavailable = a.mask(NewClassSet(ClassTerminal)), a.mask(Unavailable)
	a.answerable = a.mask(Answerable)
	a.translate()
	return a
}

func sortedSets(sets map[ClassSet]bool) []ClassSet {
	return slices.SortedFunc(maps.Keys(sets), func(x, y ClassSet) int { return slices.Compare(x[:], y[:]) })
}

// order numbers the parts by their first class, so that the numbers do not
// depend on the order in which the sets were met.
func (a *atoms) order(parts []ClassSet) {
	number := map[int]uint8{}
	for _, c := range AnyClass.Classes() {
		for i := range parts {
			if !parts[i].Has(c) {
				continue
			}
			n, ok := number[i]
			if !ok {
				n = uint8(len(a.set))
				number[i] = n
				a.set = append(a.set, parts[i])
			}
			a.of[c] = n
		}
	}
}

// mask returns the atoms that hold a class of s.
func (a *atoms) mask(s ClassSet) uint64 {
	var m uint64
	for i, set := range a.set {
		if set.Intersect(s) != (ClassSet{}) {
			m |= 1 << i
		}
	}
	return m
}

// classes returns the classes of the atoms of m.
func (a *atoms) classes(m uint64) ClassSet {
	var s ClassSet
	for ; m != 0; m &= m - 1 {
		s = s.Union(a.set[bits.TrailingZeros64(m)])
	}
	return s
}

// translate fills in what a failure with a code of the other protocol looks
// like to a caller: a gRPC client sees 429, 502, 503 and 504 as UNAVAILABLE and
// every other 5xx as UNKNOWN (grpc: internal/transport/http_util.go,
// HTTPStatusConvTab); an HTTP caller sees the codes of the same group.
func (a *atoms) translate() {
	a.toHTTP, a.toGRPC = make([]uint64, len(a.set)), make([]uint64, len(a.set))
	for i, set := range a.set {
		var h, g ClassSet
		for _, c := range set.Classes() {
			h = h.Union(asHTTP(c))
			g = g.Union(asGRPC(c))
		}
		a.toHTTP[i], a.toGRPC[i] = a.mask(h), a.mask(g)
	}
}

func asHTTP(c Class) ClassSet {
	if !grpcSpoken.Has(c) || c == ClassConflict {
		return NewClassSet(c)
	}
	for _, g := range groups {
		if g.set.Has(c) {
			return g.set.Intersect(httpSpoken)
		}
	}
	return httpCodes(400, 499).Minus(Overload)
}

func asGRPC(c Class) ClassSet {
	one := NewClassSet(c)
	switch {
	case !httpSpoken.Has(c):
		return one
	case Unavailable.Has(c) || Overload.Has(c):
		return grpcCodes(14)
	case ErrorClass.Has(c):
		return grpcCodes(2)
	}
	return grpcSpoken.Minus(Unavailable).Minus(Overload).Minus(NewClassSet(ClassConflict))
}

// seen returns the atoms of m as a caller sees them on a hop of protocol p.
func (a *atoms) seen(m uint64, p Protocol) uint64 {
	var table []uint64
	switch p {
	case ProtocolHTTP:
		table = a.toHTTP
	case ProtocolGRPC:
		table = a.toGRPC
	default:
		return m
	}
	var out uint64
	for ; m != 0; m &= m - 1 {
		out |= table[bits.TrailingZeros64(m)]
	}
	return out
}

// answerableBy are the classes that a callee may answer by itself on a protocol. All
// of HTTP and gRPC have a code: a failure that no list names is none of theirs.
func answerableBy(p Protocol) ClassSet {
	all := Answerable.Intersect(spoken(p))
	if p == ProtocolHTTP || p == ProtocolGRPC {
		return all.Minus(NewClassSet(ClassTerminal))
	}
	return all
}

// spoken are the classes a hop of protocol p knows.
func spoken(p Protocol) ClassSet {
	switch p {
	case ProtocolHTTP:
		return AnyClass.Minus(grpcSpoken)
	case ProtocolGRPC:
		return AnyClass.Minus(httpSpoken)
	}
	return AnyClass
}
