package graph

import (
	"slices"
	"strings"
	"testing"
)

// caller is a member of the mesh in namespace shop that calls api there, over a
// route with retries.
func meshed(namespace string) *system {
	s := (&system{}).service("shop", "api").workload(namespace, "caller", map[string]string{"app": "caller"}).env(namespace, "caller", "PEER", "api.shop")
	for i := range s.Workloads {
		s.Workloads[i].Injected = map[string]Answer{"m": Yes}
	}
	s.Meshes = []Mesh{{Name: "m"}}
	return s.attach(Attachment{ID: "route", Mechanism: "route", Layer: sidecarTries(4)})
}

func (s *system) attach(a Attachment) *system {
	a.Object, a.Place = a.ID, PlaceClientSidecar
	if a.Mesh == "" {
		a.Mesh = "m"
	}
	if a.Hosts == nil {
		a.Hosts = []HostPattern{{"api", "shop"}}
	}
	s.Attachments = append(s.Attachments, a)
	return s
}

func sidecarTries(n int) *Layer {
	return &Layer{Kind: KindSidecar, Attempts: Exactly(n, BoundConfigured, Pos{}), RetriesOn: Unavailable}
}

func capped(n float64) *Layer {
	return &Layer{Budget: &Budget{Kind: BudgetConcurrent, MinConcurrent: n}}
}

func layersOf(t *testing.T, r *Result, id string) []LayerInfo {
	t.Helper()
	for _, e := range r.Edges {
		if e.ID == id {
			return e.Layers
		}
	}
	t.Fatalf("no call %s", id)
	return nil
}

// An amendment changes what it sets and puts no layer of its own. That of the
// caller's namespace goes before that of the callee's.
func TestAmended(t *testing.T) {
	amend := func(namespace string, l *Layer) Attachment {
		return Attachment{ID: "rule " + namespace, Mechanism: "rule", Amends: "route", Namespace: namespace, Layer: l}
	}
	for _, tt := range []struct {
		name     string
		amends   []Attachment
		attempts Count
		budget   float64
	}{
		{"none", nil, 4, 0},
		{"budget", []Attachment{amend("shop", capped(3))}, 4, 3},
		{"attempts", []Attachment{amend("shop", sidecarTries(2))}, 2, 0},
		{"caller first", []Attachment{amend("shop", capped(3)), amend("web", capped(5)), amend("*", capped(7))}, 4, 5},
		{"callee second", []Attachment{amend("*", capped(7)), amend("shop", capped(3))}, 4, 3},
		{"for all", []Attachment{amend("*", capped(7))}, 4, 7},
		{"elsewhere", []Attachment{amend("other", capped(7))}, 4, 0},
		{"a wildcard of the caller before the host of the callee", []Attachment{
			{ID: "wild", Mechanism: "rule", Amends: "route", Namespace: "web", Hosts: []HostPattern{{Name: "*"}}, Layer: capped(5)}, amend("shop", capped(3))}, 4, 5},
		{"the more specific of one namespace", []Attachment{
			{ID: "wild", Mechanism: "rule", Amends: "route", Namespace: "shop", Hosts: []HostPattern{{Name: "*"}}, Layer: capped(5)}, amend("shop", capped(3))}, 4, 3},
		{"namespace not written", []Attachment{amend("", capped(7))}, 4, 7},
		{"of another mechanism", []Attachment{{ID: "x", Mechanism: "rule", Amends: "other", Layer: capped(3)}}, 4, 0},
		{"of a subset not chosen", []Attachment{{ID: "x", Mechanism: "rule", Amends: "route", Subset: "v1", Layer: capped(3)}}, 4, 0},
	} {
		s := meshed("web")
		for _, a := range tt.amends {
			s.attach(a)
		}
		layers := layersOf(t, s.result(DefaultPolicy()), "caller->api")
		if len(layers) != 1 || layers[0].Attempts != tt.attempts {
			t.Errorf("%s: layers %v, want one of %s", tt.name, layers, tt.attempts)
			continue
		}
		got := 0.0
		if b := layers[0].Budget; b != nil {
			got = b.MinConcurrent
		}
		if got != tt.budget {
			t.Errorf("%s: cap %v, want %v", tt.name, got, tt.budget)
		}
	}
}

