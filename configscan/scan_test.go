package configscan

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ampcheck/ampcheck/graph"
)

// boxes is a scanner for tests: objects of kind Box become workloads; one named
// panic panics; Finish counts them.
var boxes = Scanner{
	Name:   "boxes",
	Detect: func(d *Doc) bool { return d.Kind() == "Box" },
	Scan: func(d *Doc, ix *Index) graph.Fragment {
		if d.Name() == "panic" {
			panic("odd shape")
		}
		return graph.Fragment{Workloads: []graph.Workload{{
			WorkloadRef: graph.WorkloadRef{Name: d.Name(), Namespace: d.Namespace()},
			Pos:         d.Root.Pos(),
		}}}
	},
	Finish: func(f *graph.Fragment, opts Options) graph.Fragment {
		if len(f.Workloads) == 0 {
			return graph.Fragment{}
		}
		return graph.Fragment{Meshes: []graph.Mesh{{Name: "boxes", Version: opts.MeshVersions["boxes"]}}}
	},
}

func box(name string) string {
	return "{apiVersion: v1, kind: Box, metadata: {name: " + name + "}}\n"
}

func workloads(f *graph.Fragment) []string {
	var list []string
	for _, w := range f.Workloads {
		list = append(list, w.Name+" "+w.Pos.String())
	}
	return list
}

// TestScan reads a tree with all that is odd: lists of objects, JSON, a broken
// document among good ones, keys written twice, templates, other YAML.
func TestScan(t *testing.T) {
	withScanners(t, boxes)
	var progress []string
	f, notes, err := Scan(context.Background(), "../testdata/config/walk", nil, Options{
		MeshVersions: map[string]string{"boxes": "1.2"},
		Progress:     func(done int, file string) { progress = append(progress, file) },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"one a/list.yaml:4:3", "two a/list.yaml:5:3", "json a/m.json:1:1", "before broken.yaml:1:1", "after broken.yaml:5:1",
		"i ignored.yaml:1:1", "shape shape.yaml:1:1", "z z.yaml:1:1", "last z.yaml:5:1",
	}
	if got := workloads(f); !slices.Equal(got, want) {
		t.Errorf("workloads %q, want %q", got, want)
	}
	want = []string{
		"broken.yaml:4:1: not valid YAML: did not find expected node content",
		`~shape.yaml:3:23: "name" is written twice, first at line 3: the last one is taken`,
		"~shape.yaml:4:4: looks like a template that is not rendered, values read as unknown: feed rendered output, as in helm template DIR | ampcheck check -",
		"z.yaml:3:1: not analysed: the reader of boxes failed: odd shape",
	}
	if got := problemLines(f.Problems); !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
	if want := []string{"4 objects of kinds that are not read (ConfigMap 1, Foo 2, Other 1)"}; !slices.Equal(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	if len(f.Ignores) != 1 || len(f.Findings) != 1 || len(f.Meshes) != 1 || f.Meshes[0].Version != "1.2" {
		t.Errorf("ignores %v, findings %v, meshes %v", f.Ignores, f.Findings, f.Meshes)
	}
	if slices.Sort(progress); len(slices.Compact(progress)) != 9 {
		t.Errorf("progress %q", progress)
	}
}

// TestScanSameBytes copies a tree: the same files give the same bytes wherever
// they lie.
func TestScanSameBytes(t *testing.T) {
	withScanners(t, boxes)
	files := map[string]string{"a.yaml": box("a"), "b/b.yaml": "a: [\n", "c": "->/", "chart/Chart.yaml": "", "chart/templates/x.yaml": ""}
	var first []byte
	for range 2 {
		root := tree(t, files)
		f, _, err := Scan(context.Background(), root, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := f.Encode(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), root) {
			t.Errorf("the place of the tree gets out: %s", b.String())
		}
		if first == nil {
			first = b.Bytes()
		} else if !bytes.Equal(first, b.Bytes()) {
			t.Errorf("got %s\nand %s", first, b.Bytes())
		}
	}
}

func TestScanUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("permissions do not hold here")
	}
	withScanners(t, boxes)
	root := tree(t, map[string]string{"a.yaml": box("a"), "b.yaml": box("b"), "c/c.yaml": box("c")})
	for _, name := range []string{"a.yaml", "c"} {
		if err := os.Chmod(filepath.Join(root, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "c"), 0o777) })
	f, _, err := Scan(context.Background(), root, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := problemLines(f.Problems), []string{"a.yaml: cannot be read: permission denied", "c: cannot be read: permission denied"}; !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
	if got := workloads(f); !slices.Equal(got, []string{"b b.yaml:1:1"}) {
		t.Errorf("workloads %q", got)
	}
}

func TestScanErrors(t *testing.T) {
	root := tree(t, map[string]string{"a.yaml": "a: 1"})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name    string
		ctx     context.Context
		root    string
		targets []string
		opts    Options
	}{
		{"no root", context.Background(), filepath.Join(root, "none"), nil, Options{}},
		{"no target", context.Background(), root, []string{"none"}, Options{}},
		{"bad pattern", context.Background(), root, nil, Options{Exclude: []string{"["}}},
		{"cancelled", cancelled, root, nil, Options{}},
	} {
		if _, _, err := Scan(c.ctx, c.root, c.targets, c.opts); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

func TestScanReader(t *testing.T) {
	withScanners(t, boxes)
	f, notes, err := ScanReader("stdin", strings.NewReader(box("a")+"---\n{apiVersion: v1, kind: Foo}\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := workloads(f); !slices.Equal(got, []string{"a stdin:1:1"}) {
		t.Errorf("workloads %q", got)
	}
	if want := []string{"1 object of a kind that is not read (Foo 1)"}; !slices.Equal(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	if _, _, err := ScanReader("stdin", iotest.ErrReader(errors.New("closed")), Options{}); err == nil || err.Error() != "reading stdin: closed" {
		t.Errorf("error %v", err)
	}
}

func TestIsConfigJSON(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       bool
	}{
		{"a/x.json", `{"apiVersion": "v1", "kind": "Pod"}`, true},
		{"a/x.json", `{"kind": "Pod"}`, false},
		{"compose.json", `{}`, true},
		{"compose.prod.json", `{}`, true},
		{"a/docker-compose.json", `{}`, true},
		{"composer.json", `{}`, false},
		{"package.json", `{}`, false},
	} {
		if got := isConfigJSON(c.file, []byte(c.text)); got != c.want {
			t.Errorf("%s %s: %v", c.file, c.text, got)
		}
	}
}
