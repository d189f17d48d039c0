package configscan

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

// documentFormats are the formats whose documents are compared with what the
// product's own types make of them, each with its side of the scanner.
var documentFormats = []struct {
	format documents.Format
	module string
	read   func(*graph.Fragment) []string
}{
	{documents.GatewayAPI, "gatewayapi", gatewayAPIEffects},
	{documents.Envoy, "envoy", envoyEffects},
	{documents.Traefik, "traefik", traefikEffects},
	{documents.Compose, "compose", composeEffects},
	{documents.AWS, "aws", awsEffects},
	{documents.Caddy, "caddy", caddyEffects},
	{documents.GRPCConfig, "grpcconfig", grpcConfigEffects},
}

// What a scanner makes of each document is what the product's own types make of
// it, so that the answer to a mutant changes exactly when theirs does. Where the
// product refuses a document, the scanner says at a place what is wrong with it.
func TestDocumentOracles(t *testing.T) {
	for _, c := range documentFormats {
		t.Run(c.format.Name, func(t *testing.T) {
			all, err := documents.Of("../testdata", c.format)
			if err != nil {
				t.Fatal(err)
			}
			record := readDocumentRecord(t, c.format)
			if hash := documents.Hash(all); record.Inputs != hash || len(record.Answers) != len(all) {
				t.Fatalf("the record is of other documents, %s and not %s: run go run . in testdata/oracle/%s", record.Inputs, hash, c.module)
			}
			said := map[int][]string{}
			for i := range all {
				d, of := &all[i], all[i].Of
				f := scanDocument(t, d)
				if i == of && record.Answers[i].Refused == "" {
					said[i] = complaints(f)
				}
				compareDocument(t, d, record.Answers[i], f, c.read, said[of])
			}
		})
	}
}

func readDocumentRecord(t *testing.T, f documents.Format) (record documents.Record) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../testdata", documents.File(f)))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	return record
}

// compareDocument compares a document with the answer to it; said is what is
// said of the sound one that it was made of.
func compareDocument(t *testing.T, d *documents.Document, a documents.Answer, f *graph.Fragment, read func(*graph.Fragment) []string, said []string) {
	t.Helper()
	if a.Refused != "" {
		if !slices.ContainsFunc(complaints(f), func(c string) bool { return !slices.Contains(said, c) }) {
			t.Errorf("%s: refused, and nothing is said about it: %s", d.Name, a.Refused)
		}
		return
	}
	if got := read(f); !slices.Equal(got, a.Effects) {
		t.Errorf("%s:\nread:\n  %s\nthe product:\n  %s", d.Name, strings.Join(got, "\n  "), strings.Join(a.Effects, "\n  "))
	}
}

// complaints are what is said about a document.
func complaints(f *graph.Fragment) []string {
	var all []string
	for _, p := range f.Problems {
		all = append(all, p.Message)
	}
	for _, x := range f.Findings {
		all = append(all, x.Message)
	}
	return all
}

