package graph

import (
	"fmt"
	"strings"
	"time"
)

// routes holds what proxies do, by place and host, so that a hop finds what
// acts on it without looking at every attachment.
type routes struct {
	byHost map[string][]*Attachment // host patterns without wildcard
	wild   []*Attachment
}

func newRoutes(frags []*Fragment) *routes {
	r := &routes{byHost: map[string][]*Attachment{}}
	seen := map[string]bool{}
	for _, f := range frags {
		for i := range f.Attachments {
			a := &f.Attachments[i]
			if key := a.ID + "|" + a.content(); !seen[key] {
				seen[key] = true
				r.add(a)
			}
		}
	}
	return r
}

// content tells attachments of one identity apart that do not do the same: a
// copy of an object that differs acts as an alternative, so the worst is taken.
func (a *Attachment) content() string {
	var b strings.Builder
	fmt.Fprint(&b, a.Place, a.Destinations, a.Gateways, a.Mirrors)
	if l := a.Layer; l != nil {
		fmt.Fprint(&b, l.Attempts.Value, l.Attempts.Plus, l.Attempts.Kind, l.RetriesOn, l.PerTry.Value, l.Overall.Value)
		if l.Budget != nil {
			c := *l.Budget
			c.Pos = Pos{}
			fmt.Fprint(&b, c)
		}
	}
	return b.String()
}

func (r *routes) add(a *Attachment) {
	for _, h := range a.Hosts {
		if strings.HasPrefix(h.Name, "*") {
			r.wild = append(r.wild, a)
			continue
		}
		r.byHost[h.Name] = append(r.byHost[h.Name], a)
	}
}

// hop is a call on its way to one target.
type hop struct {
	from     *service
	to       *service
	binding  *Binding      // nil for a host that no name of the input fits
	host     string        // as it was called
	limit    time.Duration // of what the callee does for this caller; 0 is none
	pool     Count         // the most connections of one process; 0 is not known
	protocol Protocol
	// fitted hops were found by the type of the call, not by its address.
	fitted bool
	// asked is the operation that the call names, operation the one of the
	// target, where it tells its own apart.
	asked, operation string
	// subset is the part of the target that a route chose.
	subset string
	// layers are put on by proxies, outermost first.
	layers []*Layer
	// mirrors are the copies that proxies make of the call, each with its
	// alternatives.
	mirrors [][]hop
}

// acting returns the attachments of one place that act on a hop, by mechanism:
// of those that are considered, the ones with the most specific host and
// operation.
func (r *routes) acting(h *hop, place Place, meshes map[string]bool, considered func(*Attachment) bool) [][]*Attachment {
	best := map[string]int{}
	found := map[string][]*Attachment{}
	consider := func(a *Attachment) {
		if a.Place != place || !considered(a) || !a.serves(h, meshes) {
			return
		}
		s := 0
		for _, p := range a.Hosts {
			s = max(s, h.matches(p))
		}
		s *= 4
		switch {
		case s == 0:
		case a.Subset != "":
			s++
		default:
			s += a.names(h.asked)
		}
		if s > best[a.Mechanism] {
			best[a.Mechanism], found[a.Mechanism] = s, nil
		}
		if s == best[a.Mechanism] && s > 0 && !contains(found[a.Mechanism], a) {
			found[a.Mechanism] = append(found[a.Mechanism], a)
		}
	}
	names := []string{h.host}
	if h.binding != nil {
		names = append(names, h.binding.Name)
		if h.binding.Name == h.host {
			names = names[:1]
		}
	}
	for _, n := range names {
		for _, a := range r.byHost[n] {
			consider(a)
		}
	}
	for _, a := range r.wild {
		consider(a)
	}
	var groups [][]*Attachment
	for _, m := range keys(found) {
		groups = append(groups, found[m])
	}
	return groups
}

// names tells how exactly the attachment names an operation: 2 is the method,
// 1 its service, 0 that it limits itself to none, or that none is known.
func (a *Attachment) names(operation string) int {
	if operation == "" {
		return 0
	}
	best := 0
	for _, o := range a.Operations {
		switch {
		case o == operation:
			best = 2
		case strings.HasSuffix(o, "/") && strings.HasPrefix(operation, o):
			best = max(best, 1)
		}
	}
	return best
}

// serves reports whether the attachment is for calls of this caller.
func (a *Attachment) serves(h *hop, meshes map[string]bool) bool {
	if a.Mesh != "" && !meshes[a.Mesh] {
		return false
	}
	if a.Place == PlaceGateway && !overlap(a.Gateways, h.from.gateways) {
		return false
	}
	if len(a.Operations) > 0 && h.asked != "" && a.names(h.asked) == 0 {
		return false
	}
	return a.speaks(h.protocol) && (a.Subset == "" || a.Subset == h.subset) && a.servesCaller(h.from)
}

