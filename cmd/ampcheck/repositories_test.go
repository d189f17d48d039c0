package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shopParts are the shop as four repositories: what each of them has of it.
var shopParts = map[string][]string{
	"gateway":   {"go.mod", "go.sum", "inventorypb", "cmd/gateway", "deploy/base/gateway.yaml"},
	"order":     {"go.mod", "go.sum", "inventorypb", "cmd/order", "deploy/base/order.yaml"},
	"inventory": {"go.mod", "go.sum", "inventorypb", "cmd/inventory", "deploy/base/inventory.yaml"},
	"platform":  {"deploy/base/namespace.yaml", "deploy/base/postgres.yaml"},
}

const shopDir = "../../testdata/shop"

// Four repositories, each summarized by itself, are linked to the report of the one
// tree: only the positions say where they come from.
func TestFourRepositories(t *testing.T) {
	whole := t.TempDir()
	strip, with := []string{}, []string{}
	for _, part := range []string{"gateway", "inventory", "order", "platform"} {
		dir := t.TempDir()
		for _, name := range shopParts[part] {
			copyPath(t, filepath.Join(shopDir, name), filepath.Join(dir, name))
			copyPath(t, filepath.Join(shopDir, name), filepath.Join(whole, name))
		}
		file := filepath.Join(t.TempDir(), part+".json")
		analysed(t, 0, "summarize", "-o", file, dir)
		strip, with = append(strip, file+":", ""), append(with, "--with", file)
	}
	want := analysed(t, 0, "report", "--format", "json", whole)
	got := analysed(t, 0, append(append([]string{"report", "--format", "json"}, with...), t.TempDir())...)
	got = strings.NewReplacer(strip...).Replace(got)
	if !strings.Contains(want, `"gateway->order"`) || !strings.Contains(want, `"inventory->`) {
		t.Errorf("the tree is not the shop:\n%s", want)
	}
	if got, want := withoutDependencies(t, got), withoutDependencies(t, want); got != want {
		t.Errorf("four repositories:\n%s\nwant, as of one tree:\n%s", got, want)
	}
}

// withoutDependencies is a result without the modules that it depends on: each
// repository has a go.mod of its own that says so.
func withoutDependencies(t *testing.T, result string) string {
	t.Helper()
	all := map[string]any{}
	if err := json.Unmarshal([]byte(result), &all); err != nil {
		t.Fatal(err)
	}
	if all["dependencies"] == nil {
		t.Error("no dependencies are listed")
	}
	delete(all, "dependencies")
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The shop gives the same report from another checkout, with directories in another
// order, and with copies of its objects beside it, as a release has them.
func TestShopAnywhere(t *testing.T) {
	shop := func(dir, deploy string) string {
		for _, name := range []string{"go.mod", "go.sum", "inventorypb", "cmd"} {
			copyPath(t, filepath.Join(shopDir, name), filepath.Join(dir, name))
		}
		copyPath(t, filepath.Join(shopDir, "deploy/base"), filepath.Join(dir, deploy))
		return dir
	}
	want := analysed(t, 0, "report", "--format", "json", shop(t.TempDir(), "deploy"))
	copies := shop(t.TempDir(), "deploy")
	copyPath(t, filepath.Join(shopDir, "deploy/base"), filepath.Join(copies, "release"))
	for _, c := range []struct{ what, dir, deploy string }{
		{"another order elsewhere", shop(filepath.Join(t.TempDir(), "src", "another"), "a-manifests"), "a-manifests"},
		{"copies", copies, "deploy"},
	} {
		got := strings.ReplaceAll(analysed(t, 0, "report", "--format", "json", c.dir), c.deploy+"/", "deploy/")
		if lines(got) != lines(want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, want)
		}
	}
}

// lines are those of a text in the order of the alphabet: what is listed by position
// moves with the directories.
func lines(text string) string {
	all := strings.Split(strings.ReplaceAll(text, ",", ""), "\n")
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// copyPath copies a file or a directory.
func copyPath(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		if _, err := os.Stat(to); err == nil {
			return // another part has it too
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
