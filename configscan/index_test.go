package configscan

import "testing"

func TestIndex(t *testing.T) {
	docs, problems := ParseDocs("f", []byte(`
{apiVersion: v1, kind: Service, metadata: {name: a, namespace: x}}
---
{apiVersion: v1, kind: Service, metadata: {name: a}}
---
{apiVersion: v1, kind: Service, metadata: {name: b, namespace: default}}
---
{apiVersion: v1, kind: Service, metadata: {name: c}}
---
{apiVersion: v1, kind: Service, metadata: {name: a, namespace: x}, second: true}
---
{apiVersion: v1, kind: Service, metadata: {}}
---
{kind: Service, metadata: {name: d}}
---
{apiVersion: 3, kind: [Service], metadata: {name: d}}
---
[1]
`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	ix := newIndex(docs)
	for _, c := range []struct{ namespace, name, want string }{
		{"x", "a", "f:2:1"},
		{"", "a", "f:4:1"},
		{"default", "a", "f:4:1"},
		{"", "b", "f:6:1"},
		{"default", "b", "f:6:1"},
		{"x", "b", ""},
		{"default", "c", "f:8:1"},
		{"x", "c", ""},
		{"", "d", ""},
		{"", "", ""},
	} {
		d, ok := ix.Object("Service", c.namespace, c.name)
		got := ""
		if ok {
			got = d.Root.Pos().String()
		}
		if got != c.want {
			t.Errorf("%s/%s: got %q, want %q", c.namespace, c.name, got, c.want)
		}
	}
}

func TestDocIdentity(t *testing.T) {
	d := parseOne(t, "{apiVersion: networking.istio.io/v1, kind: VirtualService, metadata: {name: a, namespace: b}}")
	if d.Group() != "networking.istio.io" || d.APIVersion() != "networking.istio.io/v1" || d.Kind() != "VirtualService" || d.Name() != "a" || d.Namespace() != "b" || !d.IsObject() {
		t.Errorf("%+v", d)
	}
	if d := parseOne(t, "{apiVersion: v1, kind: Service}"); d.Group() != "" || d.Name() != "" || !d.IsObject() {
		t.Errorf("%+v", d)
	}
	if d := parseOne(t, "services: {}"); d.IsObject() {
		t.Error("a compose file is an object")
	}
}
