package configscan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// reader turns values of the policy file into Go values and collects what is
// wrong with them. Its methods return zero where there is a problem.
type reader struct {
	problems []graph.Problem
}

func (r *reader) errorf(v Value, format string, args ...any) {
	r.problems = append(r.problems, graph.Problem{Pos: v.Pos(), Message: fmt.Sprintf(format, args...)})
}

// key is one key of a mapping and what it sets. A nil setter refuses the key as
// not supported yet.
type key[T any] struct {
	name string
	set  func(*reader, *T, Value)
}

// read sets from a mapping what its keys stand for; what names the mapping in
// problems.
func read[T any](r *reader, v Value, what string, keys []key[T], into *T) {
	for _, f := range r.fields(v, what) {
		i := slices.IndexFunc(keys, func(k key[T]) bool { return k.name == f.Key })
		switch {
		case i < 0:
			r.errorf(f.KeyValue, "unknown key %q in %s%s", f.Key, what, suggest(f.Key, supported(keys)))
		case keys[i].set != nil:
			keys[i].set(r, into, f.Value)
		case !isEmpty(f.Value):
			r.errorf(f.KeyValue, "%s in %s is not supported yet", f.Key, what)
		}
	}
}

func supported[T any](keys []key[T]) []string {
	var names []string
	for _, k := range keys {
		if k.set != nil {
			names = append(names, k.name)
		}
	}
	return names
}

// isEmpty reports whether a value asks for nothing: null, an empty list or an
// empty mapping.
func isEmpty(v Value) bool {
	return v.IsNull() || v.Kind() == List && len(v.Items()) == 0 || v.Kind() == Map && len(v.Fields()) == 0
}

// fields lists the entries of a mapping with textual keys.
func (r *reader) fields(v Value, what string) []Field {
	if !r.is(v, Map, what) {
		return nil
	}
	fields := v.Fields()
	return slices.DeleteFunc(fields, func(f Field) bool {
		if f.KeyValue.isScalar() {
			return false
		}
		r.errorf(f.KeyValue, "a key of %s must be a text, not %s", what, f.KeyValue.Kind())
		return true
	})
}

// items lists the elements of a list.
func (r *reader) items(v Value, what string) []Value {
	r.is(v, List, what)
	return v.Items()
}

func (r *reader) is(v Value, k Kind, what string) bool {
	if v.Kind() == k {
		return true
	}
	r.errorf(v, "%s must be %s, not %s", what, k, describe(v))
	return false
}

// describe names a value in a problem: its text where it is short, else its
// shape.
func describe(v Value) string {
	if s, ok := v.Str(); ok && len(s) <= 40 {
		return fmt.Sprintf("%q", s)
	}
	return v.Kind().String()
}

// text reads a text that is not empty.
func (r *reader) text(v Value, what string) string {
	s, ok := v.Str()
	if !ok || s == "" {
		r.errorf(v, "%s must be a text, not %s", what, describe(v))
	}
	return s
}

// texts reads a list of texts.
func (r *reader) texts(v Value, what string) []string {
	var list []string
	for _, item := range r.items(v, what) {
		list = append(list, r.text(item, "an item of "+what))
	}
	return list
}

// word reads one of a set of words.
func (r *reader) word(v Value, what string, words []string) string {
	s := r.text(v, what)
	if s != "" && !slices.Contains(words, s) {
		r.errorf(v, "unknown %s %q%s", what, s, suggest(s, words))
		return ""
	}
	return s
}

// maxWhole keeps whole numbers within what every platform's int holds.
const maxWhole = 1<<31 - 1

// whole reads a whole number of 1 or more.
func (r *reader) whole(v Value, what string) int { return r.from(1, v, what) }

// from reads a whole number that is not below the least one.
func (r *reader) from(least int64, v Value, what string) int {
	n, ok := v.Int()
	if !ok || n < least || n > maxWhole {
		r.errorf(v, "%s must be a whole number of %d or more, not %s", what, least, describe(v))
		return 0
	}
	return int(n)
}

// boolean reads true or false.
func (r *reader) boolean(v Value, what string) bool {
	b, ok := v.Bool()
	if !ok {
		r.errorf(v, "%s must be true or false, not %s", what, describe(v))
	}
	return b
}

// duration reads a duration above zero as a bound with the text as it stands.
func (r *reader) duration(v Value, what string, kind graph.BoundKind) graph.Bound {
	d, ok := v.Duration()
	if !ok || d == 0 {
		r.errorf(v, "%s must be a duration above zero (250ms, 2s, 1m), not %s", what, describe(v))
		return graph.Bound{}
	}
	text, _ := v.Str()
	return graph.Bound{Value: graph.Literal(strings.TrimSpace(text)), Kind: kind, Pos: v.Pos()}
}

// isOff reports whether the value is the word off.
func isOff(v Value) bool {
	s, _ := v.Str()
	return strings.EqualFold(s, "off")
}
