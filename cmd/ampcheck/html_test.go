package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/graph"
)

// A reader of the shop's page sees the graph, where the factor of a call comes
// from, what a filter leaves, and what other attempts would make of it, with
// mouse and keyboard, in both colours, and in print.
func TestHTMLInBrowser(t *testing.T) {
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	light := []step{
		{"do": "count", "selector": "svg [data-arrow]"}, {"do": "texts", "selector": "svg .node text.figure"},
		{"do": "click", "selector": "[data-arrow='2'] .hit"}, {"do": "visible", "selector": "section.detail"},
		{"do": "focus", "selector": "[data-arrow='0']"}, {"do": "press", "keys": []string{"ArrowRight", "Enter"}}, {"do": "focused"}, {"do": "visible", "selector": "section.detail h3"},
		{"do": "fill", "selector": "#gate", "value": "10"}, {"do": "visible", "selector": "[data-row] td:first-child"}, {"do": "count", "selector": "svg .arrow.dim"},
		{"do": "click", "selector": "#reset"}, {"do": "select", "selector": "#entry", "value": "0"}, {"do": "visible", "selector": "[data-row] td:first-child"},
		{"do": "axe"}, {"do": "print"}, {"do": "background"}, {"do": "click", "selector": "#theme"}, {"do": "background"}, {"do": "axe"},
	}
	dark := []step{{"do": "background"}, {"do": "axe"}, {"do": "click", "selector": "#theme"}, {"do": "background"}}
	page := htmlReport(t, shop)
	seen := browse(t, []pageJob{{File: page, Steps: light}, {File: page, Scheme: "dark", Steps: dark}}, nil)
	want := []any{
		4, []string{"entry", "3 calls", "9 calls", "216 calls", "648 calls"},
		nil, nil,
		nil, nil, "gateway -> order: 3 attempts", []string{"gateway → order: 3 attempts"},
		nil, []string{"order → inventory", "inventory → database"}, 2,
		nil, []string{"0"}, []string{"client → gateway", "gateway → order", "order → inventory", "inventory → database"},
		[]string{}, 4, "rgb(255, 255, 255)", nil, "rgb(20, 23, 27)", []string{},
	}
	details := string(seen.Pages[0].Results[3])
	for _, place := range []string{"order → inventory: 8 x 3 attempts", "cmd/order/price.go:38:2", "avast/retry-go Attempts (library)", "cmd/order/price.go:58:17"} {
		if !strings.Contains(details, place) {
			t.Errorf("the details of the call do not show %s: %s", place, details)
		}
	}
	compareSteps(t, want, seen.Pages[0].Results)
	compareSteps(t, []any{"rgb(20, 23, 27)", []string{}, nil, "rgb(255, 255, 255)"}, seen.Pages[1].Results)
}

// compareSteps compares the results of steps; nil is not looked at.
func compareSteps(t *testing.T, want []any, got []json.RawMessage) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("%d results, want %d", len(got), len(want))
	}
	for i, w := range want {
		text, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(got[i], &b); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b); w != nil && diff != "" {
			t.Errorf("step %d: -want +got:\n%s", i, diff)
		}
	}
}

// What the page computes when its sliders move is what the analysis computes
// when the layers of the code and of the policy have those attempts.
func TestHTMLSlidersAreTheAnalysis(t *testing.T) {
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	page := htmlReport(t, shop)
	layers := knobsOf(t, page)
	if len(layers) != 4 {
		t.Fatalf("the page has sliders for %v, want four", layers)
	}
	choices := [][]int{{1, 3, 3, 3}, {3, 1, 1, 1}, {5, 2, 4, 10}, {3, 3, 3, 1}, {1, 1, 1, 1}}
	steps := []step{{"do": "texts", "selector": "[data-node-figure]"}}
	for _, choice := range choices {
		for knob, n := range choice {
			steps = append(steps, step{"do": "fill", "selector": fmt.Sprintf("[data-knob='%d']", knob), "value": fmt.Sprint(n)})
		}
		steps = append(steps, step{"do": "texts", "selector": "[data-node-figure]"})
	}
	steps = append(steps, step{"do": "click", "selector": "#undo"}, step{"do": "texts", "selector": "[data-node-figure]"})
	results := browse(t, []pageJob{{File: page, Steps: steps}}, nil).Pages[0].Results
	want := []any{[]string{"", "", "", ""}}
	for _, choice := range choices {
		attempts := make(map[string]int)
		for knob, n := range choice {
			attempts[layers[knob]] = n
		}
		want = append(want, nil, nil, nil, nil)
		if slices.Equal(choice, []int{3, 3, 3, 3}) {
			continue
		}
		want = append(want, figuresOf(computedWith(t, shop, attempts)))
	}
	compareSteps(t, append(want, nil, []string{"", "", "", ""}), results)
}

