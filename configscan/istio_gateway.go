package configscan

import (
	"github.com/ampcheck/ampcheck/graph"
)

// gatewayBinding names a gateway as routes refer to it. Its selector finds the
// proxy among the pods of all namespaces
// (istioapi:networking/v1alpha3/gateway.pb.go, Gateway.Selector).
func gatewayBinding(d *Doc) graph.Binding {
	b := graph.Binding{
		Space:    graph.SpaceGateway,
		Name:     qualified(d.Namespace(), d.Name()),
		Selector: stringMap(d.Root.Get("spec", "selector")),
		Mesh:     istioMesh,
		Exposed:  true,
		Pos:      namePos(d),
	}
	for _, s := range d.Root.Get("spec", "servers").Items() {
		if n, ok := s.Get("port", "number").IntLoose(); ok {
			name, _ := s.Get("port", "name").Str()
			protocol, _ := s.Get("port", "protocol").Str()
			b.Ports = append(b.Ports, graph.Port{Name: name, Number: int(n), Protocol: portProtocol(protocol, name, int(n))})
		}
	}
	return b
}

// gatewayHandler is what a gateway does with the hosts of one object with
// routes: it calls one of them, and the route decides what that is.
func gatewayHandler(d *Doc, gateway string, hosts []graph.HostPattern, at Value) graph.Handler {
	var calls []graph.Step
	for _, h := range hosts {
		calls = append(calls, graph.Step{Call: &graph.Call{
			To:         graph.Endpoint{Address: graph.Literal(hostAddress(h)), Protocol: graph.ProtocolHTTP},
			Confidence: graph.ConfidenceStatic,
			Via:        objectName(d),
			Pos:        at.Pos(),
		}})
	}
	return proxyHandler("gateway:"+gateway, calls, namePos(d))
}

func hostAddress(h graph.HostPattern) string {
	if h.Namespace == "" {
		return h.Name
	}
	return h.Name + "." + h.Namespace
}