// servesCaller reports whether the attachment is for calls of a service.
func (a *Attachment) servesCaller(s *service) bool {
	if len(a.Callers) == 0 && len(a.CallerNamespaces) == 0 {
		return true
	}
	for _, ns := range a.CallerNamespaces {
		if sameNamespace(ns, s.namespace) {
			return true
		}
	}
	for _, c := range a.Callers {
		for _, w := range s.workloads {
			if w.Name == c.Name && sameNamespace(c.Namespace, w.Namespace) {
				return true
			}
		}
	}
	return false
}

func (a *Attachment) speaks(p Protocol) bool {
	if p == "" || len(a.Protocols) == 0 {
		return true
	}
	for _, q := range a.Protocols {
		if p == q {
			return true
		}
	}
	return false
}

func overlap(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// matches tells how specific a pattern is that matches the hop; 0 is no match.
func (h *hop) matches(p HostPattern) int {
	const exact = 1 << 16
	if p.Name == "*" {
		return 1
	}
	if suffix, ok := strings.CutPrefix(p.Name, "*"); ok {
		for _, name := range h.fullNames() {
			if strings.HasSuffix(name, suffix) {
				return 1 + len(suffix)
			}
		}
		return 0
	}
	if h.binding != nil && p.Namespace != "" {
		if h.binding.Name == p.Name && sameNamespace(h.binding.Namespace, p.Namespace) {
			return exact
		}
		return 0
	}
	for _, name := range h.fullNames() {
		if name == p.Name {
			return exact
		}
	}
	return 0
}

// sameNamespace takes a namespace that is not written for any: overlays add it.
func sameNamespace(a, b string) bool {
	return anyNamespace(a) == anyNamespace(b) || a == "" || b == ""
}

// fullNames are the names a host pattern is compared with.
func (h *hop) fullNames() []string {
	names := []string{h.host}
	if b := h.binding; b != nil {
		ns := b.Namespace
		if ns == "" {
			ns = "default"
		}
		names = append(names, b.Name, b.Name+"."+ns, b.Name+"."+ns+".svc", b.Name+"."+ns+".svc.cluster.local")
	}
	return names
}

// membership says whether a service has a mesh's proxy, and why that is
// thought where nobody wrote it down.
type membership struct {
	in      bool
	assumed string
	pos     Pos // what switches the proxy on
}

// member decides by the object itself, its namespace, and the mesh's own
// objects in the input, in this order.
func (n *names) member(s *service, mesh string) membership {
	for _, w := range s.workloads {
		switch w.Injected[mesh] {
		case Yes:
			return membership{in: true, pos: w.Pos}
		case No:
			return membership{}
		}
	}
	if len(s.workloads) == 0 {
		return membership{}
	}
	if ns := n.namespaces[s.namespace]; ns != nil {
		switch ns.Injected[mesh] {
		case Yes:
			return membership{in: true, pos: ns.Pos}
		case No:
			return membership{}
		}
	}
	if e := n.shows(s, mesh); e != nil {
		return membership{in: true, pos: e.Pos,
			assumed: fmt.Sprintf("no injection label was found; %s shows that the %s mesh is used here", e.Object, mesh)}
	}
	return membership{}
}

// shown is the first evidence of one mesh, by what it shows: the mesh at all,
// the namespace it lies in, where one is written, a service it names.
type shown struct {
	any        int
	everywhere int // without a namespace, which may be any
	namespaces map[string]int
	services   map[*service]int
}

// shows is the first evidence that a service is part of a mesh: an object in
// its namespace, or one that names it. Nil is none.
func (n *names) shows(s *service, mesh string) *MeshEvidence {
	if n.shown == nil {
		n.shown = n.showing()
	}
	x := n.shown[mesh]
	if x == nil {
		return nil
	}
	first := x.everywhere
	if s.namespace == "" {
		first = x.any
	}
	if i, ok := x.namespaces[anyNamespace(s.namespace)]; ok {
		first = min(first, i)
	}
	if i, ok := x.services[s]; ok {
		first = min(first, i)
	}
	if first == len(n.evidence) {
		return nil
	}
	return n.evidence[first]
}

func (n *names) showing() map[string]*shown {
	all := map[string]*shown{}
	for i, e := range n.evidence {
		x := all[e.Mesh]
		if x == nil {
			x = &shown{any: i, everywhere: len(n.evidence), namespaces: map[string]int{}, services: map[*service]int{}}
			all[e.Mesh] = x
		}
		if e.Namespace == "" {
			x.everywhere = min(x.everywhere, i)
		}
		if _, ok := x.namespaces[anyNamespace(e.Namespace)]; !ok {
			x.namespaces[anyNamespace(e.Namespace)] = i
		}
		for _, s := range n.named(e) {
			if _, ok := x.services[s]; !ok {
				x.services[s] = i
			}
		}
	}
	return all
}

// named are the services that an object names by its hosts.
func (n *names) named(e *MeshEvidence) []*service {
	var found []*service
	for _, h := range e.Hosts {
		for _, b := range n.bindings[h.Name] {
			if sameNamespace(b.Namespace, h.Namespace) {
				found = append(found, n.behind(b)...)
			}
		}
	}
	return found
}
