package sdk

import (
	"cmp"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Table holds the rows that one build uses, ready to be asked by name.
type Table struct {
	libraries []*graph.Library
	policy    index
	builtin   index
	knobs     map[string][]Knob
	stars     []Knob // those with a star
}

// index holds the functions of some rows, those with a star apart.
type index struct {
	byName   map[string]function
	patterns []function // the longest first
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
// in extra, those of a policy, go before the rows of the table; they apply wherever
// their module is, the tree itself included, unless they name versions.
func Lookup(requires map[string]string, extra ...graph.Library) *Table {
	t := &Table{knobs: map[string][]Knob{}}
	t.add(&t.policy, extra, requires)
	t.add(&t.builtin, build(requires), requires)
	return t
}

func (t *Table) add(ix *index, rows []graph.Library, requires map[string]string) {
	ix.byName = map[string]function{}
	for i := range rows {
		if l := &rows[i]; applies(l, requires) || ix == &t.policy && l.Since == "" && l.Before == "" {
			t.libraries = append(t.libraries, l)
			ix.add(l)
			t.addKnobs(l)
		}
	}
	slices.SortStableFunc(ix.patterns, func(a, b function) int {
		return cmp.Compare(len(b.call.Func), len(a.call.Func))
	})
}

func (ix *index) add(l *graph.Library) {
	for i := range l.Calls {
		f := function{l, &l.Calls[i]}
		if star(f.call.Func) >= 0 {
			ix.patterns = append(ix.patterns, f)
		} else if _, ok := ix.byName[f.call.Func]; !ok {
			ix.byName[f.call.Func] = f
		}
	}
}

func (t *Table) addKnobs(l *graph.Library) {
	for i := range l.Knobs {
		k := Knob{l, &l.Knobs[i]}
		if star(k.Name) >= 0 {
			t.stars = append(t.stars, k)
		} else {
			t.knobs[k.Name] = append(t.knobs[k.Name], k)
		}
	}
}

// Libraries are the rows of the table, those of the policy first.
func (t *Table) Libraries() []*graph.Library { return t.libraries }

// Func finds the row of a function, or of a named function type, by its full
// name; of an instance of a generic function, take the origin.
func (t *Table) Func(fullName string) (*graph.Library, *graph.LibraryCall, bool) {
	for _, ix := range []*index{&t.policy, &t.builtin} {
		if f, ok := ix.byName[fullName]; ok {
			return f.library, f.call, true
		}
		for _, p := range ix.patterns {
			if match(p.call.Func, fullName) {
				return p.library, p.call, true
			}
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
