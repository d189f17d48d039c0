package sdk

import (
	"cmp"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Table holds the rows that one build uses, ready to be asked by name.
type Table struct {
	libraries []*graph.Library
	funcs     map[string]function
	patterns  []function // with a star, the longest first
	knobs     map[string][]Knob
	stars     []Knob // those with a star
}

type function struct {
	library *graph.Library
	call    *graph.LibraryCall
}

// Knob is a knob and the row it belongs to.
type Knob struct {
	Library *graph.Library
	*graph.Knob
}

// Lookup returns the rows for a build that selects the given modules: the path
// of each with its version. The rows of the standard library always apply. Nil
// says that the modules are not known: the newest row of each then counts. Rows
// in extra, those of a policy, go before the rows of the table.
func Lookup(requires map[string]string, extra ...graph.Library) *Table {
	t := &Table{funcs: map[string]function{}, knobs: map[string][]Knob{}}
	for _, list := range [][]graph.Library{extra, All()} {
		for i := range list {
			if applies(&list[i], requires) {
				t.add(&list[i])
			}
		}
	}
	slices.SortStableFunc(t.patterns, func(a, b function) int {
		return cmp.Compare(len(b.call.Func), len(a.call.Func))
	})
	return t
}

func (t *Table) add(l *graph.Library) {
	t.libraries = append(t.libraries, l)
	for i := range l.Calls {
		f := function{l, &l.Calls[i]}
		if star(f.call.Func) >= 0 {
			t.patterns = append(t.patterns, f)
		} else if _, ok := t.funcs[f.call.Func]; !ok {
			t.funcs[f.call.Func] = f
		}
	}
	for i := range l.Knobs {
		k := &l.Knobs[i]
		if star(k.Name) >= 0 {
			t.stars = append(t.stars, Knob{l, k})
		} else {
			t.knobs[k.Name] = append(t.knobs[k.Name], Knob{l, k})
		}
	}
}

// Libraries are the rows of the table, those of the policy first.
func (t *Table) Libraries() []*graph.Library { return t.libraries }

// Func finds the row of a function by its full name; of an instance of a
// generic function, take the origin.
func (t *Table) Func(fullName string) (*graph.Library, *graph.LibraryCall, bool) {
	f, ok := t.funcs[fullName]
	if ok {
		return f.library, f.call, true
	}
	for _, p := range t.patterns {
		if match(p.call.Func, fullName) {
			return p.library, p.call, true
		}
	}
	return nil, nil, false
}

// Knobs finds what a function, a field, a type, a package variable, an
// environment variable or a parameter of an address sets; a function that sets
// several numbers has several knobs.
func (t *Table) Knobs(name string) []Knob {
	ks := t.knobs[name]
	for _, k := range t.stars {
		if match(k.Name, name) {
			ks = append(slices.Clip(ks), k)
		}
	}
	return ks
}
