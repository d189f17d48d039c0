package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// score counts one kind of item: how many of those that are there were found, and
// how much was found that is not there.
type score struct {
	hits, total int
	missed      []string
	extra       []string
}

type scores map[string]*score

func (s scores) of(kind string) *score {
	if s[kind] == nil {
		s[kind] = &score{}
	}
	return s[kind]
}

// item counts one that is there.
func (s *score) item(hit bool, format string, args ...any) {
	s.total++
	if hit {
		s.hits++
	} else {
		s.missed = append(s.missed, fmt.Sprintf(format, args...))
	}
}

func (s scores) add(other scores) {
	for kind, o := range other {
		t := s.of(kind)
		t.hits, t.total = t.hits+o.hits, t.total+o.total
		t.missed, t.extra = append(t.missed, o.missed...), append(t.extra, o.extra...)
	}
}

// line is the scores of one system; a number behind + is what is too much.
func (s scores) line(id string) string {
	out := fmt.Sprintf("%-17s", id)
	for _, kind := range kinds {
		if x := s[kind]; x != nil {
			out += fmt.Sprintf(" %s %d/%d", kind, x.hits, x.total)
			if len(x.extra) > 0 {
				out += fmt.Sprintf("+%d", len(x.extra))
			}
		}
	}
	return out
}

var kinds = []string{"services", "edges", "grpc-sites", "sites", "layers", "fan-outs", "context", "quiet", "paths"}

func (s scores) list() {
	for _, kind := range kinds {
		if x := s[kind]; x != nil {
			for _, m := range x.missed {
				fmt.Printf("    %-10s missed  %s\n", kind, m)
			}
			for _, m := range x.extra {
				fmt.Printf("    %-10s extra   %s\n", kind, m)
			}
		}
	}
}

// same is whether a node of the report is the one of that name. Names outside the
// system are those the source gives: an environment key, a part of a host.
func (a *app) same(node, name string) bool {
	kind, rest, ok := strings.Cut(name, ":")
	if ok && (kind == "env" || kind == "external") {
		return similar(node, rest)
	}
	plain := strings.ToLower(strings.TrimSpace(strings.Split(name, " (")[0]))
	first, _, _ := strings.Cut(node, ".")
	if node == plain || first == plain {
		return true
	}
	for _, s := range a.Services {
		if s.Name == name && s.Alias != "" && (node == s.Alias || first == s.Alias) {
			return true
		}
	}
	return false
}

// similar is whether a node outside the system has a word of the name.
func similar(node, name string) bool {
	node = strings.ToLower(node)
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("- :", r) }) {
		if strings.Contains(node, word) {
			return true
		}
	}
	return false
}

// unscored is whether a node is a service that the file leaves out: by a word of
// its own, or because it is named as an end of an edge that is left out.
func (a *app) unscored(node string) bool {
	for _, s := range a.Services {
		if a.same(node, s.Name) {
			return !scored(s.Scored, s.Tier)
		}
	}
	for i := range a.Edges {
		e := &a.Edges[i]
		if !scored(e.Scored, e.Tier) && slices.ContainsFunc(slices.Concat(e.From, e.To), func(n string) bool { return a.same(node, n) }) {
			return true
		}
	}
	return false
}

func scoreServices(s scores, a *app, r *graph.Result) {
	x := s.of("services")
	found := map[string]string{}
	for _, n := range r.Nodes {
		found[n.Service] = string(n.Kind)
	}
	known := map[string]bool{}
	for _, v := range a.Services {
		for _, name := range expand(v.Name) {
			hit := false
			for node := range found {
				if a.same(node, strings.TrimSpace(name)) || v.Alias != "" && a.same(node, v.Alias) {
					// Two nodes for one service are one too many.
					if !hit {
						known[node] = true
					}
					hit = true
				}
			}
			if scored(v.Scored, v.Tier) {
				x.item(hit, "%s", name)
			}
		}
	}
	for _, node := range slices.Sorted(maps.Keys(found)) {
		if !known[node] && !a.unscored(node) && found[node] != string(graph.NodeExternal) && found[node] != string(graph.NodeClient) {
			x.extra = append(x.extra, node+" ("+found[node]+")")
		}
	}
}

// services are the two services of an edge of the report.
func services(r *graph.Result, e *graph.EdgeInfo) (from, to string) {
	from, to = e.From, e.To
	for _, n := range r.Nodes {
		if n.ID == e.From {
			from = n.Service
		}
		if n.ID == e.To {
			to = n.Service
		}
	}
	return from, to
}