// A route that chooses a subset is amended by what holds for the subset.
func TestAmendedSubset(t *testing.T) {
	s := meshed("web")
	s.Attachments[0].Destinations = []Destination{{Host: HostPattern{"api", "shop"}, Subset: "v1"}}
	s.attach(Attachment{ID: "x", Mechanism: "rule", Amends: "route", Subset: "v1", Layer: capped(3)})
	s.attach(Attachment{ID: "y", Mechanism: "rule", Amends: "route", Layer: capped(9)})
	if l := layersOf(t, s.result(DefaultPolicy()), "caller->api"); l[0].Budget == nil || l[0].Budget.MinConcurrent != 3 {
		t.Errorf("not the budget of the subset: %v", l)
	}
}

// Mechanisms at one place act one inside the other.
func TestMechanismsStack(t *testing.T) {
	s := meshed("web").attach(Attachment{ID: "other", Mechanism: "other", Layer: sidecarTries(3), Hosts: []HostPattern{{Name: "*"}}})
	if l := layersOf(t, s.result(DefaultPolicy()), "caller->api"); len(l) != 2 || l[0].Attempts != 3 || l[1].Attempts != 4 {
		t.Errorf("layers %v, want 3 and 4", l)
	}
}

// Some attachments serve some callers only.
func TestCallers(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Attachment)
		layers int
	}{
		{"all", func(*Attachment) {}, 1},
		{"this workload", func(a *Attachment) { a.Callers = []WorkloadRef{{"web", "caller"}} }, 1},
		{"another workload", func(a *Attachment) { a.Callers = []WorkloadRef{{"web", "other"}} }, 0},
		{"this name elsewhere", func(a *Attachment) { a.Callers = []WorkloadRef{{"shop", "caller"}} }, 0},
		{"this namespace", func(a *Attachment) { a.CallerNamespaces = []string{"x", "web"} }, 1},
		{"another namespace", func(a *Attachment) { a.CallerNamespaces = []string{"shop"} }, 0},
		{"an RPC, where none is known", func(a *Attachment) { a.Operations = []string{"b.B/Get"} }, 1},
	} {
		s := meshed("web")
		tt.change(&s.Attachments[0])
		if l := layersOf(t, s.result(DefaultPolicy()), "caller->api"); len(l) != tt.layers {
			t.Errorf("%s: layers %v, want %d", tt.name, l, tt.layers)
		}
	}
}

// Of attachments for RPCs the one that names the method acts, then the one that
// names its service, then the one for all.
func TestOperationsOfAttachments(t *testing.T) {
	for operation, want := range map[string]Count{"b.B/Get": 2, "b.B/List": 3, "c.C/Get": 4} {
		s := meshed("web")
		s.attach(Attachment{ID: "method", Mechanism: "route", Operations: []string{"b.B/Get"}, Layer: sidecarTries(2)})
		s.attach(Attachment{ID: "service", Mechanism: "route", Operations: []string{"b.B/"}, Layer: sidecarTries(3)})
		s.code("caller", Endpoint{Address: Literal("api.shop"), Operation: operation})
		l := layersOf(t, s.result(DefaultPolicy()), "caller->api")
		if len(l) != 1 || l[0].Attempts != want {
			t.Errorf("%s: layers %v, want %s", operation, l, want)
		}
	}
}

// What the proxies of a workload do not know they pass through.
func TestScopes(t *testing.T) {
	for _, tt := range []struct {
		name   string
		scopes []MeshScope
		layers int
	}{
		{"none", nil, 1},
		{"the host's namespace", []MeshScope{{Namespace: "web", Hosts: []HostPattern{{"*", "shop"}}}}, 1},
		{"the host", []MeshScope{{Namespace: "web", Hosts: []HostPattern{{"api.shop.svc.cluster.local", "*"}}}}, 1},
		{"another namespace", []MeshScope{{Namespace: "web", Hosts: []HostPattern{{"*", "web"}}}}, 0},
		{"a scope of others", []MeshScope{{Namespace: "x"}}, 1},
		{"own before general", []MeshScope{{Namespace: "web"}, {Namespace: "web", Selector: map[string]string{"app": "caller"}, Hosts: []HostPattern{{"*", "*"}}}}, 1},
		{"own of another workload", []MeshScope{{Namespace: "web", Selector: map[string]string{"app": "x"}}}, 1},
		{"of all namespaces", []MeshScope{{Namespace: "*"}}, 0},
		{"its namespace before all", []MeshScope{{Namespace: "*"}, {Namespace: "web", Hosts: []HostPattern{{"*", "*"}}}}, 1},
		{"of another mesh", []MeshScope{{Mesh: "x", Namespace: "web"}}, 1},
	} {
		s := meshed("web")
		for _, sc := range tt.scopes {
			if sc.Mesh == "" {
				sc.Mesh = "m"
			}
			s.Scopes = append(s.Scopes, sc)
		}
		if l := layersOf(t, s.result(DefaultPolicy()), "caller->api"); len(l) != tt.layers {
			t.Errorf("%s: layers %v, want %d", tt.name, l, tt.layers)
		}
	}
}

