package configscan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree makes files below a new directory; a text that starts with -> makes a
// symbolic link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "->"); ok {
			err = os.Symlink(target, p)
		} else {
			err = os.WriteFile(p, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// walkTree walks below a root as Scan does.
func walkTree(t *testing.T, root string, targets []string, include, exclude []string) (files, problems []string, err error) {
	t.Helper()
	f, err := newFilter(include, Options{Exclude: exclude})
	if err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	files, ps, err := walk(r.FS(), targets, f)
	return files, problemLines(ps), err
}

var walked = map[string]string{
	".ampcheck.yaml":                   "version: 1",
	".git/config.yaml":                 "a: 1",
	".github/workflows/ci.yml":         "a: 1",
	".hidden.yaml":                     "a: 1",
	"a.yaml":                           "a: 1",
	"b.yml":                            "a: 1",
	"c.json":                           "{}",
	"d.txt":                            "a: 1",
	"deploy/x.yaml":                    "a: 1",
	"deploy/prod.ampcheck.yaml":        "version: 1",
	"node_modules/p/x.yaml":            "a: 1",
	"release/x.yaml":                   "a: 1",
	"release/deep/y.yaml":              "a: 1",
	"svc/testdata/x.yaml":              "a: 1",
	"svc/testdata/vendor/x.yaml":       "a: 1",
	"vendor/x/x.yaml":                  "a: 1",
	"chart/Chart.yaml":                 "name: x",
	"chart/values.yaml":                "a: 1",
	"chart/crds/crd.yaml":              "a: 1",
	"chart/templates/x.yaml":           "{{ x }}",
	"chart/charts/sub/Chart.yaml":      "name: x",
	"chart/charts/sub/templates/x.yml": "{{ x }}",
	"library/Chart.yaml":               "name: x",
	"library/values.yml":               "a: 1",
}

const chartProblem = "~chart/Chart.yaml:1:1: Helm templates are not analysed: feed rendered output: helm template chart | ampcheck check -"

func TestWalk(t *testing.T) {
	root := tree(t, walked)
	chart := []string{chartProblem}
	for _, c := range []struct {
		name                      string
		targets, include, exclude []string
		files, problems           []string
	}{
		{
			name:     "everything",
			files:    []string{".hidden.yaml", "a.yaml", "b.yml", "c.json", "chart/Chart.yaml", "chart/crds/crd.yaml", "deploy/x.yaml", "library/Chart.yaml", "release/deep/y.yaml", "release/x.yaml"},
			problems: chart,
		},
		{name: "a directory", targets: []string{"deploy/"}, files: []string{"deploy/x.yaml"}},
		{name: "a file", targets: []string{"b.yml"}, files: []string{"b.yml"}},
		{name: "a file twice", targets: []string{"release", "release/x.yaml"}, files: []string{"release/deep/y.yaml", "release/x.yaml"}},
		{name: "a file of another kind", targets: []string{"d.txt"}, problems: []string{"d.txt: no configuration file: its name is that of no format that is read"}},
		{name: "test data", targets: []string{"svc/testdata"}, files: []string{"svc/testdata/x.yaml"}},
		{name: "below test data", targets: []string{"svc/testdata/vendor"}, files: []string{"svc/testdata/vendor/x.yaml"}},
		{name: "a dot directory", targets: []string{".github"}, files: []string{".github/workflows/ci.yml"}},
		{name: "below a dot directory", targets: []string{".github/workflows"}, files: []string{".github/workflows/ci.yml"}},
		{name: "templates", targets: []string{"chart/templates"}, files: []string{"chart/templates/x.yaml"}},
		{name: "the same chart twice", targets: []string{"chart", "chart"}, files: []string{"chart/Chart.yaml", "chart/crds/crd.yaml"}, problems: chart},
		{name: "include", include: []string{"deploy/**", "*.yml"}, files: []string{"b.yml", "deploy/x.yaml"}},
		{name: "include a directory", include: []string{"release"}, files: []string{"release/deep/y.yaml", "release/x.yaml"}},
		{name: "exclude wins", include: []string{"release/**"}, exclude: []string{"**/deep"}, files: []string{"release/x.yaml"}},
		{name: "exclude all", exclude: []string{"**"}},
		{name: "exclude the chart", targets: []string{"chart", "library"}, exclude: []string{"chart/templates/**", "**/Chart.yaml"}, files: []string{"chart/crds/crd.yaml"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, problems, err := walkTree(t, root, c.targets, c.include, c.exclude)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(files, c.files) {
				t.Errorf("files %q, want %q", files, c.files)
			}
			if !slices.Equal(problems, c.problems) {
				t.Errorf("problems %q, want %q", problems, c.problems)
			}
		})
	}
}

func TestWalkTargets(t *testing.T) {
	root := tree(t, map[string]string{"a/x.yaml": "a: 1", "out": "->" + t.TempDir()})
	for target, want := range map[string]string{
		"..":       "..: not a path below the analysed directory",
		"/etc":     "/etc: not a path below the analysed directory",
		"a/../../": "..: not a path below the analysed directory",
		"missing":  "missing: no such file or directory",
		"out":      "out: path escapes from parent",
	} {
		if _, _, err := walkTree(t, root, []string{target}, nil, nil); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", target, err, want)
		}
	}
}

func TestWalkSymlinks(t *testing.T) {
	outside := tree(t, map[string]string{"secret.yaml": "a: 1"})
	root := tree(t, map[string]string{
		"a/x.yaml":    "a: 1",
		"inside":      "->a",
		"x.yaml":      "->a/x.yaml",
		"loop":        "->loop",
		"none.yaml":   "->a/none.yaml",
		"out.yaml":    "->" + filepath.Join(outside, "secret.yaml"),
		"outdir":      "->" + outside,
		"a/up":        "->../..",
		"a/elsewhere": "->../../none",
	})
	files, problems, err := walkTree(t, root, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a/x.yaml"}; !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	want := []string{
		"~a/elsewhere: symbolic link out of the analysed directory: not followed",
		"~a/up: symbolic link out of the analysed directory: not followed",
		"~loop: symbolic link out of the analysed directory: not followed",
		"~none.yaml: symbolic link to nothing: not read",
		"~out.yaml: symbolic link out of the analysed directory: not followed",
		"~outdir: symbolic link out of the analysed directory: not followed",
	}
	if !slices.Equal(problems, want) {
		t.Errorf("problems %q, want %q", problems, want)
	}
}

func TestFilterPatterns(t *testing.T) {
	for _, p := range []string{"a/[", "{a"} {
		if _, err := newFilter([]string{p}, Options{}); err == nil {
			t.Errorf("%q is taken for a pattern", p)
		}
		if _, err := newFilter(nil, Options{Exclude: []string{p}}); err == nil {
			t.Errorf("%q is taken for a pattern", p)
		}
	}
}