// found are the edges of the report between the services of a known one. What lies
// outside the system has the name there that the reader gave it: a call that is made
// from the same site leads to the same.
func (a *app) found(r *graph.Result, e *edge) []*graph.EdgeInfo {
	outside := map[string]bool{}
	for _, n := range r.Nodes {
		outside[n.ID] = n.Kind == graph.NodeExternal
	}
	var all []*graph.EdgeInfo
	for i := range r.Edges {
		f := &r.Edges[i]
		from, to := services(r, f)
		leads := func(n string) bool {
			return a.same(to, n) || strings.HasPrefix(n, "external:") && outside[f.To] && e.callsAt(f)
		}
		if slices.ContainsFunc(e.From, func(n string) bool { return a.same(from, n) }) && slices.ContainsFunc(e.To, leads) {
			all = append(all, f)
		}
	}
	return all
}

func scoreEdges(s scores, a *app, r *graph.Result) {
	x := s.of("edges")
	known := map[string]bool{}
	for i := range a.Edges {
		e := &a.Edges[i]
		for _, from := range e.From {
			for _, to := range e.To {
				one := *e
				one.From, one.To = names{from}, names{to}
				found := a.found(r, &one)
				for _, f := range found {
					known[f.ID] = true
				}
				if scored(e.Scored, e.Tier) {
					x.item(len(found) > 0, "%s: %s -> %s", e.ID, from, to)
				}
			}
		}
		if scored(e.Scored, e.Tier) {
			scoreSites(s, e, a.found(r, e))
		}
	}
	extra := map[string]bool{}
	for i := range r.Edges {
		if e := &r.Edges[i]; !known[e.ID] {
			from, to := services(r, e)
			if a.unscored(from) || a.unscored(to) {
				continue
			}
			extra[from+" -> "+to+" "+e.Pos.String()] = true
		}
	}
	x.extra = pairs(slices.Sorted(maps.Keys(extra)))
}

// pairs keeps one place for each pair of services.
func pairs(all []string) []string {
	var out []string
	last := ""
	for _, e := range all {
		if pair := e[:strings.LastIndex(e, " ")]; pair != last {
			out, last = append(out, e), pair
		}
	}
	return out
}

// scoreSites looks for each call site among the edges of its services. Where the
// file names the one call that is meant, its sites are the functions that this
// call goes through, and any of them is it.
func scoreSites(s scores, e *edge, found []*graph.EdgeInfo) {
	calls := e.Calls
	var through places
	if e.Logical != "" && len(calls) > 0 {
		through = placesOf(e.Logical)
		for _, c := range calls {
			through.add(placesOf(c.At))
		}
		calls = calls[:1]
	}
	for _, c := range calls {
		at := placesOf(c.At)
		at.add(through)
		if len(at) == 0 {
			continue
		}
		hit := slices.ContainsFunc(found, func(f *graph.EdgeInfo) bool { return at.holds(f.Pos.File, f.Pos.Line) })
		s.of("sites").item(hit, "%s %s", e.ID, c.At)
		if e.Proto == "grpc" {
			s.of("grpc-sites").item(hit, "%s %s", e.ID, c.At)
		}
	}
}

// scoreFacts scores what the report says on the edges.
func scoreFacts(s scores, a *app, r *graph.Result) {
	counted, entered := map[string]bool{}, entered(r)
	for i := range a.Edges {
		e := &a.Edges[i]
		found := a.found(r, e)
		known := a.scoreLayers(s, e, found)
		if !scored(e.Scored, e.Tier) {
			continue
		}
		scoreContext(s, e, found)
		for _, f := range found {
			for _, l := range f.Layers {
				key := fmt.Sprintf("%s %s %s attempts %s at %s", e.ID, l.Kind, l.Name, number(l.Attempts, l.Unbounded), l.Pos)
				if !known[l.ID] && !counted[key] && counts(&l) && entered[f.From] {
					counted[key] = true
					s.of("layers").extra = append(s.of("layers").extra, key)
				}
			}
		}
	}
	scoreFanOuts(s, a, r)
	scoreQuiet(s, a, r)
}

// counts is whether a layer repeats anything: the file does not count what dials
// again below a driver, nor a layer of one attempt.
func counts(l *graph.LayerInfo) bool {
	return (l.Attempts > 1 || l.Unbounded) && l.Name != "database/sql ErrBadConn" && l.Name != "net/http replay"
}

func number(n graph.Count, unbounded bool) string {
	if unbounded {
		return "unbounded"
	}
	return strconv.FormatUint(uint64(n), 10)
}

