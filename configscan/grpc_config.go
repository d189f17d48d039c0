package configscan

import (
	"fmt"
	"strconv"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/grpcconfig"
)

// gRPC service configs in files, ConfigMaps and environment variables: what a
// client does inside its own process, once it reads them.
func init() {
	register(Scanner{
		Name: "grpc-config", Holds: holdsAny("methodConfig", "retryThrottling"),
		Detect: isGRPCConfig, Scan: scanGRPCConfig,
		Formats: []graph.Format{{
			Name: "grpc-config", Written: "service configs of gRPC in JSON, files and ConfigMaps", Measured: true,
			Default: "1",
			Sources: []string{"google.golang.org/grpc@v1.85.0 service_config.go", "google.golang.org/grpc@v1.85.0 stream.go:806-829"},
		}},
	})
}

// grpcRetry is the name of the layer, the same as where code shows it.
const grpcRetry = "grpc retryPolicy"

// isGRPCConfig detects a service config by the keys that only it has.
func isGRPCConfig(d *Doc) bool {
	return !d.IsObject() && (d.Root.Get("methodConfig").Kind() == List || d.Root.Get("retryThrottling").Kind() == Map)
}

// grpcConfig reads one service config.
type grpcConfig struct {
	effects
	doc    *Doc
	config *grpcconfig.Config
}

func scanGRPCConfig(d *Doc, index *Index) graph.Fragment {
	g := &grpcConfig{effects: effects{name: "the gRPC service config"}, doc: d}
	c, err := grpcconfig.Parse(string(d.source.text))
	if err != nil {
		g.problem(d.Root, d.Root.IsTemplate(), "grpc-go refuses it, and a client with it cannot be made: "+err.Error())
		return g.f
	}
	g.config = c
	for _, i := range c.Ignored {
		g.ignored(i)
	}
	for i, entry := range d.Root.Get("methodConfig").Items() {
		if names := entry.Get("name").Items(); len(names) > 0 {
			g.entry(i, entry, names)
		}
	}
	g.callers(index)
	return g.f
}

// ignored warns about a setting without effect.
func (g *grpcConfig) ignored(i grpcconfig.Ignored) {
	at := g.doc.Root
	if i.Entry >= 0 {
		at = at.Get("methodConfig").Items()[i.Entry]
	}
	if i.Key != "" {
		at = at.Get(i.Key)
	}
	g.warn(at, i.Why, "")
}

// entry puts what one entry says on the calls of the methods it names: a
// service, a method of it, or {} for all (grpc:service_config.go:104-135).
func (g *grpcConfig) entry(i int, entry Value, names []Value) {
	var operations []string
	for _, n := range names {
		service, method := textOf(n.Get("service")), textOf(n.Get("method"))
		if service == "" {
			operations = nil
			break
		}
		operations = append(operations, service+"/"+method)
	}
	first := textOf(names[0].Get("service")) + "/" + textOf(names[0].Get("method"))
	p, ok := g.config.Method(first)
	if !ok {
		return
	}
	g.f.Attachments = append(g.f.Attachments, graph.Attachment{
		ID:        fmt.Sprintf("%s#methodConfig[%d]", g.doc.Root.Pos(), i),
		Mechanism: "grpc-service-config",
		Object:    "gRPC service config " + g.doc.Root.Pos().String(),
		Place:     graph.PlaceClient, Operations: operations,
		Hosts:     []graph.HostPattern{{Name: "*"}},
		Protocols: []graph.Protocol{graph.ProtocolGRPC},
		Layer:     g.layer(entry, p),
		Pos:       entry.Pos(),
	})
}

// layer is what the client does with the calls of an entry. The number of
// attempts is cut to what a client allows.
func (g *grpcConfig) layer(entry Value, p *grpcconfig.Policy) *graph.Layer {
	policy := entry.Get("retryPolicy")
	l := &graph.Layer{
		Kind: graph.KindClientDefault, Name: grpcRetry, Attempts: graph.Exactly(1, graph.BoundConfigured, entry.Pos()), Pos: entry.Pos(), Context: true,
	}
	switch timeout := entry.Get("timeout"); {
	case p.Timeout > 0:
		l.Overall = graph.Lasting(p.Timeout, graph.BoundConfigured, timeout.Pos())
	case p.Timeout < 0: // grpc:stream.go:401
		g.warn(timeout, "a negative timeout has no effect in grpc-go", "")
	case hasText(timeout):
		g.warn(timeout, "a timeout of 0 ends each call before it is sent, so nothing is retried either", "")
	}
	if p.Attempts < 2 {
		return l
	}
	l.Pos = policy.Pos()
	written := policy.Get("maxAttempts")
	if p.Attempts > grpcconfig.MaxAttempts {
		g.warn(written, "maxAttempts "+strconv.Itoa(p.Attempts)+" is cut to "+strconv.Itoa(grpcconfig.MaxAttempts)+", unless the client sets WithMaxCallAttempts", "")
	}
	l.Attempts = graph.Exactly(min(p.Attempts, grpcconfig.MaxAttempts), graph.BoundConfigured, written.Pos())
	l.RetriesOn, l.Marks = p.RetriesOn, []string{"grpc-previous-rpc-attempts"}
	l.Backoff = graph.Backoff{Kind: graph.BackoffExponential, Jitter: true, Multiplier: p.Multiplier,
		Base: graph.Lasting(p.Initial, graph.BoundConfigured, policy.Get("initialBackoff").Pos()),
		Max:  graph.Lasting(p.Max, graph.BoundConfigured, policy.Get("maxBackoff").Pos())}
	if t := g.config.Throttling; t != nil {
		l.Budget = &graph.Budget{Kind: graph.BudgetThrottle, Ratio: t.TokenRatio, Tokens: t.MaxTokens, Pos: g.doc.Root.Get("retryThrottling").Pos()}
	}
	return l
}

// callers limits the attachments to the workloads that get the config. Where
// none is seen to, every gRPC client of the namespace may be meant.
func (g *grpcConfig) callers(index *Index) {
	refs := holders(g.doc, index)
	for i := range g.f.Attachments {
		a := &g.f.Attachments[i]
		if a.Callers = refs; len(refs) > 0 {
			continue
		}
		a.Layer.Assumed = "the service config is there; which client reads it is not seen"
		if h := g.doc.holder; h != nil {
			a.CallerNamespaces = []string{h.Namespace()}
		}
	}
}
