package graph

import (
	"slices"
	"strings"
	"testing"
)

// system is a fragment put together by hand.
type system struct{ Fragment }

func (s *system) workload(namespace, name string, labels map[string]string) *system {
	s.Workloads = append(s.Workloads, Workload{WorkloadRef: WorkloadRef{namespace, name}, Object: "Deployment", Labels: labels})
	return s
}

// service binds a DNS name to the workloads with the label app of that name.
func (s *system) service(namespace, name string) *system {
	s.workload(namespace, name, map[string]string{"app": name})
	s.Bindings = append(s.Bindings, Binding{Space: SpaceDNS, Name: name, Namespace: namespace, Selector: map[string]string{"app": name},
		Ports: []Port{{Name: "http", Number: 80, Protocol: ProtocolHTTP}}})
	return s
}

// env gives a workload the address of a peer.
func (s *system) env(namespace, name, key, text string) *system {
	s.Values = append(s.Values, Value{Workload: WorkloadRef{namespace, name}, Source: SourceEnv, Key: key, Text: text, Peer: true,
		Pos: Pos{File: name + ".yaml", Line: len(s.Values) + 1, Col: 1}})
	return s
}

// code gives a service a body of calls to addresses.
func (s *system) code(service string, to ...Endpoint) *system {
	seq := &Seq{}
	for _, e := range to {
		seq.Steps = append(seq.Steps, Step{Call: &Call{To: e, Confidence: ConfidenceStatic}})
	}
	s.Handlers = append(s.Handlers, Handler{Service: service, Body: &Step{Seq: seq}})
	return s
}

func (s *system) result(policy *Policy, others ...*Fragment) *Result {
	return Compute(Link(append([]*Fragment{&s.Fragment}, others...), policy), Options{})
}

func addressed(text string) Endpoint { return Endpoint{Address: Literal(text)} }

func calledBy(r *Result, from string) []string {
	var to []string
	for _, e := range r.Edges {
		if e.From == from {
			to = append(to, e.To)
		}
	}
	return to
}

func nodeOf(t *testing.T, r *Result, id string) NodeInfo {
	t.Helper()
	for _, n := range r.Nodes {
		if n.ID == id {
			return n
		}
	}
	t.Fatalf("no node %s in %v", id, r.Nodes)
	return NodeInfo{}
}

func (r *Result) byRule(id string) []Finding {
	var found []Finding
	for _, f := range r.Findings {
		if f.Rule == id {
			found = append(found, f)
		}
	}
	return found
}

// A short name is one of the caller's namespace; from elsewhere it takes its
// namespace with it, and a name of several namespaces is none without one.
func TestLinkNamespaces(t *testing.T) {
	for _, tt := range []struct {
		from, address string
		want          []string
	}{
		{"a", "api", []string{"api.a"}},
		{"b", "api", []string{"api.b"}},
		{"a", "http://api.b:80/x", []string{"api.b"}},
		{"a", "api.b.svc.cluster.local", []string{"api.b"}},
		{"c", "api.a.svc", []string{"api.a"}},
		{"c", "api", []string{"api"}},
		{"", "api", []string{"api"}},
		{"a", "only", []string{"only"}}, // of another namespace: not this one, but a node of its name
	} {
		s := (&system{}).service("a", "api").service("b", "api").workload(tt.from, "caller", nil)
		s.env(tt.from, "caller", "PEER", tt.address)
		r := s.result(DefaultPolicy())
		if got := calledBy(r, "caller"); !slices.Equal(got, tt.want) {
			t.Errorf("%s in namespace %q is %v, want %v", tt.address, tt.from, got, tt.want)
		}
		known := strings.Contains(tt.want[0], ".")
		if got := len(r.byRule("AMP301")) == 0; got != known {
			t.Errorf("%s in namespace %q: AMP301 is there: %v", tt.address, tt.from, !got)
		}
	}
}

// A name without a namespace, and one of the namespace default, are the same.
func TestLinkDefaultNamespace(t *testing.T) {
	for _, spaces := range [][2]string{{"", "default"}, {"default", ""}} {
		s := (&system{}).service(spaces[0], "api").workload(spaces[1], "caller", nil).env(spaces[1], "caller", "PEER", "api:80")
		if r := s.result(DefaultPolicy()); !slices.Equal(calledBy(r, "caller"), []string{"api"}) || len(r.byRule("AMP301")) > 0 {
			t.Errorf("%q calls api of %q: %v, %v", spaces[1], spaces[0], r.Edges, r.Findings)
		}
	}
}

