package graph

import (
	"fmt"
	"strings"
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
	fmt.Fprint(&b, a.Place, a.Destinations, a.Gateways)
	if l := a.Layer; l != nil {
		fmt.Fprint(&b, l.Attempts.Value, l.Attempts.Plus, l.Attempts.Kind, l.RetriesOn, l.PerTry.Value, l.Overall.Value)
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
	binding  *Binding // nil for a host that no name of the input fits
	host     string   // as it was called
	protocol Protocol
	// fitted hops were found by the type of the call, not by its address.
	fitted bool
	// operation is the one called, where the target tells its own apart.
	operation string
	// layers are put on by proxies, outermost first.
	layers []*Layer
}

// acting returns the attachments of one place that act on a hop: those with
// the most specific host.
func (r *routes) acting(h *hop, place Place, meshes map[string]bool) []*Attachment {
	best := 0
	var found []*Attachment
	consider := func(a *Attachment) {
		if a.Place != place || !a.serves(h, meshes) {
			return
		}
		s := 0
		for _, p := range a.Hosts {
			s = max(s, h.matches(p))
		}
		if s > best {
			best, found = s, nil
		}
		if s == best && s > 0 {
			found = append(found, a)
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
	return found
}

// serves reports whether the attachment is for calls of this caller.
func (a *Attachment) serves(h *hop, meshes map[string]bool) bool {
	if a.Mesh != "" && !meshes[a.Mesh] {
		return false
	}
	if a.Place == PlaceGateway && !overlap(a.Gateways, h.from.gateways) {
		return false
	}
	return a.speaks(h.protocol)
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
	for _, e := range n.evidence {
		if e.Mesh == mesh && (sameNamespace(e.Namespace, s.namespace) || n.namesHost(e, s)) {
			return membership{in: true, pos: e.Pos,
				assumed: fmt.Sprintf("no injection label was found; %s shows that the %s mesh is used here", e.Object, mesh)}
		}
	}
	return membership{}
}

func (n *names) namesHost(e *MeshEvidence, s *service) bool {
	for _, h := range e.Hosts {
		for _, b := range n.bindings[h.Name] {
			if !sameNamespace(b.Namespace, h.Namespace) {
				continue
			}
			for _, found := range n.behind(b) {
				if found == s {
					return true
				}
			}
		}
	}
	return false
}
