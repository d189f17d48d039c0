package configscan

import "testing"

func TestTOML(t *testing.T) {
	d, problems := parseTOML("f.toml", []byte("# comment\ntitle = \"é\"\n[a.\"b c\"]\n  n = 1_000\n  x.y = [1, 'two', {k = true}]\n[[list]]\nv = 0x10\n[[list]]\nv = 2 # last\n[list.below]\nz = \"\"\"\nlong\"\"\"\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, c := range []struct {
		keys      []string
		text, pos string
	}{
		{[]string{"title"}, "é", "f.toml:2:9"},
		{[]string{"a", "b c", "n"}, "1000", "f.toml:4:7"},
		{[]string{"a", "b c", "x", "y"}, "", "f.toml:5:5"}, // a list: its key
	} {
		v := d.Root.Get(c.keys...)
		text, _ := v.Str()
		if text != c.text || v.Pos().String() != c.pos {
			t.Errorf("%v: %q at %s, want %q at %s", c.keys, text, v.Pos(), c.text, c.pos)
		}
	}
	items := d.Root.Get("a", "b c", "x", "y").Items()
	if len(items) != 3 {
		t.Fatalf("%d items", len(items))
	}
	if n, ok := items[0].Int(); !ok || n != 1 {
		t.Error(n, ok)
	}
	if b, ok := items[2].Get("k").Bool(); !ok || !b {
		t.Error(b, ok)
	}
	list := d.Root.Get("list").Items()
	if len(list) != 2 {
		t.Fatalf("%d tables", len(list))
	}
	if n, _ := list[0].Get("v").Int(); n != 16 {
		t.Error(n)
	}
	if n, _ := list[1].Get("v").Int(); n != 2 || list[1].Get("v").Pos().String() != "f.toml:9:5" {
		t.Error(n, list[1].Get("v").Pos())
	}
	if text, _ := list[1].Get("below", "z").Str(); text != "long" {
		t.Errorf("%q", text)
	}
}

func TestBrokenTOML(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\nb = \n":     "f.toml:2:",
		"a = 1\n[a.b]\nc=2": "",
		"\x00":              "f.toml:1:",
		"a = [1, {b = ":     "f.toml:1:",
	} {
		_, problems := parseTOML("f.toml", []byte(text))
		if want == "" {
			if len(problems) > 0 {
				t.Errorf("%q: %v", text, problems)
			}
			continue
		}
		if len(problems) != 1 || len(problems[0].Pos.String()) < len(want) || problems[0].Pos.String()[:len(want)] != want {
			t.Errorf("%q: %v, want one problem at %s", text, problems, want)
		}
	}
}
