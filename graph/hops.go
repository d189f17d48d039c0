package graph

import "strings"

// missing collects the calls to a host that nothing in the input answers to.
type missing struct {
	local bool // a name that only a cluster or a compose file resolves
	calls []*Call
}

// hops resolves a call to its targets, one hop for each alternative, with what
// the proxies on the way put on it.
func (l *linker) hops(from *service, c *Call) []hop {
	start := l.targets(from, c)
	for _, place := range []Place{PlaceClient, PlaceClientSidecar, PlaceGateway, PlaceLoadBalancer, PlaceServerSidecar} {
		var next []hop
		for i := range start {
			next = append(next, l.proxied(&start[i], place)...)
		}
		start = distinct(next)
	}
	return l.eachOperation(start, c)
}

// eachOperation resolves hops, and the copies made of them, to the operations of
// their targets.
func (l *linker) eachOperation(hs []hop, c *Call) []hop {
	var out []hop
	for _, h := range hs {
		copies := h.mirrors
		h.mirrors = nil
		for _, m := range copies {
			h.mirrors = append(h.mirrors, l.eachOperation(m, c))
		}
		out = append(out, l.operations(h, c)...)
	}
	return distinct(out)
}

// targets are the services behind the endpoint of a call.
func (l *linker) targets(from *service, c *Call) []hop {
	h := hop{from: from, protocol: c.To.Protocol, asked: c.To.Operation}
	if c.To.Service != "" {
		h.to = l.names.service(c.To.Service)
		h.binding = l.bindingOf(h.to)
		if h.binding != nil {
			h.host = h.binding.Name
		}
		h.speak(0)
		return []hop{h}
	}
	text := c.To.Address.known(from.value)
	host := parseAddress(text).host
	ok := host != "" && !strings.Contains(host, unknownPart)
	if server := l.rpcServer(c.To.Operation); !ok && server != nil && server != from && c.To.Protocol == ProtocolGRPC {
		h.to, h.binding, h.fitted = server, l.bindingOf(server), true
		return []hop{h}
	}
	if !ok {
		h.to = l.external(unknownName(c.To.Address), c, false)
		return []hop{h}
	}
	a := parseAddress(text)
	h.host, h.limit, h.pool = a.host, SessionLimit(text), poolSize(text)
	if s := l.names.hosts[a.host]; s != nil {
		h.to = s
		h.binding = l.bindingOf(s)
		h.speak(a.port)
		return []hop{h}
	}
	if s := l.names.onThisMachine(a, from); s != nil {
		h.to, h.binding = s, l.bindingOf(s)
		h.fromScheme(a.scheme)
		h.speak(0)
		return []hop{h}
	}
	if h.binding = l.names.lookup(a.host, from.namespace); h.binding == nil && dockerHosts[a.host] {
		h.binding = l.names.published(a.port)
	}
	return l.behind(h, a, c)
}

// dockerHosts are the names that containers have for the machine they run on
// (Docker: "Networking on Docker Desktop").
var dockerHosts = map[string]bool{"host.docker.internal": true, "gateway.docker.internal": true}

// published is the one binding that a port of the machine leads to; nil where none or
// several do.
func (n *names) published(port int) *Binding {
	var found *Binding
	for _, name := range keys(n.bindings) {
		for _, b := range n.bindings[name] {
			for _, p := range b.Ports {
				if !b.Exposed || port == 0 || p.Published != port && (p.Published != 0 || p.Number != port) {
					continue
				}
				if found != nil && found != b {
					return nil
				}
				found = b
			}
		}
	}
	return found
}

// onThisMachine is the one service that listens on the port of a local address:
// defaults of programs that run side by side.
func (n *names) onThisMachine(a address, from *service) *service {
	if a.host != "localhost" && a.host != "0.0.0.0" && !strings.HasPrefix(a.host, "127.") && a.host != "::1" {
		return nil
	}
	if found := n.listening[a.port]; len(found) == 1 && found[0] != from {
		return found[0]
	}
	return nil
}

// unknownName names a node whose address is not known, after the configuration
// key that holds it, else the value it comes from. The rest of the text is not
// shown: it may hold a password.
func unknownName(e Expr) string {
	for _, kind := range []ExprKind{ExprRef, ExprUnknown} {
		if name := firstOf(e, kind); name != "" {
			return name
		}
	}
	return unknownAddress
}

