package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// scanSidecar reads which hosts the proxies of some workloads know. An object
// without egress limits nothing (istioapi:networking/v1alpha3/sidecar.pb.go).
func scanSidecar(d *Doc) graph.Fragment {
	f := graph.Fragment{Evidence: []graph.MeshEvidence{evidence(d, nil)}}
	egress := d.Root.Get("spec", "egress")
	if len(egress.Items()) == 0 {
		return f
	}
	s := graph.MeshScope{Mesh: istioMesh, Namespace: d.Namespace(), Selector: stringMap(d.Root.Get("spec", "workloadSelector", "labels")), Pos: egress.Pos()}
	if d.Namespace() == istioRoot && len(s.Selector) == 0 {
		s.Namespace = "*"
	}
	for _, e := range egress.Items() {
		for _, v := range e.Get("hosts").Items() {
			namespace, name, ok := strings.Cut(textOf(v), "/")
			switch {
			case !ok:
				f.Problems = append(f.Problems, graph.Problem{Pos: v.Pos(), Advisory: v.IsTemplate(),
					Message: "a host of " + objectName(d) + " is not written as namespace/name: the object is taken to limit nothing"})
				return f
			case namespace == "~":
				continue
			case namespace == ".":
				namespace = d.Namespace()
			}
			s.Hosts = append(s.Hosts, graph.HostPattern{Namespace: namespace, Name: name})
		}
	}
	f.Scopes = []graph.MeshScope{s}
	return f
}

// scanServiceEntry reads hosts that the mesh knows beside those of the cluster:
// its routes and defaults act on calls to them.
func scanServiceEntry(d *Doc) graph.Fragment {
	hosts := d.Root.Get("spec", "hosts")
	f := graph.Fragment{Evidence: []graph.MeshEvidence{evidence(d, istioHosts(d, hosts.Strings()))}}
	var ports []graph.Port
	for _, p := range d.Root.Get("spec", "ports").Items() {
		n, _ := p.Get("number").IntLoose()
		name := textOf(p.Get("name"))
		ports = append(ports, graph.Port{Name: name, Number: int(n), Protocol: portProtocol(textOf(p.Get("protocol")), name, int(n))})
	}
	for _, h := range hosts.Items() {
		name := strings.ToLower(textOf(h))
		if name == "" || name == "*" || strings.ContainsAny(name, "{} ") {
			continue
		}
		b := graph.Binding{Space: graph.SpaceDNS, Name: name, Ports: ports, Pos: h.Pos()}
		if p := istioHost(name, d.Namespace()); p.Namespace != "" {
			b.Name, b.Namespace = p.Name, p.Namespace
		}
		if b.Selector = stringMap(d.Root.Get("spec", "workloadSelector", "labels")); len(b.Selector) > 0 {
			b.Namespace = d.Namespace()
		}
		f.Bindings = append(f.Bindings, b)
	}
	return f
}