// scanDocument reads the files of a document as those of a tree.
func scanDocument(t *testing.T, d *documents.Document) *graph.Fragment {
	t.Helper()
	if len(d.Files) == 1 {
		f, _, err := ScanReader(d.Paths()[0], strings.NewReader(d.Text()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	dir := t.TempDir()
	for path, text := range d.Files {
		file := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, _, err := Scan(t.Context(), dir, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// effectOf is what a layer does, nil for none.
func effectOf(rule string, l *graph.Layer) documents.Effect {
	e := documents.Effect{Rule: rule}
	if l == nil {
		return e
	}
	e.Attempts, e.On = "unknown", l.RetriesOn
	if n, ok := l.Attempts.Count(nil); ok {
		e.Attempts = n.String()
	}
	e.PerTry, e.Overall = boundTime(l.PerTry), boundTime(l.Overall)
	e.Pause, e.MaxPause = boundTime(l.Backoff.Base), boundTime(l.Backoff.Max)
	if b := l.Budget; b != nil && b.Kind == graph.BudgetConcurrent {
		e.Cap = fmt.Sprintf("%g", b.MinConcurrent)
	} else if b != nil {
		e.Cap = fmt.Sprintf("%g%% %g", 100*b.Ratio, b.MinConcurrent)
	}
	return e
}

func boundTime(b graph.Bound) time.Duration {
	d, _ := b.Duration(nil)
	return d
}

func gatewayAPIEffects(f *graph.Fragment) []string {
	var lines []string
	for _, a := range f.Attachments {
		switch {
		case strings.HasPrefix(a.ID, "XBackendTrafficPolicy "):
			b := a.Layer.Budget
			lines = append(lines, fmt.Sprintf("%s; budget %g %g", a.ID, b.Ratio, b.MinConcurrent))
		case a.Place == graph.PlaceGateway:
			e := effectOf(a.ID, a.Layer)
			e.To, e.Mirrors = destinationTexts(a.Destinations), destinationTexts(a.Mirrors)
			lines = append(lines, e.String())
		}
	}
	slices.Sort(lines)
	return lines
}

// envoyEffects are those of the layers, each with the calls round which it is.
func envoyEffects(f *graph.Fragment) []string {
	effects := map[string]*documents.Effect{}
	for i := range f.Layers {
		l := &f.Layers[i]
		e := effectOf("route", l)
		if l.Name == "envoy max_connect_attempts" {
			e.Rule = "tcp"
		}
		effects[l.ID] = &e
	}
	for _, h := range f.Handlers[:min(1, len(f.Handlers))] {
		for _, s := range stepsOf(*h.Body) {
			mirrors := []graph.Step(nil)
			if s.Par != nil {
				s, mirrors = s.Par.Steps[0], s.Par.Steps[1:]
			}
			e := effects[s.Repeat.Layer]
			eachCall(&s, func(c *graph.Call) { e.To = append(e.To, c.To.Address.String()) })
			for i := range mirrors {
				eachCall(&mirrors[i], func(c *graph.Call) { e.Mirrors = append(e.Mirrors, c.To.Address.String()) })
			}
		}
	}
	var lines []string
	for _, l := range f.Layers {
		lines = append(lines, effects[l.ID].String())
	}
	return lines
}

// traefikEffects are those of the layers of each call.
func traefikEffects(f *graph.Fragment) []string {
	layers := map[string]*graph.Layer{}
	for i := range f.Layers {
		layers[f.Layers[i].ID] = &f.Layers[i]
	}
	var lines []string
	add := func(id string, to []string) {
		e := effectOf("retry", layers[id])
		if layers[id].Name == "traefik without retries" {
			e.Rule, e.Overall = "single", e.PerTry
		}
		e.PerTry, e.To = 0, to
		lines = append(lines, e.String())
	}
	for _, h := range f.Handlers {
		for _, s := range stepsOf(*h.Body) {
			var to []string
			eachCall(&s, func(c *graph.Call) { to = append(to, c.To.Address.String()) })
			for s.Repeat != nil {
				add(s.Repeat.Layer, to)
				s = s.Repeat.Step
			}
			if s.Call != nil {
				for _, id := range s.Call.Layers {
					add(id, to)
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// composeEffects are how many containers each service of the project has, its
// ports, and what its variables say.
func composeEffects(f *graph.Fragment) []string {
	var lines []string
	ours := map[string]bool{}
	for _, w := range f.Workloads {
		if strings.HasPrefix(w.Pos.File, "base/") { // that of another project
			continue
		}
		ours[w.Name] = true
		n := "unknown"
		if c, ok := w.Replicas.Count(nil); ok {
			n = c.String()
		}
		lines = append(lines, fmt.Sprintf("%s: %s containers", w.Name, n))
	}
	ports := map[string][]int{}
	for _, b := range f.Bindings {
		for _, p := range b.Ports {
			ports[b.Workload.Name] = append(ports[b.Workload.Name], p.Number)
		}
	}
	for name := range ours {
		slices.Sort(ports[name])
		lines = append(lines, fmt.Sprintf("%s: ports %v", name, slices.Compact(ports[name])))
	}
	for _, v := range f.Values {
		if ours[v.Workload.Name] && v.Source != graph.SourceFlag && documents.IsSetting(v.Text) {
			lines = append(lines, fmt.Sprintf("%s: %s=%s", v.Workload.Name, v.Key, v.Text))
		}
	}
	slices.Sort(lines)
	return lines
}

// awsEffects are what the variables say that decide about the retries of each
// workload: those of the highest precedence.
func awsEffects(f *graph.Fragment) []string {
	best := map[string]graph.Value{}
	for _, v := range f.Values {
		if key := v.Workload.Name + " " + v.Key; v.Key == "AWS_MAX_ATTEMPTS" || v.Key == "AWS_RETRY_MODE" {
			if b, ok := best[key]; !ok || v.Precedence > b.Precedence {
				best[key] = v
			}
		}
	}
	var lines []string
	for key, v := range best {
		text := strings.ToLower(v.Text)
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			text = strconv.FormatInt(n, 10)
		}
		lines = append(lines, key+"="+text)
	}
	slices.Sort(lines)
	return lines
}

// caddyEffects are those of the hops: the hosts, and what is repeated round them.
func caddyEffects(f *graph.Fragment) []string {
	layers := map[string]*graph.Layer{}
	for i := range f.Layers {
		layers[f.Layers[i].ID] = &f.Layers[i]
	}
	var lines []string
	for _, h := range f.Handlers {
		for _, s := range stepsOf(*h.Body) {
			id := ""
			if s.Repeat != nil {
				id = s.Repeat.Layer
			}
			var to []string
			eachCall(&s, func(c *graph.Call) {
				if c.Layers != nil {
					id = c.Layers[0]
				}
				host := hostOf(c.To.Address.String())
				if c.To.Service != "" {
					host = c.To.Service
				}
				to = append(to, host)
			})
			e := effectOf("proxy", layers[id])
			if e.Overall, e.To = 0, to; e.Attempts == "1" {
				e.Overall = e.PerTry
			}
			for _, t := range layers[id].Tries {
				if n, ok := t.Attempts.Count(nil); ok && t.Classes.Has(graph.ClassTimeout) {
					e.Slow = n.String()
				}
			}
			lines = append(lines, e.String())
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// grpcConfigEffects are what happens to calls of the methods that are named, and
// of another one.
func grpcConfigEffects(f *graph.Fragment) []string {
	var names []string
	for _, a := range f.Attachments {
		names = append(names, a.Operations...)
	}
	var lines []string
	for _, method := range documents.Methods(names) {
		lines = append(lines, grpcConfigEffect(f, method))
	}
	return lines
}

// grpcConfigEffect is that of the attachment that names a method best.
func grpcConfigEffect(f *graph.Fragment, method string) string {
	service := method[:strings.LastIndexByte(method, '/')+1]
	for _, name := range []string{method, service, ""} {
		for _, a := range f.Attachments {
			if !slices.Contains(a.Operations, name) && (name != "" || a.Operations != nil) {
				continue
			}
			e := effectOf(method, a.Layer)
			e.Cap = fmt.Sprintf("x%g", a.Layer.Backoff.Multiplier)
			if b := a.Layer.Budget; b != nil {
				e.Cap += fmt.Sprintf(" %g%% %g", 100*b.Ratio, b.Tokens)
			}
			return e.String()
		}
	}
	return method
}

// stepsOf are the alternatives of a body.
func stepsOf(body graph.Step) []graph.Step {
	if body.Alt != nil {
		return body.Alt.Steps
	}
	return []graph.Step{body}
}

func destinationTexts(list []graph.Destination) []string {
	var texts []string
	for _, d := range list {
		text := d.Host.Name + "." + d.Host.Namespace
		if d.Port > 0 {
			text += fmt.Sprint(":", d.Port)
		}
		texts = append(texts, text)
	}
	return texts
}
