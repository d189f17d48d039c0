package configscan

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// Keys are looked up in the file that fits best, whatever the case of their
// letters; what two files say differently is not known, and secrets are not kept.
func TestFileValues(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"config.json":           `{"CartAddress": "cart:80", "db": {"Url": "postgres://shop:hunter2@db:5432/shop"}, "password": "hunter2"}`,
		"deploy/old/other.json": `{"addr": "old:80"}`,
		"deploy/new/other.json": `{"addr": "new:80"}`,
		"a/same.yaml":           "addr: same:80\n",
		"b/same.yaml":           "addr: same:80\n",
		"cart/etc/cart.toml":    "[redis]\nhost = \"redis:6379\"\n",
		"vendor/x/only.json":    `{"addr": "vendored:80"}`,
		"open.json":             `{"addr": "${HOST}:80"`,
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"config.json#cartaddress":       "cart:80 config.json:1:17",
		"/app/config.json#CartAddress":  "cart:80 config.json:1:17",
		"config.json#db.url":            "postgres://db:5432/shop config.json:1:42",
		"config.json#password":          " config.json:1:95",
		"other.json#addr":               "", // two files differ
		"new/other.json#addr":           "new:80 deploy/new/other.json:1:10",
		"same.yaml#addr":                "same:80 a/same.yaml:1:7",
		"etc/cart.toml#redis.host":      "redis:6379 cart/etc/cart.toml:2:8",
		"only.json#addr":                "",
		"open.json#addr":                "",
		"etc/cart.*#redis.host":         "redis:6379 cart/etc/cart.toml:2:8",
		"etc/*#redis.host":              "",
		"config.json#missing":           "",
		"config.json#CartAddress.inner": "",
	}
	var keys []string
	for key := range want {
		keys = append(keys, key)
	}
	f, err := FileValues(context.Background(), root, keys, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, v := range f.Values {
		got[v.Key] = v.Text + " " + v.Pos.String()
	}
	for key, text := range want {
		if got[key] != text {
			t.Errorf("%s: got %q, want %q", key, got[key], text)
		}
	}
}
