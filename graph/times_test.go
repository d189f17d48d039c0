package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
	"time"
)

// timedSystem is a system of graphs.json with durations.
type timedSystem struct {
	Name     string
	Kind     string
	System   corpusSystem
	Expected struct {
		Nodes map[string]struct {
			Calls        Figure
			PeakBound    Figure `json:"peak_bound"`
			ExecutedPeak Figure `json:"executed_peak"`
			Marks        map[string]string
		}
	}
	Edges []struct {
		From, To     string
		T, D         float64
		W            json.RawMessage
		Attempts     Count
		Inversion    bool
		Wasted       json.RawMessage
		Overlap      Count
		Budget       float64
		Issued       Count `json:"useful_issued"`
		Started      Count `json:"useful_started_in_budget"`
		Useful       Count `json:"useful_useful"`
		ForNobody    Count `json:"useful_for_nobody"`
		Within       map[string]Figure
		WithinSlow   map[string]Figure `json:"within_slow"`
		BackoffFixed float64           `json:"backoff"`
	}
}

func timedSystems(t *testing.T) []timedSystem {
	t.Helper()
	data, err := os.ReadFile("testdata/graphs.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Systems []timedSystem }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	var out []timedSystem
	for _, s := range file.Systems {
		if s.Kind == "timed" {
			out = append(out, s)
		}
	}
	if len(out) < 30 {
		t.Fatalf("%d timed systems", len(out))
	}
	return out
}

func runOf(t *testing.T, f *Fragment) *run {
	t.Helper()
	g := Link([]*Fragment{f}, DefaultPolicy())
	for i := range g.nodes {
		if g.nodes[i].entry != "" {
			return newRun(g, int32(i))
		}
	}
	t.Fatal("no entry")
	return nil
}

func (g *Graph) nodeNamed(id string) int32 {
	for i := range g.nodes {
		if g.nodes[i].id == id {
			return int32(i)
		}
	}
	return -1
}

// The peak is never below one that was executed, and is the bound of the model.
func TestPeaks(t *testing.T) {
	nodes, tight := 0, 0
	for _, s := range timedSystems(t) {
		r := runOf(t, corpusFragment(t, &s.System))
		for _, name := range keys(s.Expected.Nodes) {
			want := s.Expected.Nodes[name]
			n, ok := r.target(r.g.nodeNamed(name)).peak()
			if !ok {
				t.Errorf("%s: %s: too many paths", s.Name, name)
			}
			nodes, n = nodes+1, min(n, Count(want.Calls))
			if n < Count(want.ExecutedPeak) {
				t.Errorf("%s: %s: at most %s at once, and a run has %s", s.Name, name, n, Count(want.ExecutedPeak))
			}
			if n == Count(want.PeakBound) {
				tight++
			} else if t.Logf("%s: %s: %s, bound %s", s.Name, name, n, Count(want.PeakBound)); n < Count(want.PeakBound) {
				t.Errorf("%s: %s: peak %s, the bound is %s", s.Name, name, n, Count(want.PeakBound))
			}
		}
	}
	t.Logf("%d of %d peaks are the bound of the model", tight, nodes)
	if tight*10 < nodes*9 {
		t.Errorf("%d of %d peaks are the bound of the model", tight, nodes)
	}
}

// Hops with one layer: inversion, overlap, wasted work and the attempts that fit.
func TestTimedHops(t *testing.T) {
	hops := 0
	for _, s := range timedSystems(t) {
		r := runOf(t, corpusFragment(t, &s.System))
		for _, want := range s.Edges {
			e := r.g.hop(want.From, want.To, dur(want.T))
			if e < 0 {
				t.Errorf("%s: no hop %s->%s", s.Name, want.From, want.To)
				continue
			}
			hops++
			at := r.g.edges[e].stackEnd - 1 // the innermost layer
			layer := r.g.stacks[at]
			sh := &r.g.shapes[r.g.layers[layer].shape]
			got := r.timing(e)
			name := s.Name + ": " + want.From + "->" + want.To
			if d, _, _ := sh.duration(r.work[r.g.edges[e].to]); d != dur(want.D) {
				t.Errorf("%s: takes %s, want %s", name, d, dur(want.D))
			}
			inverted := got.layer == layer
			if known := string(want.W) != `"unbounded"`; inverted != (want.Inversion && known) {
				t.Errorf("%s: inverted %v, want %v", name, inverted, want.Inversion)
			}
			overlap := Count(1)
			if r.work[r.g.edges[e].to] >= sh.perTry {
				overlap = sh.overlap(r.work[r.g.edges[e].to])
			}
			if overlap != want.Overlap || got.overlap < overlap {
				t.Errorf("%s: overlap %s of %s, want %s", name, overlap, got.overlap, want.Overlap)
			}
			if wasted := into[any](t, want.Wasted); inverted && got.wasted() != dur(wasted.(float64)) {
				t.Errorf("%s: wasted %s, want %v", name, got.wasted(), wasted)
			}
			f := r.fits(e, layer, budgetOf{limit: dur(want.Budget)})
			if f.issued != want.Issued || f.started != want.Started || f.useful != want.Useful || f.issued-f.useful != want.ForNobody {
				t.Errorf("%s: of %s attempts %s start and %s are useful in %v s; want %s, %s, %s", name, f.issued, f.started, f.useful, want.Budget, want.Issued, want.Started, want.Useful)
			}
			for window, n := range want.Within {
				if got := sh.backoff.startsWithin(sh.most, dur(into[float64](t, json.RawMessage(window))), 0); got != Count(n) {
					t.Errorf("%s: within %s s %s start, want %s", name, window, got, Count(n))
				}
			}
			for window, n := range want.WithinSlow {
				if got := sh.backoff.startsWithin(sh.most, dur(into[float64](t, json.RawMessage(window))), r.below[at]); got != Count(n) {
					t.Errorf("%s: within %s s %s slow ones start, want %s", name, window, got, Count(n))
				}
			}
		}
	}
	if hops < 38 {
		t.Errorf("only %d hops", hops)
	}
}

func dur(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * float64(time.Second)))
}