// firstOf is the first part of an expression of one kind.
func firstOf(e Expr, kind ExprKind) string {
	if e.Kind == kind && e.Text != "" {
		return e.String()
	}
	for _, a := range e.Args {
		if name := firstOf(a, kind); name != "" {
			return name
		}
	}
	return ""
}

const unknownAddress = "unknown address"

// bindingOf is the one name a service is reached by, if there is one.
func (l *linker) bindingOf(s *service) *Binding {
	if b := l.names.lookup(s.id, s.namespace); b != nil {
		return b
	}
	if l.nameFor == nil {
		l.nameFor = l.names.nameFor()
	}
	return l.nameFor[s]
}

// nameFor finds, for each service, the first binding that leads to it.
func (n *names) nameFor() map[*service]*Binding {
	first := map[*service]*Binding{}
	for _, name := range keys(n.bindings) {
		for _, b := range n.bindings[name] {
			for _, s := range n.behind(b) {
				if first[s] == nil {
					first[s] = b
				}
			}
		}
	}
	return first
}

// behind makes a hop for each service behind the hop's binding.
func (l *linker) behind(h hop, a address, c *Call) []hop {
	if b := h.binding; b != nil && b.Alias != "" {
		h.host = b.Alias
		if h.binding = l.names.lookup(strings.ToLower(b.Alias), b.Namespace); h.binding == b {
			h.binding = nil
		}
	}
	if h.binding == nil {
		if s := l.names.byID[h.host]; s != nil && s.known {
			h.to = s
		} else {
			local := !strings.ContainsAny(h.host, " :$()") && (!strings.Contains(h.host, ".") || strings.HasSuffix(h.host, ".svc") || strings.HasSuffix(h.host, ".svc.cluster.local"))
			if server := l.rpcServer(c.To.Operation); server != nil && server != h.from && c.To.Protocol == ProtocolGRPC && (local || IsResolver(a.scheme)) {
				// A name that only a registry knows: the one that serves the call has it.
				h.to, h.binding, h.fitted = server, l.bindingOf(server), true
				return []hop{h}
			}
			h.to = l.external(h.host, c, local)
		}
		h.fromScheme(a.scheme)
		h.speak(0)
		return []hop{h}
	}
	found := l.names.behind(h.binding)
	if len(found) == 0 {
		s := l.names.service(h.binding.Name)
		if !s.known {
			s.known, s.kind, s.pos, s.namespace = true, NodeExternal, h.binding.Pos, h.binding.Namespace
		}
		found = []*service{s}
	}
	var out []hop
	for _, s := range found {
		t := h
		t.to = l.names.part(s, a.port)
		t.speak(a.port)
		if t.protocol == "" {
			t.fromScheme(a.scheme)
		}
		out = append(out, t)
	}
	return out
}

// external is the node of a host that is not part of the input.
func (l *linker) external(host string, c *Call, local bool) *service {
	s := l.names.byID[host]
	if l.dry {
		if s == nil {
			s = &service{id: host}
		}
		return s
	}
	if s == nil {
		s = l.names.add(host)
		s.kind, s.pos = NodeExternal, c.Pos
	}
	m := l.missing[host]
	if m == nil {
		m = &missing{local: local}
		l.missing[host] = m
	}
	m.calls = append(m.calls, c)
	return s
}

// speak finds out the protocol of a hop from the port that is called, or from
// what the target is.
func (h *hop) speak(port int) {
	if h.protocol != "" {
		return
	}
	if b := h.binding; b != nil {
		for _, p := range b.Ports {
			if p.Number == port || len(b.Ports) == 1 {
				h.protocol = p.Protocol
			}
		}
	}
	if h.protocol == "" {
		h.protocol = h.to.protocol
	}
}

func (h *hop) fromScheme(scheme string) {
	switch strings.ToLower(scheme) {
	case "http", "https":
		h.protocol = ProtocolHTTP
	case "grpc", "grpcs":
		h.protocol = ProtocolGRPC
	}
}

// proxied puts what acts at a place on a hop: each route is an alternative.
func (l *linker) proxied(h *hop, place Place) []hop {
	meshes := map[string]membership{}
	in := map[string]bool{}
	for _, m := range l.meshes {
		mb := l.member(h.from, m.Name)
		meshes[m.Name], in[m.Name] = mb, mb.in && len(h.from.gateways) == 0 && !l.off(m.Name)
	}
	out := []hop{*h}
	for _, acting := range l.acting(h, place, in) {
		var next []hop
		for i := range out {
			for _, a := range acting {
				next = append(next, l.routed(&out[i], a, meshes[a.Mesh], in)...)
			}
		}
		out = next
	}
	return out
}

