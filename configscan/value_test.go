package configscan

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// parseOne parses a text of one document without problems.
func parseOne(t *testing.T, text string) *Doc {
	t.Helper()
	docs, problems := ParseDocs("f.yaml", []byte(text))
	if len(docs) != 1 || len(problems) != 0 {
		t.Fatalf("%q: %d documents, problems %v", text, len(docs), problems)
	}
	return docs[0]
}

// TestValueShapes reads one value in every way; - stands for not ok.
func TestValueShapes(t *testing.T) {
	for text, want := range map[string]string{
		`3`:                    "a scalar str=3 int=3 loose=3 float=3 bool=- dur=- template=false",
		`"3"`:                  "a scalar str=3 int=- loose=3 float=- bool=- dur=- template=false",
		`" 3"`:                 "a scalar str= 3 int=- loose=3 float=- bool=- dur=- template=false",
		`-1`:                   "a scalar str=-1 int=-1 loose=-1 float=-1 bool=- dur=- template=false",
		`3.0`:                  "a scalar str=3.0 int=- loose=- float=3 bool=- dur=- template=false",
		`0x10`:                 "a scalar str=0x10 int=16 loose=16 float=16 bool=- dur=- template=false",
		`1_000`:                "a scalar str=1_000 int=1000 loose=1000 float=1000 bool=- dur=- template=false",
		`!!int "7"`:            "a scalar str=7 int=7 loose=7 float=7 bool=- dur=- template=false",
		`!!int "x"`:            "a scalar str=x int=- loose=- float=- bool=- dur=- template=false",
		`.inf`:                 "a scalar str=.inf int=- loose=- float=- bool=- dur=- template=false",
		`.nan`:                 "a scalar str=.nan int=- loose=- float=- bool=- dur=- template=false",
		`99999999999999999999`: "a scalar str=99999999999999999999 int=- loose=- float=1e+20 bool=- dur=- template=false",
		`0`:                    "a scalar str=0 int=0 loose=0 float=0 bool=- dur=0s template=false",
		`yes`:                  "a scalar str=yes int=- loose=- float=- bool=true dur=- template=false",
		`"yes"`:                "a scalar str=yes int=- loose=- float=- bool=- dur=- template=false",
		`false`:                "a scalar str=false int=- loose=- float=- bool=false dur=- template=false",
		`0.3s`:                 "a scalar str=0.3s int=- loose=- float=- bool=- dur=300ms template=false",
		`-2s`:                  "a scalar str=-2s int=- loose=- float=- bool=- dur=- template=false",
		`""`:                   "a scalar str= int=- loose=- float=- bool=- dur=- template=false",
		`2027-06-30`:           "a scalar str=2027-06-30 int=- loose=- float=- bool=- dur=- template=false",
		`!custom x`:            "a scalar str=x int=- loose=- float=- bool=- dur=- template=false",
		`!!binary "%%%"`:       "a scalar str=%%% int=- loose=- float=- bool=- dur=- template=false",
		`~`:                    "null str=- int=- loose=- float=- bool=- dur=- template=false",
		`null`:                 "null str=- int=- loose=- float=- bool=- dur=- template=false",
		``:                     "null str=- int=- loose=- float=- bool=- dur=- template=false",
		`{}`:                   "a mapping str=- int=- loose=- float=- bool=- dur=- template=false",
		`{{ .Values.n }}`:      "a mapping str=- int=- loose=- float=- bool=- dur=- template=true",
		`"{{ .n }}"`:           "a scalar str={{ .n }} int=- loose=- float=- bool=- dur=- template=true",
		`[3]`:                  "a list str=- int=- loose=- float=- bool=- dur=- template=false",
	} {
		t.Run(text, func(t *testing.T) {
			v := parseOne(t, "k: "+text).Root.Get("k")
			if got := describeAll(v); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func describeAll(v Value) string {
	s, sok := v.Str()
	n, nok := v.Int()
	l, lok := v.IntLoose()
	x, xok := v.Float()
	b, bok := v.Bool()
	d, dok := v.Duration()
	return fmt.Sprintf("%v str=%v int=%v loose=%v float=%v bool=%v dur=%v template=%v", v.Kind(),
		orDash(s, sok), orDash(n, nok), orDash(l, lok), orDash(x, xok), orDash(b, bok), orDash(d, dok), v.IsTemplate())
}

func orDash[T any](v T, ok bool) any {
	if !ok {
		return "-"
	}
	return v
}

func TestValueAbsent(t *testing.T) {
	root := parseOne(t, "a:\n  b: {}\n  n:\n").Root
	for _, v := range []Value{{}, root.Get("x"), root.Get("a", "b", "c", "d"), root.Get("a", "n", "x")} {
		if v.Exists() || v.IsNull() || v.Kind() != Absent || v.Items() != nil || v.Fields() != nil || v.Strings() != nil {
			t.Errorf("%+v is not absent", v)
		}
		if got := describeAll(v); got != "nothing str=- int=- loose=- float=- bool=- dur=- template=false" {
			t.Error(got)
		}
	}
	if got := root.Get("a", "b", "c", "d").Pos().String(); got != "f.yaml:2:6" {
		t.Errorf("position of an absent value: %s, want that of the mapping without it", got)
	}
	if !root.Get("a", "n").Exists() || !root.Get("a", "n").IsNull() {
		t.Error("a key without a value is not null")
	}
}

func TestValueFields(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"document order", "{b: 1, a: 2}", "b=1 a=2 "},
		{"last of two", "{a: 1, b: 2, a: 3}", "b=2 a=3 "},
		{"number as key", "{503: 1, true: 2}", "503=1 true=2 "},
		{"mapping as key", "{? {x: 1} : 1, a: 2}", "=1 a=2 "},
		{"alias", "{x: &x 5, a: *x}", "x=5 a=5 "},
		{"alias as key", "{x: &x k, *x : 5}", "x=k k=5 "},
	} {
		if got := fieldsText(parseOne(t, c.text).Root); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func fieldsText(v Value) string {
	var out string
	for _, f := range v.Fields() {
		s, _ := f.Value.Str()
		out += f.Key + "=" + s + " "
		if got, _ := v.Get(f.Key).Str(); f.KeyValue.isScalar() && got != s {
			out += "(Get: " + got + ") "
		}
	}
	return out
}

func TestValueMerge(t *testing.T) {
	root := parseOne(t, `
base: &base {a: 1, b: 2}
more: &more {b: 3, c: 4}
deep: &deep {<<: *base, d: 5}
one: {<<: *base, a: 9}
list: {<<: [*more, *base], e: 6}
nested: {<<: *deep}
odd: {<<: 7, a: 1}
quoted: {"<<": 8}
`).Root
	for key, want := range map[string]string{
		"one":    "a=9 b=2 ",
		"list":   "e=6 b=3 c=4 a=1 ",
		"nested": "d=5 a=1 b=2 ",
		"odd":    "a=1 ",
		"quoted": "<<=8 ",
	} {
		if got := fieldsText(root.Get(key)); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
	if got := root.Get("nested", "a").Pos().String(); got != "f.yaml:2:17" {
		t.Errorf("a merged value is at %s, want where it is written", got)
	}
}

func TestValueLists(t *testing.T) {
	root := parseOne(t, "a: [x, 3, {y: 1}, ~, true]\nb: x\nc:\n").Root
	if got := root.Get("a").Strings(); !slices.Equal(got, []string{"x", "3", "true"}) {
		t.Errorf("Strings of a list: %q", got)
	}
	if got := root.Get("b").Strings(); !slices.Equal(got, []string{"x"}) {
		t.Errorf("Strings of a scalar: %q", got)
	}
	if got := root.Get("c").Strings(); got != nil {
		t.Errorf("Strings of null: %q", got)
	}
	if items := root.Get("a").Items(); len(items) != 5 || items[2].Pos().String() != "f.yaml:1:11" {
		t.Errorf("Items: %v", items)
	}
	if d, ok := parseOne(t, "2s").Root.Duration(); !ok || d != 2*time.Second {
		t.Errorf("a scalar document: %v %v", d, ok)
	}
}
