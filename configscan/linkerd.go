package configscan

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Linkerd retries nothing unless it is asked to: by a ServiceProfile, or by
// annotations of a Service or of a route for one. Its proxy acts at the caller.
func init() {
	register(Scanner{
		Name: "linkerd", Detect: isLinkerd, Scan: scanLinkerd, Finish: finishLinkerd,
		Formats: []graph.Format{{
			Name: "linkerd", Written: "ServiceProfile, annotations retry.linkerd.io, HTTPRoute of policy.linkerd.io",
			Default: "1",
			Sources: []string{"linkerd/linkerd2@b24cd4059 controller/gen/apis/serviceprofile/v1alpha2/types.go:42"},
		}},
	})
}

const (
	linkerdMesh = "linkerd"
	// linkerdRoute is the mechanism of all that the proxy does to a request: one
	// policy acts.
	linkerdRoute   = "linkerd-route"
	linkerdRetry   = "retry.linkerd.io/"
	linkerdTimeout = "timeout.linkerd.io/"
)

func isLinkerd(d *Doc) bool {
	if !d.IsObject() {
		return false
	}
	switch d.Kind() {
	case "ServiceProfile":
		return d.Group() == "linkerd.io"
	case "Service":
		return d.Group() == "" && isAnnotated(d)
	case "HTTPRoute", "GRPCRoute":
		return d.Group() == linkerdPolicy || d.Group() == gatewayGroup && isAnnotated(d)
	}
	return d.Group() == linkerdPolicy
}

// linkerdSeen reports whether the input shows the mesh: an object of its own, or
// one that asks for its proxy.
func linkerdSeen(index *Index) bool {
	return shared(index, "linkerd seen", func() bool {
		return slices.ContainsFunc(index.docs, func(d *Doc) bool {
			at := d.Root
			if k, ok := workloadKindOf(d); ok {
				at = at.Get(k.pod...)
			}
			return isLinkerd(d) || linkerdInjection(at.Get("metadata", "annotations")) == graph.Yes
		})
	})
}

// isAnnotated reports whether an object has annotations for the proxy's retries
// or timeouts.
func isAnnotated(d *Doc) bool {
	return hasKey(d.Root.Get("metadata", "annotations"), linkerdRetry) || hasKey(d.Root.Get("metadata", "annotations"), linkerdTimeout)
}

func hasKey(v Value, prefix string) bool {
	for _, f := range v.Fields() {
		if strings.HasPrefix(f.Key, prefix) {
			return true
		}
	}
	return false
}

func scanLinkerd(d *Doc, index *Index) graph.Fragment {
	var f graph.Fragment
	switch d.Kind() {
	case "ServiceProfile":
		f = scanServiceProfile(d, index)
	case "Service":
		f = scanAnnotated(d, index)
	}
	f.Evidence = append(f.Evidence, graph.MeshEvidence{Mesh: linkerdMesh, Namespace: d.Namespace(), Object: objectName(d), Pos: namePos(d)})
	return f
}

// finishLinkerd adds the mesh, which does nothing by itself, when the run holds
// anything of it.
func finishLinkerd(f *graph.Fragment, opts Options) graph.Fragment {
	pos, found := firstOfMesh(f, linkerdMesh)
	if !found || opts.MeshOff[linkerdMesh] {
		return graph.Fragment{}
	}
	return graph.Fragment{Meshes: []graph.Mesh{{Name: linkerdMesh, Version: opts.MeshVersions[linkerdMesh], Pos: pos}}}
}

// linkerdInjection reads the annotation of a pod or a namespace that asks for
// the proxy (l5d:pkg/k8s/labels.go, ProxyInjectAnnotation).
func linkerdInjection(annotations Value) graph.Answer {
	switch textOf(annotations.Get("linkerd.io/inject")) {
	case "enabled", "ingress":
		return graph.Yes
	case "disabled":
		return graph.No
	}
	return ""
}

// linkerdRenames is what the proxy answers for a callee that does not
// (l5dproxy:linkerd/app/outbound/src/http/server.rs, ServerRescue).
func linkerdRenames() []graph.Rename {
	internal, _ := graph.GRPCClass(13)
	renames := proxyRenames()
	renames[0].To = graph.Unavailable.Union(graph.NewClassSet(internal))
	return renames
}

// scanAnnotated reads a Service with annotations.
func scanAnnotated(d *Doc, index *Index) graph.Fragment {
	e := &effects{name: objectName(d)}
	host := graph.HostPattern{Name: d.Name(), Namespace: d.Namespace()}
	a := annotations{effects: e, at: d.Root.Get("metadata", "annotations"), kind: d.Kind()}
	if profile, ok := profileOf(host, index); ok {
		a.beaten(profile)
		return e.f
	}
	if textOf(d.Root.Get("spec", "clusterIP")) == "None" {
		a.headless()
		return e.f
	}
	if l := a.layer(d.Root.Get("metadata", "annotations")); l != nil {
		e.f.Attachments = []graph.Attachment{{
			ID: e.name + "#annotations", Mechanism: linkerdRoute, Object: e.name,
			Place: graph.PlaceClientSidecar, Mesh: linkerdMesh, Hosts: []graph.HostPattern{host},
			Protocols: []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC}, Layer: ofKind(l, graph.KindSidecar), Pos: a.at.Pos(),
		}}
	}
	if hasRoutes(host, index) {
		e.f.Attachments = nil // its routes have what they do not say themselves from here
	}
	return e.f
}

// hasRoutes reports whether some route has the service for its parent.
func hasRoutes(host graph.HostPattern, index *Index) bool {
	for _, o := range shared(index, "routes", func() []*Doc {
		return filtered(index.docs, func(d *Doc) bool { return d.Kind() == "HTTPRoute" || d.Kind() == "GRPCRoute" })
	}) {
		for _, p := range o.Root.Get("spec", "parentRefs").Items() {
			namespace, ok := p.Get("namespace").Str()
			if !ok {
				namespace = o.Namespace()
			}
			if textOf(p.Get("kind")) == "Service" && textOf(p.Get("name")) == host.Name && sameNamespace(namespace, host.Namespace) {
				return true
			}
		}
	}
	return false
}

// profileOf finds the ServiceProfile of a service: it beats all else that is
// written for it (l5ddoc:features/retries-and-timeouts.md).
func profileOf(host graph.HostPattern, index *Index) (*Doc, bool) {
	for _, d := range shared(index, "serviceprofiles", func() []*Doc {
		return filtered(index.docs, func(d *Doc) bool { return d.Kind() == "ServiceProfile" && d.Group() == "linkerd.io" })
	}) {
		if h := istioHost(d.Name(), d.Namespace()); h.Name == host.Name && sameNamespace(h.Namespace, host.Namespace) {
			return d, true
		}
	}
	return nil, false
}