// knobsOf lists the layers that the sliders of a page change.
func knobsOf(t *testing.T, page string) []string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var layers []string
	for _, m := range regexp.MustCompile(`data-layer="([^"]*)"`).FindAllStringSubmatch(string(data), -1) {
		layers = append(layers, strings.NewReplacer("&gt;", ">", "&#43;", "+").Replace(m[1]))
	}
	return layers
}

// computedWith analyses a directory with other attempts of some layers.
func computedWith(t *testing.T, dir string, attempts map[string]int) *graph.Result {
	t.Helper()
	a := &app{env: os.Environ(), stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	o := &options{quiet: true, code: codeOptions{loader: program.LoaderAuto}}
	s, err := a.gather(t.Context(), []string{dir}, o)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, f := range s.fragments {
		for i := range f.Layers {
			if n, ok := attempts[f.Layers[i].ID]; ok {
				found[f.Layers[i].ID] = true
				f.Layers[i].Attempts = graph.Exactly(n, graph.BoundExact, f.Layers[i].Pos)
			}
		}
	}
	if len(found) != len(attempts) {
		t.Fatalf("of the layers %v only %v are there", attempts, found)
	}
	return graph.Compute(graph.Link(s.fragments, s.policy.Policy), graph.Options{Now: o.now.orToday()})
}

// figuresOf are the figures of the shop's tiers as the page words them.
func figuresOf(r *graph.Result) []string {
	var figures []string
	for _, id := range []string{"gateway", "order", "inventory", "database"} {
		for _, n := range r.Nodes {
			if n.ID == id {
				figures = append(figures, fmt.Sprintf("%s (%sx)", n.Calls, strings.TrimSuffix(fmt.Sprintf("%.2f", *n.Amplification), ".00")))
			}
		}
	}
	return figures
}

// A page of 300 services is drawn, filtered and read as well.
func TestHTMLOfManyServices(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, policyName), []byte(manyServices()), 0o600); err != nil {
		t.Fatal(err)
	}
	page := htmlReport(t, dir)
	steps := []step{
		{"do": "count", "selector": "svg .node"}, {"do": "fill", "selector": "#gate", "value": "10"}, {"do": "count", "selector": "svg .arrow:not(.dim)"},
		{"do": "axe"},
	}
	shots := pictureDir(t)
	steps = append(append(steps, step{"do": "click", "selector": "#reset"}), pictures(shots, "services", false)...)
	dark := append([]step{{"do": "axe"}}, pictures(shots, "services-dark", false)...)
	pages := browse(t, []pageJob{{File: page, Steps: steps}, {File: page, Scheme: "dark", Steps: dark}}, nil).Pages
	seen := pages[0].Results
	var drawn, left int
	for i, into := range map[int]*int{0: &drawn, 2: &left} {
		if err := json.Unmarshal(seen[i], into); err != nil {
			t.Fatal(err)
		}
	}
	if drawn != 300 || left == 0 || left > 100 {
		t.Errorf("%d services are drawn and %d calls left by the filter, want 300 and some", drawn, left)
	}
	if light, dark := string(seen[3]), string(pages[1].Results[0]); light != "[]" || dark != "[]" {
		t.Errorf("axe says %s in light and %s in dark colours", light, dark)
	}
}

// pictures are steps that choose a call and take a picture, of the window or of
// the whole page, into a file in the directory of -screenshots or in dir.
func pictures(dir, name string, whole bool) []step {
	return []step{
		{"do": "click", "selector": "[data-choose='2']"},
		{"do": "top"},
		{"do": "screenshot", "file": filepath.Join(dir, name+".png"), "full": whole},
	}
}

