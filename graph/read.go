package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// DecodeResult reads a result as the JSON report writes it, so that what is made
// of it is what would be made of the original. Fields of later versions are
// passed over.
func DecodeResult(r io.Reader) (*Result, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading a result: %w", err)
	}
	res := &Result{}
	if err := json.Unmarshal(data, res); err != nil {
		return nil, fmt.Errorf("no result as --format json writes it: %w", withLine(data, err))
	}
	if res.Schema != ResultSchema {
		return nil, fmt.Errorf("no result as --format json writes it: the schema is %q, not %q", res.Schema, ResultSchema)
	}
	for i := range res.Findings {
		switch f := &res.Findings[i]; f.Severity {
		case SeverityError, SeverityWarning, SeverityInfo:
		default:
			return nil, fmt.Errorf("no result as --format json writes it: a finding of %s has the severity %q", f.Rule, f.Severity)
		}
	}
	res.restoreUnlimited(data)
	return res, nil
}

// restoreUnlimited sets the figures that are null: those without limit, which a
// pointer cannot tell from those that are not there.
func (r *Result) restoreUnlimited(data []byte) {
	var raw any
	if !bytes.Contains(data, []byte("null")) || json.Unmarshal(data, &raw) != nil {
		return
	}
	unlimited(reflect.ValueOf(r).Elem(), raw)
}

func unlimited(v reflect.Value, raw any) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			unlimited(v.Elem(), raw)
		}
	case reflect.Slice:
		list, _ := raw.([]any)
		for i := range min(v.Len(), len(list)) {
			unlimited(v.Index(i), list[i])
		}
	case reflect.Struct:
		object, _ := raw.(map[string]any)
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			value, there := object[name]
			switch f := v.Field(i); {
			case !there:
			case value == nil && f.Type() == reflect.TypeFor[*Count]():
				n := Unbounded
				f.Set(reflect.ValueOf(&n))
			default:
				unlimited(f, value)
			}
		}
	}
}

// withLine says on which line JSON is broken.
func withLine(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	at := int64(-1)
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	}
	if at < 0 || at > int64(len(data)) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:at], []byte("\n")), err)
}