// An alias leads to a host of the outside world, which is no finding, or to a
// name of the input.
func TestLinkAlias(t *testing.T) {
	s := (&system{}).service("a", "api").workload("a", "caller", nil)
	s.Bindings = append(s.Bindings,
		Binding{Space: SpaceDNS, Name: "db", Namespace: "a", Alias: "db.example.com"},
		Binding{Space: SpaceDNS, Name: "old", Namespace: "a", Alias: "api.a.svc.cluster.local"},
		Binding{Space: SpaceDNS, Name: "loop", Namespace: "a", Alias: "loop"})
	s.env("a", "caller", "DB", "db:5432").env("a", "caller", "OLD", "old").env("a", "caller", "LOOP", "loop")
	r := s.result(DefaultPolicy())
	if got, want := calledBy(r, "caller"), []string{"api", "db.example.com", "loop"}; !slices.Equal(got, want) {
		t.Errorf("calls %v, want %v", got, want)
	}
	if n := nodeOf(t, r, "db.example.com"); n.Kind != NodeExternal {
		t.Errorf("db.example.com is %s", n.Kind)
	}
	if f := r.byRule("AMP301"); len(f) != 1 || !strings.Contains(f[0].Message, `"loop"`) {
		t.Errorf("AMP301: %v, want that of the name that is its own alias", f)
	}
}

// routedBy is a gateway's route with retries to one host.
func routedBy(id, gateway, host string, attempts int) (Handler, Attachment) {
	body := &Step{Alt: &Alt{Steps: []Step{{Call: &Call{To: addressed(host), Confidence: ConfidenceStatic}}}}}
	layer := &Layer{Kind: KindGateway, Attempts: Exactly(attempts, BoundConfigured, Pos{}), RetriesOn: AnyClass, Backoff: Backoff{Kind: BackoffNone}}
	return Handler{Service: "gateway:" + gateway, Kind: NodeProxy, Entry: EntryRequest, Body: body},
		Attachment{ID: id, Mechanism: "route", Object: id, Place: PlaceGateway, Gateways: []string{gateway}, Hosts: []HostPattern{{Name: host}}, Layer: layer}
}

// A gateway is the workload that its selector finds, in whatever namespace, and
// its routes act on that workload's calls alone. Requests take one of them.
func TestLinkGateway(t *testing.T) {
	for _, tt := range []struct {
		selector map[string]string
		want     string
	}{
		{map[string]string{"role": "edge"}, "proxy"},
		{map[string]string{"role": "other"}, "other"},
		{map[string]string{"role": "edge", "more": "x"}, "gw"},
		{nil, "gw"},
	} {
		s := (&system{}).service("a", "x").service("a", "y").workload("infra", "proxy", map[string]string{"role": "edge", "app": "proxy"})
		s.Bindings = append(s.Bindings, Binding{Space: SpaceGateway, Name: "a/gw", Selector: tt.selector, Exposed: true})
		s.env("a", "x", "PEER", "y.a")
		for _, host := range []string{"x.a", "y.a"} {
			h, a := routedBy(host, "a/gw", host, 3)
			s.Handlers, s.Attachments = append(s.Handlers, h), append(s.Attachments, a)
		}
		r := s.result(DefaultPolicy())
		if got := calledBy(r, tt.want); !slices.Equal(got, []string{"x", "y"}) {
			t.Errorf("%v: %s calls %v in %v", tt.selector, tt.want, got, r.Edges)
		}
		for _, e := range r.Edges {
			if want := map[bool]Count{true: 3, false: 1}[e.From == tt.want]; e.Attempts != want {
				t.Errorf("%v: %s makes %s attempts, want %s", tt.selector, e.ID, e.Attempts, want)
			}
		}
		// y is called by one of the routes, or by x of the other: never by both.
		if y := nodeOf(t, r, "y"); y.Entry != tt.want || y.Happy != 1 || y.Calls != 3 {
			t.Errorf("%v: y has %s calls from %s, %s when nothing fails; want 3 and 1", tt.selector, y.Calls, y.Entry, y.Happy)
		}
	}
}

