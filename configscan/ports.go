package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// portWords are the protocols a port can be declared to speak: those a mesh
// reads (istio:pkg/config/protocol/instance.go, Parse), those of the standard
// application protocols of Kubernetes, and the names people give to the ports
// of stores. What is encrypted end to end is http to the two ends of it.
var portWords = map[string]graph.Protocol{
	"http": graph.ProtocolHTTP, "http2": graph.ProtocolHTTP, "https": graph.ProtocolHTTP, "http_proxy": graph.ProtocolHTTP,
	"kubernetes.io/h2c": "", // HTTP or gRPC
	"kubernetes.io/ws":  graph.ProtocolHTTP, "kubernetes.io/wss": graph.ProtocolHTTP,
	"grpc": graph.ProtocolGRPC, "grpc-web": graph.ProtocolGRPC,
	"tcp": graph.ProtocolOther, "tls": graph.ProtocolOther, "udp": graph.ProtocolOther,
	"mongo": protocolMongoDB, "mongodb": protocolMongoDB, "redis": protocolRedis,
	"mysql": protocolSQL, "mariadb": protocolSQL, "postgres": protocolSQL, "postgresql": protocolSQL,
	"memcached": protocolMemcached, "memcache": protocolMemcached,
	"kafka": protocolKafka, "amqp": protocolAMQP, "amqps": protocolAMQP, "rabbitmq": protocolAMQP, "nats": protocolNATS,
}

// portProtocol is what a port speaks: its application protocol, else the name
// up to the first hyphen, else a well-known number (istio:pilot/pkg/
// serviceregistry/kube/conversion.go, pkg/config/kube/conversion.go,
// ConvertProtocol). It is "" where none of them says it: a mesh then looks at
// the first bytes. A bare tcp on the port of a store is that store.
func portProtocol(appProtocol, name string, number int) graph.Protocol {
	p, ok := portWords[strings.ToLower(appProtocol)]
	if !ok {
		p = protocolOfName(strings.ToLower(name))
	}
	if store, ok := storePorts[number]; ok && (p == "" || p == graph.ProtocolOther) {
		return store
	}
	return p
}

// protocolOfName looks the whole name up, then what stands before its first
// hyphen.
func protocolOfName(name string) graph.Protocol {
	if p, ok := portWords[name]; ok {
		return p
	}
	prefix, _, _ := strings.Cut(name, "-")
	return portWords[prefix]
}
