package configscan

import (
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name: "ingress", Detect: isIngress, Scan: scanIngress,
		Formats: []graph.Format{{
			Name: "ingress-nginx", Written: "annotations of Ingress, ConfigMap of the controller",
			Default: "3",
			Sources: []string{"kubernetes/ingress-nginx@dbb11b92d internal/ingress/controller/config/config.go:858-868"},
		}},
	})
}

// isIngress detects the API of today and its predecessors, which wrote the
// backend in another form.
func isIngress(d *Doc) bool {
	return (d.Kind() == "Ingress" || d.Kind() == "IngressClass") && (d.Group() == "networking.k8s.io" || d.Group() == "extensions")
}

// scanIngress describes the entry: a proxy that sends each request to one of
// the backends and answers what the backend answers. What is repeated on the
// way depends on the controller.
func scanIngress(d *Doc, index *Index) graph.Fragment {
	p := newIngressNode(d, index, "ingress")
	if d.Name() != "" && d.Kind() == "Ingress" {
		ingressCalls(p, d, index)
	}
	f := p.fragment(namePos(d))
	for i := range f.Handlers {
		f.Handlers[i].Entry = graph.EntryRequest
	}
	return f
}

// proxyHandler is a proxy that takes requests from outside, makes one of the
// calls and passes every failure on.
func proxyHandler(service string, calls []graph.Step, pos graph.Pos) graph.Handler {
	return graph.Handler{
		Service:  service,
		Kind:     graph.NodeProxy,
		Protocol: graph.ProtocolHTTP,
		Entry:    graph.EntryRequest,
		Body:     &graph.Step{Alt: &graph.Alt{Steps: calls}},
		Answers:  []graph.AnswerRule{{Callee: "*", Classes: graph.AnyClass, Kind: graph.AnswerPasses, Pos: pos}},
		Pos:      pos,
	}
}

// ingressCalls makes one call for each distinct backend.
func ingressCalls(p *proxyNode, d *Doc, index *Index) {
	spec := d.Root.Get("spec")
	backends := []Value{spec.Get("defaultBackend"), spec.Get("backend")}
	for _, rule := range spec.Get("rules").Items() {
		for _, path := range rule.Get("http", "paths").Items() {
			backends = append(backends, path.Get("backend"))
		}
	}
	controller, assumed := ingressController(d, index)
	seen := map[string]bool{}
	for _, b := range backends {
		address, pos := backendAddress(d, b, index)
		if address == "" || seen[address] {
			continue
		}
		seen[address] = true
		service, _, _ := strings.Cut(hostOf(address), ".")
		layers := ingressLayers(p, d, index, controller, service, pos)
		for i := range layers {
			layers[i].Assumed = assumed
		}
		p.add(p.hop("Ingress", ingressProtocol(d), []proxyTarget{{graph.Literal(address), pos}}, layers...))
	}
}

// ingressProtocol is what the controller speaks to the backends.
func ingressProtocol(d *Doc) graph.Protocol {
	switch d.text("metadata", "annotations", "nginx.ingress.kubernetes.io/backend-protocol") {
	case "GRPC", "GRPCS":
		return graph.ProtocolGRPC
	}
	return graph.ProtocolHTTP
}

// backendAddress is name.namespace:port of a backend, "" where it is no Service.
// A port that is written as a name is looked up at the Service.
func backendAddress(d *Doc, b Value, index *Index) (address string, pos graph.Pos) {
	nameValue, port := b.Get("service", "name"), b.Get("service", "port", "number")
	portName := b.Get("service", "port", "name")
	if !nameValue.Exists() {
		nameValue, port = b.Get("serviceName"), b.Get("servicePort")
		portName = port
	}
	name, _ := nameValue.Str()
	if !isHostName(name) {
		return "", graph.Pos{}
	}
	host := name
	if d.Namespace() != "" {
		host = name + "." + d.Namespace()
	}
	n, ok := port.IntLoose()
	if !ok {
		n, ok = namedPort(d, name, portName, index)
	}
	if ok && n >= 1 && n <= 65535 {
		host += ":" + strconv.FormatInt(n, 10)
	}
	return host, nameValue.Pos()
}

// namedPort finds the number of a port of a Service by its name.
func namedPort(d *Doc, service string, portName Value, index *Index) (int64, bool) {
	want, _ := portName.Str()
	s, ok := index.Object("Service", d.Namespace(), service)
	if !ok || strings.TrimSpace(want) == "" {
		return 0, false
	}
	for _, p := range s.Root.Get("spec", "ports").Items() {
		if name, _ := p.Get("name").Str(); name == want {
			return p.Get("port").IntLoose()
		}
	}
	return 0, false
}