// A declared call to what code calls too puts its layers round those of the
// code; one to anything else is a call of its own.
func TestLinkDeclaredJoins(t *testing.T) {
	s := &system{}
	s.Layers = []Layer{{ID: "loop", Kind: KindLoop, Attempts: Exactly(2, BoundExact, Pos{}), RetriesOn: AnyClass, Backoff: Backoff{Kind: BackoffNone}}}
	s.code("a", Endpoint{Service: "b"})
	s.Handlers[0].Body.Seq.Steps[0].Call.Layers = []string{"loop"}
	layers := func(n int) []Layer {
		return []Layer{{Kind: KindDeclared, RetriesOn: AnyClass, Attempts: Exactly(n, BoundConfigured, Pos{}), Backoff: Backoff{Kind: BackoffNone}}}
	}
	policy := declared([]vectorEdge{{"a", "b", 1, layers(3)}, {"a", "c", 1, layers(5)}})
	r := s.result(DefaultPolicy(), policy)
	if got := calledBy(r, "a"); !slices.Equal(got, []string{"b", "c"}) {
		t.Fatalf("calls %v", got)
	}
	b := r.Edges[0]
	if b.Attempts != 6 || len(b.Layers) != 2 || b.Layers[0].Kind != KindDeclared || b.Layers[1].Kind != KindLoop {
		t.Errorf("a->b: %s attempts by %v, want the declared layer round the loop", b.Attempts, b.Layers)
	}
	if c := r.Edges[1]; c.Attempts != 5 || len(c.Layers) != 1 {
		t.Errorf("a->c: %s attempts by %v", c.Attempts, c.Layers)
	}
	if n := nodeOf(t, r, "b"); n.Happy != 1 || n.Calls != 6 {
		t.Errorf("b has %s calls, %s when nothing fails; want 6 and 1", n.Calls, n.Happy)
	}
}

// An address in the environment is a call of its own only where nothing else
// shows the call, and never one to the service itself.
func TestLinkGuesses(t *testing.T) {
	s := (&system{}).service("a", "api").service("a", "db").env("a", "api", "SELF", "api:80").env("a", "api", "DB", "db").env("a", "api", "DB_AGAIN", "db.a:80")
	r := s.result(DefaultPolicy())
	if got := calledBy(r, "api"); !slices.Equal(got, []string{"db"}) || r.Edges[0].Confidence != ConfidenceAssumed || r.Edges[0].Via != "DB" {
		t.Errorf("calls %v: %+v, want one guess", got, r.Edges)
	}
	s.code("api", addressed("db"))
	if r = s.result(DefaultPolicy()); len(r.Edges) != 1 || r.Edges[0].Confidence != ConfidenceStatic {
		t.Errorf("with code: %+v, want its call alone", r.Edges)
	}
}