// hop finds the call between two nodes whose innermost layer has a per-try
// timeout.
func (g *Graph) hop(from, to string, perTry time.Duration) int32 {
	for i := range g.edges {
		e := &g.edges[i]
		if g.nodes[e.from].id == from && g.nodes[e.to].id == to && e.stackEnd > e.stack && g.shapes[g.layers[g.stacks[e.stackEnd-1]].shape].perTry == perTry {
			return int32(i)
		}
	}
	return -1
}

// levels is a chain of hops, each [attempts, per-try seconds, pause, fan-out].
func levels(t *testing.T, all [][4]float64, work float64, deadline Deadline) *Fragment {
	t.Helper()
	f := &Fragment{}
	for i, l := range all {
		from, to := string(rune('a'+i)), string(rune('a'+i+1))
		ly := Layer{ID: from + to, Kind: KindDeclared, RetriesOn: AnyClass, Attempts: Exactly(int(l[0]), BoundExact, Pos{}),
			PerTry: lasting(dur(l[1])), Backoff: Backoff{Kind: BackoffConstant, Base: lasting(dur(l[2]))}}
		f.Layers = append(f.Layers, ly)
		step := Step{Call: &Call{To: Endpoint{Service: to}, Layers: []string{ly.ID}, Confidence: ConfidenceStatic, Deadline: deadline}}
		if n := int(l[3]); n > 1 {
			f.FanOuts = append(f.FanOuts, FanOut{ID: from + to, N: Exactly(n, BoundExact, Pos{}), Width: Exactly(n, BoundExact, Pos{}), Mode: FanOutCancel})
			step = Step{Repeat: &Repeat{FanOut: from + to, Step: step}}
		}
		f.Handlers = append(f.Handlers, Handler{Service: from, Body: &step, Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}})
	}
	f.Handlers = append(f.Handlers, Handler{Service: string(rune('a' + len(all))), Work: lasting(dur(work))})
	return f
}

