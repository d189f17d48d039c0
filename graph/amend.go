package graph

// amended is a layer that a mechanism put on a hop, with what other objects
// change of it: a cap on the retries of a host, a patch of the proxy. Of each
// kind, those in the caller's namespace act, else those in the namespace of the
// callee, else those for all namespaces; others do not.
func (l *linker) amended(layer *Layer, h *hop, by *Attachment, in map[string]bool) *Layer {
	done := map[string]bool{}
	for _, lies := range []func(namespace string) bool{
		func(ns string) bool { return ns != "*" && sameNamespace(ns, h.from.namespace) },
		func(ns string) bool { return ns != "*" && h.binding != nil && sameNamespace(ns, h.binding.Namespace) },
		func(ns string) bool { return ns == "*" },
	} {
		amends := func(a *Attachment) bool {
			return a.Amends == by.Mechanism && lies(a.Namespace) && !done[a.Mechanism]
		}
		for _, group := range l.routes.acting(h, by.Place, in, amends) {
			for _, a := range group {
				layer = layer.with(a.Layer)
				done[a.Mechanism] = true
			}
		}
	}
	return layer
}

// with is the layer with all that another one sets in place of its own.
func (l *Layer) with(by *Layer) *Layer {
	if by == nil {
		return l
	}
	c := *l
	if by.Attempts.IsSet() {
		c.Attempts, c.Tries, c.Name, c.Note, c.Pos = by.Attempts, by.Tries, by.Name, by.Note, by.Pos
		c.Implicit, c.Cause = by.Implicit, by.Cause
	}
	if !by.RetriesOn.Empty() {
		c.RetriesOn = by.RetriesOn
	}
	for _, b := range []struct{ to, from *Bound }{{&c.PerTry, &by.PerTry}, {&c.Overall, &by.Overall}} {
		if b.from.IsSet() {
			*b.to = *b.from
		}
	}
	if by.Overall.IsSet() {
		c.Ends = by.Ends
	}
	if by.Backoff.Kind != "" {
		c.Backoff = by.Backoff
	}
	if by.Budget != nil {
		c.Budget = by.Budget
	}
	return &c
}

// scopesOf are the scopes of a caller. One that picks the workload by its labels
// goes before one that is for all of the namespace, and that before one for all
// namespaces; without any, every host is known.
func (l *linker) scopesOf(from *service, mesh string) []*MeshScope {
	var all, general, own []*MeshScope
	for i := range l.scopes {
		s := &l.scopes[i]
		switch {
		case s.Mesh != mesh:
		case s.Namespace == "*":
			all = append(all, s)
		case !sameNamespace(s.Namespace, from.namespace):
		case len(s.Selector) == 0:
			general = append(general, s)
		case from.carries(s.Selector):
			own = append(own, s)
		}
	}
	if len(own) == 0 {
		own = general
	}
	if len(own) == 0 {
		own = all
	}
	return own
}

// inScope reports whether the proxy of the caller knows the host that is called.
func (l *linker) inScope(h *hop, mesh string) bool {
	namespace := ""
	if h.binding != nil {
		namespace = h.binding.Namespace
	}
	return l.known(h, mesh, namespace, h.binding != nil)
}

// sees reports whether the proxy of the caller is told of a route: those that lie
// in the namespaces that its scope names, for the hosts it names there. Where a
// route lies is not always known; the host then has to be.
func (l *linker) sees(h *hop, a *Attachment) bool {
	switch {
	case a.Mesh == "" || a.Amends != "":
		return true
	case a.Namespace == "":
		return l.inScope(h, a.Mesh)
	}
	return l.known(h, a.Mesh, a.Namespace, true)
}

// known reports whether a scope of the caller names the host that is called, in
// a namespace, where that is known.
func (l *linker) known(h *hop, mesh, namespace string, lies bool) bool {
	scopes := l.scopesOf(h.from, mesh)
	for _, s := range scopes {
		for _, p := range s.Hosts {
			if (p.Namespace == "*" || lies && sameNamespace(p.Namespace, namespace)) && h.matches(HostPattern{Name: p.Name}) > 0 {
				return true
			}
		}
	}
	return len(scopes) == 0
}

func (s *service) carries(labels map[string]string) bool {
	for _, w := range s.workloads {
		if hasLabels(w.Labels, labels) {
			return true
		}
	}
	return false
}

// settle keeps one layer of each client library that both the code and its
// configuration show: that of the code, unless the code only guesses.
func (lc *linkedCall) settle() {
	for i := range lc.hops {
		h := &lc.hops[i]
		var kept []*Layer
		for _, l := range h.layers {
			own := -1
			for k, mine := range lc.layers {
				if l.Kind == KindClientDefault && mine.Kind == l.Kind && mine.Name == l.Name {
					own = k
				}
			}
			switch {
			case own < 0:
				kept = append(kept, l)
			case lc.layers[own].Attempts.Kind == BoundAssumed:
				lc.layers = append(clone(lc.layers[:own]), lc.layers[own+1:]...)
				kept = append(kept, l)
			}
		}
		h.layers = kept
	}
}
