package configscan

import (
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{Name: "ingress", Detect: isIngress, Scan: scanIngress})
}

// isIngress detects the API of today and its predecessors, which wrote the
// backend in another form.
func isIngress(d *Doc) bool {
	return d.Kind() == "Ingress" && (d.Group() == "networking.k8s.io" || d.Group() == "extensions")
}

// scanIngress describes the entry: a proxy that sends each request to one of
// the backends and answers what the backend answers. What a controller repeats
// depends on the controller and is not read here.
func scanIngress(d *Doc, index *Index) graph.Fragment {
	calls := ingressCalls(d, index)
	if d.Name() == "" || len(calls) == 0 {
		return graph.Fragment{}
	}
	return graph.Fragment{Handlers: []graph.Handler{proxyHandler("ingress/"+d.Name(), calls, namePos(d))}}
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
func ingressCalls(d *Doc, index *Index) []graph.Step {
	spec := d.Root.Get("spec")
	backends := []Value{spec.Get("defaultBackend"), spec.Get("backend")}
	for _, rule := range spec.Get("rules").Items() {
		for _, p := range rule.Get("http", "paths").Items() {
			backends = append(backends, p.Get("backend"))
		}
	}
	var calls []graph.Step
	seen := map[string]bool{}
	for _, b := range backends {
		address, pos := backendAddress(d, b, index)
		if address == "" || seen[address] {
			continue
		}
		seen[address] = true
		calls = append(calls, graph.Step{Call: &graph.Call{
			To:         graph.Endpoint{Address: graph.Literal(address), Protocol: graph.ProtocolHTTP},
			Confidence: graph.ConfidenceStatic,
			Via:        "Ingress",
			Pos:        pos,
		}})
	}
	return calls
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