// An address that is not known is a node that everyone can see, and so is work
// that could not be looked into. What is known of an address may be a password.
func TestLinkUnknown(t *testing.T) {
	s := &system{}
	s.code("a", Endpoint{Address: Expr{Kind: ExprConcat, Args: []Expr{Literal("http://user:hunter2@"), {Kind: ExprRef, Text: "HOST", Source: SourceEnv}}}}, Endpoint{})
	s.Handlers[0].Body.Seq.Steps = append(s.Handlers[0].Body.Seq.Steps, Step{Unknown: &Unknown{What: "plugin"}})
	r := s.result(DefaultPolicy())
	if got, want := calledBy(r, "a"), []string{"$HOST", "unknown address", "unknown: plugin"}; !slices.Equal(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
	for _, e := range r.Edges {
		if n := nodeOf(t, r, e.To); n.Kind != NodeExternal || n.Calls != 1 {
			t.Errorf("%s: %s, %s calls", e.To, n.Kind, n.Calls)
		}
	}
	// The environment of the workload that runs the code decides.
	s.service("", "b").workload("", "a", nil).env("", "a", "HOST", "b:80")
	if got := calledBy(s.result(DefaultPolicy()), "a"); !slices.Contains(got, "b") {
		t.Errorf("with HOST: calls %q, want b", got)
	}
}

// Where nobody calls from outside, work arrives at the first node of a cycle;
// the call that closes it is cut and its figures are lower bounds.
func TestLinkCycle(t *testing.T) {
	s := (&system{}).code("b", Endpoint{Service: "c"}).code("c", Endpoint{Service: "b"}, Endpoint{Service: "leaf"}).code("z", Endpoint{Service: "z"})
	r := s.result(DefaultPolicy())
	for id, want := range map[string]EntryKind{"b": EntryRequest, "c": "", "leaf": "", "z": EntryRequest} {
		if got := nodeOf(t, r, id).IsEntry; got != want {
			t.Errorf("%s: entry %q, want %q", id, got, want)
		}
	}
	for _, e := range r.Edges {
		if want := e.ID == "c->b" || e.ID == "z->z"; e.Cut != want {
			t.Errorf("%s: cut %v", e.ID, e.Cut)
		}
	}
	if n := nodeOf(t, r, "leaf"); n.Entry != "b" || !n.LowerBound || n.Calls != 1 {
		t.Errorf("leaf: %+v", n)
	}
	if f := r.byRule("AMP010"); len(f) != 2 {
		t.Errorf("AMP010: %v, want one for each cycle", f)
	}
	// A caller from outside makes the cycle no entry.
	r = s.code("client", Endpoint{Service: "c"}).result(DefaultPolicy())
	if nodeOf(t, r, "b").IsEntry != "" || nodeOf(t, r, "client").IsEntry != EntryRequest {
		t.Errorf("with a client: %v", r.Nodes)
	}
}

// The entries of the policy replace those that are found.
func TestLinkNamedEntries(t *testing.T) {
	s := (&system{}).code("a", Endpoint{Service: "b"}).code("b", Endpoint{Service: "c"})
	policy := DefaultPolicy()
	policy.Entries = []string{"b", "nobody"}
	r := s.result(policy)
	if nodeOf(t, r, "a").IsEntry != "" || nodeOf(t, r, "b").IsEntry != EntryRequest || nodeOf(t, r, "c").Entry != "b" {
		t.Errorf("got %v", r.Nodes)
	}
	if len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Message, `"nobody"`) || r.Complete {
		t.Errorf("problems %v, complete %v", r.Problems, r.Complete)
	}
}

// The fan-outs round a call multiply; those that are not known are named.
func TestFanOutInfo(t *testing.T) {
	s := &system{}
	unknown := Bound{Value: UnknownExpr("?"), Kind: BoundAssumed}
	s.FanOuts = []FanOut{
		{ID: "8", N: Exactly(8, BoundExact, Pos{}), Mode: FanOutContinue},
		{ID: "x", N: unknown, Symbol: "n(x)", Mode: FanOutContinue},
		{ID: "y", N: unknown, Symbol: "n(y)", Mode: FanOutContinue},
	}
	nested := func(ids ...string) *Step {
		step := Step{Call: &Call{To: Endpoint{Service: "b"}, Confidence: ConfidenceStatic}}
		for _, id := range slices.Backward(ids) {
			step = Step{Repeat: &Repeat{FanOut: id, Step: step}}
		}
		return &step
	}
	for _, tt := range []struct {
		ids  []string
		want FanOutInfo
	}{
		{[]string{"8"}, FanOutInfo{Factor: 8, Bound: BoundExact}},
		{[]string{"x"}, FanOutInfo{Factor: 1, Bound: BoundAssumed, Expr: "n(x)", Symbol: true}},
		{[]string{"8", "x"}, FanOutInfo{Factor: 8, Bound: BoundAssumed, Expr: "n(x)", Symbol: true}},
		{[]string{"x", "8"}, FanOutInfo{Factor: 8, Bound: BoundAssumed, Expr: "n(x)", Symbol: true}},
		{[]string{"x", "8", "y"}, FanOutInfo{Factor: 8, Bound: BoundAssumed, Expr: "n(x) x n(y)", Symbol: true}},
	} {
		s.Handlers = []Handler{{Service: "a", Body: nested(tt.ids...)}}
		if got := s.result(DefaultPolicy()).Edges[0].FanOut; got == nil || *got != tt.want {
			t.Errorf("%v: %+v, want %+v", tt.ids, got, tt.want)
		}
	}
}
