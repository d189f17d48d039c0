package graph

// linker joins fragments step by step; the result is the Graph.
type linker struct {
	g      *Graph
	frags  []*Fragment
	names  *names
	meshes []Mesh
	scopes []MeshScope
	// parts are the bodies of each node, by node ID, from all producers.
	parts map[string][]part
	// nodeOf numbers the nodes as they are met; Graph.nodes is sorted at the end.
	nodeOf  map[string]int32
	layerOf map[layerKey]int32
	fanOf   map[fanKey]int32
	// defs and fanDefs are by fragment: an ID names something in its own only.
	defs    map[*Fragment]map[string]*Layer
	fanDefs map[*Fragment]map[string]*FanOut
	routes  *routes
	// evaluated are the layers' numbers, before classes become atoms.
	evaluated []evaluated
	sets      map[ClassSet]bool
	answered  map[ClassSet]bool // the sets that answers tell apart
	rules     [][]answerSource  // by node
	missing   map[string]*missing
	members   map[memberKey]membership
	// ops are the operations that code shows of each service, rpc the services
	// that register each RPC service.
	ops map[*service][]string
	rpc map[string][]*service
	// reached are the services that each service calls, as far as code, routes
	// and the policy show.
	reached map[*service]map[*service][]*linkedCall
	nameFor map[*service]*Binding
	// twins are the nodes for repeated requests whose bodies are not written yet, and
	// copies the layers whose first try is counted apart from the others.
	twins  []*body
	copies map[copyKey]*Layer
	partOf map[*Layer]triesPart
	// dry resolves without leaving a trace: to see where a call would go.
	dry bool
}

type memberKey struct {
	s    *service
	mesh string
}

// part is one producer's body of a node.
type part struct {
	handler *Handler
	service *service
	from    *Fragment
}

// layerKey and fanKey tell apart what is evaluated once for each service.
type layerKey struct {
	def      *Layer
	service  *service
	protocol Protocol
}

type fanKey struct {
	def     *FanOut
	service *service
}

// Link joins fragments and a policy into one graph. Names and addresses are
// resolved for each workload, what proxies do is put on the hops it acts on,
// and what stays unknown becomes a visible node.
func Link(frags []*Fragment, policy *Policy) *Graph {
	l := &linker{
		g: &Graph{Policy: policy, methods: map[string]Answer{}}, frags: frags,
		parts: map[string][]part{}, nodeOf: map[string]int32{},
		layerOf: map[layerKey]int32{}, fanOf: map[fanKey]int32{},
		defs: map[*Fragment]map[string]*Layer{}, fanDefs: map[*Fragment]map[string]*FanOut{},
		sets: map[ClassSet]bool{}, answered: map[ClassSet]bool{}, missing: map[string]*missing{},
		members: map[memberKey]membership{}, copies: map[copyKey]*Layer{}, partOf: map[*Layer]triesPart{},
		ops: map[*service][]string{}, rpc: map[string][]*service{}, reached: map[*service]map[*service][]*linkedCall{},
	}
	for _, f := range frags {
		l.g.Problems = append(l.g.Problems, f.Problems...)
		l.g.findings = append(l.g.findings, f.Findings...)
		l.g.ignores = append(l.g.ignores, f.Ignores...)
		l.meshes = append(l.meshes, f.Meshes...)
		l.g.dependencies = append(l.g.dependencies, f.Dependencies...)
		l.defs[f], l.fanDefs[f] = map[string]*Layer{}, map[string]*FanOut{}
		l.scopes = append(l.scopes, f.Scopes...)
		l.g.describe(f.Methods)
		for i := range f.Layers {
			l.defs[f][f.Layers[i].ID] = &f.Layers[i]
		}
		for i := range f.FanOuts {
			l.fanDefs[f][f.FanOuts[i].ID] = &f.FanOuts[i]
		}
	}
	l.g.ignores = append(l.g.ignores, policy.Ignore...)
	l.g.dependencies = dependencies(l.g.dependencies, l.meshes, policy)
	l.names = newNames(frags, policy)
	l.routes = newRoutes(frags)
	l.collect()
	l.build()
	l.finish()
	return l.g
}

// describe keeps what descriptions say of methods; where two disagree nothing is
// known.
func (g *Graph) describe(methods []MethodFacts) {
	for _, m := range methods {
		if have, ok := g.methods[m.Operation]; ok && have != m.Idempotent {
			m.Idempotent = ""
		}
		g.methods[m.Operation] = m.Idempotent
	}
}

// collect sorts the handlers of all fragments under their nodes.
func (l *linker) collect() {
	for _, f := range l.frags {
		for i := range f.Handlers {
			h := &f.Handlers[i]
			for _, s := range l.names.serving(h.Service) {
				l.handler(f, h, s)
			}
		}
	}
}

// handler sorts one handler under its node.
func (l *linker) handler(f *Fragment, h *Handler, s *service) {
	if h.Kind != "" && (s.kind == "" || h.Kind == NodeProxy) {
		s.kind = h.Kind
	}
	if h.Protocol != "" && s.protocol == "" && h.Operation == "" {
		s.protocol = h.Protocol
	}
	id := nodeID(s.id, h.Operation)
	if l.twice(id, f, h) {
		return
	}
	l.parts[id] = append(l.parts[id], part{handler: h, service: s, from: f})
	l.serves(s, h)
	l.node(s, h.Operation)
}

// twice reports whether another fragment holds the same handler: that of a tree
// that is linked to its own fragment. Two handlers of one origin are two bodies.
func (l *linker) twice(id string, f *Fragment, h *Handler) bool {
	for _, p := range l.parts[id] {
		if p.from.Origin != f.Origin && p.handler.Pos.within() == h.Pos.within() && sameHandler(p.handler, h) {
			return true
		}
	}
	return false
}

func nodeID(service, operation string) string {
	if operation == "" {
		return service
	}
	return service + "/" + operation
}

// node returns the number of a node, making it when it is new.
func (l *linker) node(s *service, operation string) int32 {
	id := nodeID(s.id, operation)
	if n, ok := l.nodeOf[id]; ok {
		return n
	}
	n := int32(len(l.g.nodes))
	l.nodeOf[id] = n
	l.g.nodes = append(l.g.nodes, node{id: id, service: s.id, operation: operation, pos: s.pos, work: forever, limit: forever})
	l.rules = append(l.rules, nil)
	return n
}

// build links every body: first all that code, routes and the policy say of each
// node, then what the policy declares of a call that is seen elsewhere in its
// service, then the addresses that nothing else reaches.
func (l *linker) build() {
	for _, s := range l.names.services() {
		if len(s.parts) == 0 || len(l.parts[s.id]) > 0 {
			l.node(s, "")
		}
	}
	var all []*body
	for _, id := range keys(l.parts) {
		all = append(all, l.read(id, l.parts[id][0].service, l.parts[id]))
	}
	for _, s := range l.names.services() {
		if len(l.parts[s.id]) == 0 && len(s.parts) == 0 {
			all = append(all, l.read(s.id, s, nil))
		}
	}
	for _, b := range all {
		b.declare()
	}
	for _, b := range all {
		b.write()
	}
	for len(l.twins) > 0 {
		b := l.twins[0]
		l.twins = l.twins[1:]
		b.parts(l.parts[b.twinOf])
		b.write()
	}
}
