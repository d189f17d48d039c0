package graph

// linker joins fragments step by step; the result is the Graph.
type linker struct {
	g      *Graph
	frags  []*Fragment
	names  *names
	meshes []Mesh
	// parts are the bodies of each node, by node ID, from all producers.
	parts map[string][]part
	// nodeOf numbers the nodes as they are met; Graph.nodes is sorted at the end.
	nodeOf  map[string]int32
	layerOf map[string]int32
	fanOf   map[string]int32
	defs    map[string]*Layer
	fanDefs map[string]*FanOut
	routes  *routes
	// evaluated are the layers' numbers, before classes become atoms.
	evaluated []evaluated
	sets      map[ClassSet]bool
	rules     [][]answerSource // by node
	missing   map[string]*missing
	members   map[memberKey]membership
	nameFor   map[*service]*Binding
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
	// guessed parts come from configuration alone; declared ones from the
	// policy.
	guessed, declared bool
}

// Link joins fragments and a policy into one graph. Names and addresses are
// resolved for each workload, what proxies do is put on the hops it acts on,
// and what stays unknown becomes a visible node.
func Link(frags []*Fragment, policy *Policy) *Graph {
	l := &linker{
		g: &Graph{Policy: policy}, frags: frags,
		parts: map[string][]part{}, nodeOf: map[string]int32{},
		layerOf: map[string]int32{}, fanOf: map[string]int32{},
		defs: map[string]*Layer{}, fanDefs: map[string]*FanOut{},
		sets: map[ClassSet]bool{}, missing: map[string]*missing{},
		members: map[memberKey]membership{},
	}
	for _, f := range frags {
		l.g.Problems = append(l.g.Problems, f.Problems...)
		l.g.findings = append(l.g.findings, f.Findings...)
		l.g.ignores = append(l.g.ignores, f.Ignores...)
		l.meshes = append(l.meshes, f.Meshes...)
		for i := range f.Layers {
			l.defs[f.Layers[i].ID] = &f.Layers[i]
		}
		for i := range f.FanOuts {
			l.fanDefs[f.FanOuts[i].ID] = &f.FanOuts[i]
		}
	}
	l.g.ignores = append(l.g.ignores, policy.Ignore...)
	l.names = newNames(frags, policy)
	l.routes = newRoutes(frags)
	l.collect()
	l.build()
	l.finish()
	return l.g
}

// collect sorts the handlers of all fragments under their nodes.
func (l *linker) collect() {
	for _, f := range l.frags {
		for i := range f.Handlers {
			h := &f.Handlers[i]
			s := l.names.service(h.Service)
			if h.Kind != "" && (s.kind == "" || h.Kind == NodeProxy) {
				s.kind = h.Kind
			}
			if h.Protocol != "" && s.protocol == "" {
				s.protocol = h.Protocol
			}
			id := nodeID(s.id, h.Operation)
			l.parts[id] = append(l.parts[id], part{handler: h, declared: f.Declared})
			l.node(s, h.Operation)
		}
	}
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

// build links every body. Services that configuration alone names get a body
// of the addresses in their environment.
func (l *linker) build() {
	for _, s := range l.names.services() {
		l.node(s, "")
	}
	for _, id := range keys(l.parts) {
		l.bodies(id, l.parts[id])
	}
	for _, s := range l.names.services() {
		if len(l.parts[s.id]) == 0 {
			l.bodies(s.id, nil)
		}
	}
}