// scoreLayers returns the layers of the report that are known ones.
func (a *app) scoreLayers(s scores, e *edge, found []*graph.EdgeInfo) map[string]bool {
	known := map[string]bool{}
	for _, want := range a.layers(e) {
		at := placesOf(want.At)
		hit := false
		if e.Tier == simulated {
			r, ok := a.repeatsAt(at, graph.SiteLoop)
			hit = ok && fmt.Sprint(r.Attempts) == fmt.Sprint(want.Attempts)
		}
		for _, f := range found {
			for _, l := range f.Layers {
				if number(l.Attempts, l.Unbounded) != fmt.Sprint(want.Attempts) {
					continue
				}
				if want.Layer == "code-loop" && !at.holds(l.Pos.File, l.Pos.Line) {
					continue
				}
				if (want.Layer == "code-loop") != (l.Kind == graph.KindLoop) {
					continue
				}
				hit, known[l.ID] = true, true
			}
		}
		s.of("layers").item(hit, "%s %s attempts %v %s", e.ID, want.Layer, want.Attempts, want.At)
	}
	return known
}

// scoreContext compares what the calls of an edge do with the deadline.
func scoreContext(s scores, e *edge, found []*graph.EdgeInfo) {
	if e.Context == "" || e.Tier == "config" {
		return
	}
	state, _, _ := strings.Cut(e.Context, " ")
	want := map[string][]string{"propagated": {"propagated"}, "detached": {"dropped"}, "none": {"dropped"}, "startup": {"propagated", "dropped", ""}}[state]
	served := slices.ContainsFunc(found, func(f *graph.EdgeInfo) bool { return !strings.HasSuffix(f.From, "/main") })
	hit := len(found) > 0
	said := map[string]bool{}
	for _, f := range found {
		if placed := e.callsAt(f); len(e.Calls) > 0 && !placed {
			continue
		}
		if state != "startup" && strings.HasSuffix(f.From, "/main") && served {
			continue // what runs first is listed apart
		}
		said[f.Deadline] = true
		hit = hit && slices.Contains(want, f.Deadline)
	}
	s.of("context").item(hit && len(said) > 0, "%s is %s, said %v", e.ID, state, slices.Sorted(maps.Keys(said)))
}

// callsAt is whether an edge of the report is one of the calls that are known.
func (e *edge) callsAt(f *graph.EdgeInfo) bool {
	return slices.ContainsFunc(e.Calls, func(c call) bool { return placesOf(c.At).holds(f.Pos.File, f.Pos.Line) })
}

func scoreFanOuts(s scores, a *app, r *graph.Result) {
	known := map[string]bool{}
	for i := range a.FanOuts {
		f := &a.FanOuts[i]
		at := placesOf(f.At)
		hit := false
		for _, e := range a.edgesOf(f) {
			if e.Tier == simulated {
				_, hit = a.repeatsAt(at, graph.SiteFanOut)
			}
			for _, found := range a.found(r, e) {
				if o := found.FanOut; o != nil && at.holds(o.Pos.File, o.Pos.Line) {
					hit, known[o.Pos.String()] = true, true
				}
			}
		}
		if scored(f.Scored, f.Tier) {
			s.of("fan-outs").item(hit, "%s %s", f.ID, f.At)
		}
	}
	extra, entered := map[string]bool{}, entered(r)
	for _, e := range r.Edges {
		if e.FanOut != nil && !known[e.FanOut.Pos.String()] && e.FanOut.Pos.File != "" && entered[e.From] {
			extra[e.FanOut.Pos.String()+" "+e.FanOut.Expr] = true
		}
	}
	s.of("fan-outs").extra = slices.Sorted(maps.Keys(extra))
}

// scoreQuiet counts the places that look like a finding and are none: there is
// neither a layer nor a fan-out of a call that a request makes.
func scoreQuiet(s scores, a *app, r *graph.Result) {
	entered := entered(r)
	for i := range a.Quiet {
		at := placesOf(a.Quiet[i].At)
		loud := ""
		for _, e := range r.Edges {
			if !entered[e.From] {
				continue
			}
			if e.FanOut != nil && at.holds(e.FanOut.Pos.File, e.FanOut.Pos.Line) {
				loud = "fan-out " + e.FanOut.Pos.String()
			}
			for _, l := range e.Layers {
				if counts(&l) && at.holds(l.Pos.File, l.Pos.Line) {
					loud = "layer " + l.Pos.String()
				}
			}
		}
		s.of("quiet").item(loud == "", "%s: %s", a.Quiet[i].At, loud)
	}
}

// entered are the nodes that an entry for requests or messages reaches.
func entered(r *graph.Result) map[string]bool {
	in := map[string]bool{}
	for _, n := range r.Nodes {
		if n.IsEntry != "" && n.IsEntry != graph.EntryStartup {
			in[n.ID] = true
		}
	}
	for again := true; again; {
		again = false
		for _, e := range r.Edges {
			if in[e.From] && !in[e.To] {
				in[e.To], again = true, true
			}
		}
	}
	return in
}