// The worked formulas of group e: what is at work at once when the leaf hangs.
func TestVectorsPeak(t *testing.T) {
	for _, v := range vectorGroup(t, "e_peak_concurrency") {
		in := into[map[string]json.RawMessage](t, v.Inputs)
		out := into[map[string]json.RawMessage](t, v.Outputs)
		t.Run(v.Name, func(t *testing.T) {
			if raw, ok := in["per_try"]; ok {
				compareOverlap(t, into[float64](t, raw), into[float64](t, in["backoff"]), into[float64](t, in["callee_budget"]), into[int](t, in["a"]), out)
				return
			}
			raw, work := in["levels(a,per_try,backoff,fanout)"], in["leaf_work_s"]
			if raw == nil {
				raw, work = in["levels"], in["leaf_work"]
			}
			all := into[[][4]float64](t, raw)
			leaf := string(rune('a' + len(all)))
			for word, deadline := range map[string]Deadline{"no_propagation": "", "propagated": DeadlinePropagated} {
				want, ok := out[word+"_peak"]
				if !ok && word == "no_propagation" {
					want, ok = out["peak"]
				}
				if !ok {
					continue
				}
				r := runOf(t, levels(t, all, into[float64](t, work), deadline))
				target := r.target(r.g.nodeNamed(leaf))
				peak, total, ok := target.hung()
				if !ok || peak != into[Count](t, want) {
					t.Errorf("%s: %s at once, want %s", word, peak, want)
				}
				if want, ok := out[word+"_total"]; ok && total != into[Count](t, want) {
					t.Errorf("%s: %s in all, want %s", word, total, want)
				}
				if bound, ok := target.peak(); !ok || bound < peak {
					t.Errorf("%s: the bound is %s, and %s are at work at once", word, bound, peak)
				}
			}
		})
	}
}

func compareOverlap(t *testing.T, perTry, backoff, work float64, a int, out map[string]json.RawMessage) {
	t.Helper()
	r := runOf(t, levels(t, [][4]float64{{float64(a), perTry, backoff, 1}}, work, ""))
	got := r.timing(0)
	if want := into[Count](t, out["enumerated"]); got.overlap != want {
		t.Errorf("overlap %s, want %s", got.overlap, want)
	}
	if want := into[bool](t, out["inversion"]); (got.layer >= 0) != want {
		t.Errorf("inverted %v, want %v", got.layer >= 0, want)
	}
	if peak, _, _ := r.target(r.g.nodeNamed("b")).hung(); peak != into[Count](t, out["enumerated"]) {
		t.Errorf("%s at once, want %s", peak, out["enumerated"])
	}
}

// Group g: of the attempts that are issued, those that end within the caller's
// time.
func TestVectorsUseful(t *testing.T) {
	for _, v := range vectorGroup(t, "g_useful_attempts") {
		in := into[struct {
			R, S float64
			A    int
		}](t, v.Inputs)
		want := into[struct {
			Issued, Useful Count
			Started        Count `json:"started_in_budget"`
			ForNobody      Count `json:"for_nobody"`
		}](t, v.Outputs)
		backoff := Backoff{Kind: BackoffNone}
		if v.Name == "1s_x4_exp_backoff_0.5_x2_in_5s" {
			backoff = Backoff{Kind: BackoffExponential, Base: lasting(time.Second / 2)}
		}
		f := levels(t, [][4]float64{{float64(in.A), in.S, 0, 1}}, 1000, "")
		f.Layers[0].Backoff = backoff
		r := runOf(t, f)
		got := r.fits(0, r.g.stacks[0], budgetOf{limit: dur(in.R)})
		if got.issued != want.Issued || got.started != want.Started || got.useful != want.Useful || got.issued-got.useful != want.ForNobody {
			t.Errorf("%s: got %+v, want %+v", v.Name, got, want)
		}
	}
}

type vector struct {
	Name            string
	Inputs, Outputs json.RawMessage
}

// vectorGroup reads one group of the worked formulas.
func vectorGroup(t *testing.T, group string) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/model-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string][]vector
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file[group]) == 0 {
		t.Fatalf("no group %s", group)
	}
	return file[group]
}

