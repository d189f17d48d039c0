package configscan

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

var posType = reflect.TypeFor[graph.Pos]()

// checkPositions looks at every position in a fragment: each is a place in a
// file, a row of a table, or not set. What must have a place is checked by
// name: a fact without one does not exist.
func checkPositions(t *testing.T, f *graph.Fragment) {
	t.Helper()
	eachPos(reflect.ValueOf(f), "fragment", func(path string, p graph.Pos) {
		switch {
		case p.IsZero():
			if strings.HasSuffix(path, "].Pos") {
				t.Errorf("%s: no position", path)
			}
		case strings.HasPrefix(p.File, "catalog:"):
			if p.Line != 0 || p.Col != 0 {
				t.Errorf("%s: %s is no row of a table", path, p)
			}
		case p.File == "" || p.Line < 1 || p.Col < 1:
			t.Errorf("%s: %q is no place in a file", path, p)
		}
	})
}

// eachPos calls f for every position below a value.
func eachPos(v reflect.Value, path string, f func(path string, p graph.Pos)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachPos(v.Elem(), path, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachPos(v.Index(i), path+"[]", f)
		}
	case reflect.Struct:
		if v.Type() == posType {
			f(path, v.Interface().(graph.Pos))
			return
		}
		for i := range v.NumField() {
			eachPos(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	}
}