// pictureDir is where pictures are written: where they are asked for, else for the
// test alone.
func pictureDir(t *testing.T) string {
	t.Helper()
	if *screenshots == "" {
		return t.TempDir()
	}
	dir, err := filepath.Abs(*screenshots)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// brightness is the mean of a picture, from 0 for black to 1.
func brightness(t *testing.T, file string) float64 {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	b := img.Bounds()
	sum, n := 0.0, 0
	for y := b.Min.Y; y < b.Max.Y; y += 4 {
		for x := b.Min.X; x < b.Max.X; x += 4 {
			r, g, b, _ := img.At(x, y).RGBA()
			sum += float64(r+g+b) / 3 / 0xffff
			n++
		}
	}
	return sum / float64(n)
}

// manyServices declares 300 services in six tiers.
func manyServices() string {
	r := rand.New(rand.NewSource(4))
	tiers := []int{1, 12, 40, 90, 100, 57}
	name := func(tier, i int) string {
		return fmt.Sprintf("%s-%d", []string{"client", "edge", "feature", "domain", "platform", "store"}[tier], i+1)
	}
	var b strings.Builder
	b.WriteString("version: 1\ncalls:\n")
	for tier := 1; tier < len(tiers); tier++ {
		for i := range tiers[tier] {
			near := i * tiers[tier-1] / tiers[tier]
			for _, from := range []int{near, max(0, near-1-r.Intn(3))}[:1+r.Intn(2)] {
				fmt.Fprintf(&b, "  - {from: %s, to: %s, attempts: %d", name(tier-1, from), name(tier, i), 1+r.Intn(4)*r.Intn(2))
				if r.Intn(8) == 0 {
					fmt.Fprintf(&b, ", fanOut: %d", 2+r.Intn(6))
				}
				b.WriteString("}\n")
			}
		}
	}
	return b.String()
}

// The page of the shop has the colours that the reader asks for, and its pictures
// are those of the documentation.
func TestHTMLLightAndDark(t *testing.T) {
	dir, page := pictureDir(t), htmlReport(t, "../../testdata/shop")
	browse(t, []pageJob{{File: page, Steps: pictures(dir, "shop", true)}, {File: page, Scheme: "dark", Steps: pictures(dir, "shop-dark", true)}}, nil)
	light, dark := brightness(t, filepath.Join(dir, "shop.png")), brightness(t, filepath.Join(dir, "shop-dark.png"))
	if light < 0.7 || dark > 0.3 {
		t.Errorf("the page is %.2f bright in light colours and %.2f in dark ones, want more than 0.7 and less than 0.3", light, dark)
	}
}

// Renderers of mermaid draw every name as what it is.
func TestMermaidInBrowser(t *testing.T) {
	hostile := `version: 1
calls:
  - {from: "client", to: "a\"]; click a href \"javascript:x\" --", attempts: 3}
  - {from: "client", to: "<img src=x onerror=alert(1)>", attempts: 2}
  - {from: "client", to: "%%{init: {}}%%", attempts: 2}
  - {from: "client", to: "1. end", attempts: 2}
  - {from: "client", to: "#quot; &amp; #35;", attempts: 2}
`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, policyName), []byte(hostile), 0o600); err != nil {
		t.Fatal(err)
	}
	charts := []string{
		analysed(t, 0, "report", "--format", "mermaid", "../../testdata/shop"),
		analysed(t, 0, "report", "--format", "mermaid", dir),
	}
	seen := browse(t, nil, charts).Mermaid
	want := []chartSeen{
		{Labels: []string{"client: entry", "gateway: 3 calls", "order: 9 calls", "inventory: 216 calls", "database: 648 calls"}},
		{Labels: []string{"client: entry", "#quot; &amp; #35;: 2 calls", "%%{init: {}}%%: 2 calls", "1. end: 2 calls", "<img src=x onerror=alert(1)>: 2 calls", `a"]; click a href "javascript:x" --: 3 calls`}},
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