// Group f: the attempts that start before a limit of time, at nominal pauses and at
// the shortest and longest that jitter can draw.
func TestVectorsTimeBounded(t *testing.T) {
	seen := 0
	for _, v := range vectorGroup(t, "f_time_bounded") {
		in := into[map[string]any](t, v.Inputs)
		out := into[map[string]any](t, v.Outputs)
		number := func(name string) float64 { x, _ := in[name].(float64); return x }
		// drawn holds what jitter makes of it: nil is a figure that is not there.
		drawn := func(b Backoff, window, try float64, most, least any) {
			t.Helper()
			b.Jitter = true
			s := newSchedule(b, nil)
			shortest, longest := s.drawn()
			if want, _ := most.(float64); most != nil {
				seen++
				got := shortest.startsWithin(Unbounded, dur(window), dur(try))
				if most == "unbounded" && got != Unbounded || most != "unbounded" && got.Float() != want {
					t.Errorf("%s %v: %s start at the shortest pauses, want %v", v.Name, in, got, most)
				}
			}
			if want, ok := least.(float64); ok {
				seen++
				if got := longest.startsWithin(Unbounded, dur(window), dur(try)); got.Float() != want {
					t.Errorf("%s %v: %s start at the longest pauses, want %v", v.Name, in, got, want)
				}
			}
		}
		check := func(b Backoff, attempts Count, window, try float64, want any) {
			t.Helper()
			seen++
			s := newSchedule(b, nil)
			if got := s.startsWithin(attempts, dur(window), dur(try)); got.Float() != want.(float64) {
				t.Errorf("%s %v: %s start, want %v", v.Name, in, got, want)
			}
		}
		cenkalti := Backoff{Kind: BackoffExponential, Base: lasting(time.Second / 2), Multiplier: 1.5, Max: lasting(time.Minute), Spread: 0.5}
		doubling := Backoff{Kind: BackoffExponential, Base: lasting(100 * time.Millisecond), Max: lasting(2 * time.Second)}
		switch v.Name {
		case "cenkalti_defaults_instant_failure":
			check(cenkalti, Unbounded, number("max_elapsed"), 0, out["nominal"])
			drawn(cenkalti, number("max_elapsed"), 0, out["worst_case_all_min_jitter"], out["best_case_all_max_jitter"])
		case "cenkalti_defaults_30s_timeouts":
			check(cenkalti, Unbounded, 900, number("per_try"), out["nominal"])
			drawn(cenkalti, 900, number("per_try"), out["worst"], nil)
		case "exp_100ms_x2_cap_2s":
			check(doubling, Unbounded, number("deadline"), number("per_try"), out["no_jitter"])
			drawn(doubling, number("deadline"), number("per_try"), out["full_jitter_worst_zero_sleep"], out["no_jitter"])
		case "seed_remaining_over_attempts":
			// The longest try of which all attempts are useful, and a little more.
			seen++
			longest, n := into[float64](t, json.RawMessage(fmt.Sprint(out["max_per_try"]))), in["attempts"].(float64)
			for try, useful := range map[float64]Count{longest - 1e-5: Count(n), longest + 1e-5: Count(n) - 1} {
				r := runOf(t, levels(t, [][4]float64{{n, try, 0, 1}}, 1000, ""))
				if f := r.fits(0, r.g.stacks[0], budgetOf{limit: dur(number("deadline"))}); f.useful != useful {
					t.Errorf("%s: %s attempts of %vs are useful, want %s", v.Name, f.useful, try, useful)
				}
			}
		case "istio_timeout_vs_perTry":
			check(Backoff{Kind: BackoffNone}, Count(number("retries")+1), number("timeout"), number("perTryTimeout"), out["configured_attempts"])
		case "istio_timeout_vs_perTry_cut":
			check(Backoff{Kind: BackoffNone}, Count(number("retries")+1), number("timeout"), number("perTryTimeout"), out["attempts_started_within_timeout"])
		}
	}
	if seen != 20 {
		t.Errorf("%d vectors were looked at", seen)
	}
}

// Figures are given for each window in which fewer attempts start than in all.
func TestWindows(t *testing.T) {
	f := declared([]vectorEdge{{from: "a", to: "b", fanOut: 1, layers: []Layer{{Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(1001, BoundExact, Pos{}),
		Backoff: Backoff{Kind: BackoffConstant, Base: lasting(5 * time.Second)}}}}})
	_, nodes := computed(t, f, DefaultPolicy())
	got := map[string]Count{}
	for name, w := range nodes["b"].Within {
		got[name] = w.Calls
	}
	for name, want := range map[string]Count{"1s": 1, "10s": 2, "60s": 12, "15m0s": 180} {
		if got[name] != want {
			t.Errorf("within %s: %s, want %s", name, got[name], want)
		}
	}
	if nodes["b"].Calls != 1001 {
		t.Errorf("in all %s, want 1001", nodes["b"].Calls)
	}
}