// A proxy copies each call it takes once: its own retries are not the copy's,
// those outside it are.
func TestMirrors(t *testing.T) {
	for outer, want := range map[int][2]Count{1: {4, 1}, 3: {12, 3}} {
		s := meshed("web").service("shop", "log")
		s.Values = nil
		s.Attachments[0].Mirrors = []Destination{{Host: HostPattern{"log", "shop"}}}
		l := sidecarTries(outer)
		l.ID, l.Kind, l.RetriesOn = "loop", KindLoop, AnyClass
		s.Layers = []Layer{*l}
		s.Handlers = []Handler{{Service: "caller", Entry: EntryRequest, Body: &Step{Repeat: &Repeat{Layer: "loop", Step: Step{Call: &Call{To: addressed("api.shop")}}}}}}
		r := s.result(DefaultPolicy())
		got := [2]Count{nodeOf(t, r, "api").Calls, nodeOf(t, r, "log").Calls}
		if got != want || !slices.Equal(calledBy(r, "caller"), []string{"api", "log"}) {
			t.Errorf("outer %d: calls of api and log %v, want %v; edges %v", outer, got, want, r.Edges)
		}
	}
}

// Evidence of a mesh is an object in the namespace, one without a namespace, or
// one that names the service; the first one counts.
func TestEvidence(t *testing.T) {
	for _, tt := range []struct {
		name      string
		namespace string
		evidence  []MeshEvidence
		want      string
	}{
		{"none", "web", nil, ""},
		{"in the namespace", "web", []MeshEvidence{{Namespace: "web", Object: "a"}}, "a"},
		{"in another", "web", []MeshEvidence{{Namespace: "other", Object: "a"}, {Namespace: "default", Object: "b"}}, ""},
		{"without one", "web", []MeshEvidence{{Namespace: "other", Object: "a"}, {Object: "b"}}, "b"},
		{"for a service without one", "", []MeshEvidence{{Namespace: "other", Object: "a"}}, "a"},
		{"default is none", "default", []MeshEvidence{{Namespace: "other", Object: "a"}, {Namespace: "default", Object: "b"}}, "b"},
		{"by name", "web", []MeshEvidence{{Namespace: "other", Object: "a", Hosts: []HostPattern{{"caller", "web"}}}}, "a"},
		{"by a name elsewhere", "web", []MeshEvidence{{Namespace: "other", Object: "a", Hosts: []HostPattern{{"caller", "shop"}}}}, ""},
		{"of another mesh", "web", []MeshEvidence{{Mesh: "x", Namespace: "web", Object: "a"}}, ""},
		{"the first", "web", []MeshEvidence{{Namespace: "web", Object: "b"}, {Namespace: "web", Object: "a"}}, "b"},
	} {
		s := (&system{}).service(tt.namespace, "caller")
		for i, e := range tt.evidence {
			if e.Pos.Line = i + 1; e.Mesh == "" {
				e.Mesh = "m"
			}
			s.Evidence = append(s.Evidence, e)
		}
		n := newNames([]*Fragment{&s.Fragment}, DefaultPolicy())
		m := n.member(n.byID["caller"], "m")
		if m.in != (tt.want != "") || m.in && !strings.Contains(m.assumed, "; "+tt.want+" shows") {
			t.Errorf("%s: %+v, want %q", tt.name, m, tt.want)
		}
	}
}
