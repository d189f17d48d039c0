package graph

import (
	"encoding/json"
	"reflect"
	"strings"
)

// setOrigin notes in every position of the fragment where it comes from. Rows of
// the built-in table are the same everywhere and have no origin. Suppressions
// get it even without a position, so that they hide nothing elsewhere.
func (f *Fragment) setOrigin(origin string) {
	f.Origin = origin
	setOrigins(reflect.ValueOf(f).Elem(), origin)
	for i := range f.Ignores {
		f.Ignores[i].Pos.Origin = origin
	}
}

var posType = reflect.TypeFor[Pos]()

func setOrigins(v reflect.Value, origin string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			setOrigins(v.Elem(), origin)
		}
	case reflect.Slice:
		for i := range v.Len() {
			setOrigins(v.Index(i), origin)
		}
	case reflect.Struct:
		if v.Type() == posType {
			p := v.Addr().Interface().(*Pos)
			if !p.IsZero() && !strings.HasPrefix(p.File, catalogPrefix) {
				p.Origin = origin
			}
			return
		}
		for i := range v.NumField() {
			setOrigins(v.Field(i), origin)
		}
	}
}

// sameHandler reports whether two handlers say the same, but for their origins.
func sameHandler(a, b *Handler) bool {
	text := func(h *Handler) string {
		b, err := json.Marshal(h)
		if err != nil {
			return err.Error()
		}
		origin, err := json.Marshal(h.Pos.Origin + ":")
		if err != nil || h.Pos.Origin == "" {
			return string(b)
		}
		return strings.ReplaceAll(string(b), strings.TrimSuffix(string(origin), `"`), `"`)
	}
	return text(a) == text(b)
}