// acting are the attachments that act at a place, by mechanism; where none of a
// mesh's own does, its defaults do.
func (l *linker) acting(h *hop, place Place, in map[string]bool) [][]*Attachment {
	groups := l.routes.acting(h, place, in, func(a *Attachment) bool { return a.Amends == "" && l.sees(h, a) })
	defaults := l.defaults(h, place, in)
	if len(defaults) == 0 {
		return groups
	}
	for _, g := range groups {
		if g[0].Mechanism == defaults[0].Mechanism {
			return groups
		}
	}
	return append(groups, defaults)
}

func (l *linker) member(s *service, mesh string) membership {
	key := memberKey{s, mesh}
	m, ok := l.members[key]
	if !ok {
		m = l.names.member(s, mesh)
		l.members[key] = m
	}
	return m
}

func (l *linker) off(mesh string) bool { return l.g.Policy.Meshes[mesh].Off }

// defaults are what the meshes of the caller do when nothing is configured. A
// host that no name of the input fits is not routed by a mesh.
func (l *linker) defaults(h *hop, place Place, in map[string]bool) []*Attachment {
	if h.binding == nil {
		return nil
	}
	var out []*Attachment
	for i := range l.meshes {
		m := &l.meshes[i]
		for k := range m.Defaults {
			a := &m.Defaults[k]
			if a.Place != place || !a.speaks(h.protocol) {
				continue
			}
			if place == PlaceGateway && !l.names.gatewayOf(h.from, m.Name) || place != PlaceGateway && !(in[m.Name] && l.inScope(h, m.Name)) {
				continue
			}
			out = append(out, a)
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// routed is the hop after one attachment: to its destinations, with its layer,
// and with the copies it makes.
func (l *linker) routed(h *hop, a *Attachment, m membership, in map[string]bool) []hop {
	out := []hop{*h}
	if len(a.Destinations) > 0 {
		out = nil
		for _, d := range a.Destinations {
			out = append(out, l.redirected(*h, d, a)...)
		}
	}
	var copies [][]hop
	for _, d := range a.Mirrors {
		copies = append(copies, l.redirected(*h, d, a))
	}
	layer := a.put(m)
	for i := range out {
		t := &out[i]
		if layer != nil {
			t.layers = append(clone(t.layers), l.amended(layer, t, a, in))
		}
		if len(copies) > 0 {
			t.mirrors = append(clone(t.mirrors), copies...)
		}
	}
	return out
}

// put is the layer of an attachment as it lies on a hop; nil for none.
func (a *Attachment) put(m membership) *Layer {
	if a.Layer == nil {
		return nil
	}
	c := *a.Layer
	if c.Pos.IsZero() {
		c.Pos = m.pos
	}
	if c.Assumed == "" {
		c.Assumed = m.assumed
	}
	if c.Cause == "" {
		c.Cause = a.Object
	}
	return &c
}

// redirected sends a hop to the destination of a route.
func (l *linker) redirected(h hop, d Destination, a *Attachment) []hop {
	host := d.Host.Name
	if d.Host.Namespace != "" {
		host += "." + d.Host.Namespace
	}
	b := l.names.lookup(host, d.Host.Namespace)
	if b == nil && d.Host.Namespace != "" {
		b = l.names.inNamespace(d.Host.Name, d.Host.Namespace)
	}
	h.subset = d.Subset
	if b != nil && b == h.binding {
		return []hop{h}
	}
	protocol := h.protocol
	h.host, h.binding, h.protocol = d.Host.Name, b, ""
	at := address{host: d.Host.Name, port: d.Port}
	out := l.behind(h, at, &Call{Pos: a.Pos, Via: a.Object})
	for i := range out {
		if out[i].protocol == "" {
			out[i].protocol = protocol
		}
	}
	return out
}

// distinct drops hops that do the same as an earlier one.
func distinct(hs []hop) []hop {
	if len(hs) == 1 {
		return hs
	}
	seen := map[string]bool{}
	var out []hop
	for _, h := range hs {
		key := h.to.id + "|" + h.operation + "|" + string(h.protocol)
		for _, l := range h.layers {
			a := Attachment{Layer: l, Place: Place(l.Kind)}
			key += "|" + a.content()
		}
		for _, m := range h.mirrors {
			key += "|mirror"
			for _, copied := range m {
				key += "|" + copied.to.id
			}
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, h)
		}
	}
	return out
}
