// Envoy asks the messages of Envoy's API what they make of the documents of its
// scanner, and writes it down.
//
//	cd testdata/oracle/envoy && go run . [-o ../envoy.json]
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	cluster "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	route "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	tcp "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/tcp_proxy/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

func main() {
	documents.Main(documents.Envoy, "github.com/envoyproxy/go-control-plane/envoy", ask)
}

// negative is a duration that a proxy does not take.
var negative = regexp.MustCompile(`"-[0-9.]+s"`)

// message is one of the API that says what it refuses.
type message interface {
	proto.Message
	ValidateAll() error
}

// config is what stands in a document.
type config struct {
	clusters map[string]*cluster.Cluster
	// hops are the routes and the proxies of connections, in their order.
	hops []documents.Effect
}

func ask(d documents.Document) ([]string, error) {
	c := config{clusters: map[string]*cluster.Cluster{}}
	var trees []*yaml.Node
	dec := yaml.NewDecoder(strings.NewReader(d.Text()))
	for {
		var n yaml.Node
		if err := dec.Decode(&n); err != nil {
			if err.Error() == "EOF" {
				break
			}
			return nil, err
		}
		trees = append(trees, n.Content[0])
	}
	for _, n := range trees {
		if err := each(n, "", c.takeCluster); err != nil {
			return nil, err
		}
	}
	for _, n := range trees {
		if err := each(n, "", c.takeRoutes); err != nil {
			return nil, err
		}
	}
	var lines []string
	for _, e := range c.hops {
		lines = append(lines, e.String())
	}
	return lines, nil
}

// each calls f for every mapping, with the keys that it stands below.
func each(n *yaml.Node, path string, f func(*yaml.Node, string) error) error {
	if n.Kind == yaml.MappingNode {
		if err := f(n, path); err != nil {
			return err
		}
		for i := 1; i < len(n.Content); i += 2 {
			if err := each(n.Content[i], path+"/"+n.Content[i-1].Value, f); err != nil {
				return err
			}
		}
		return nil
	}
	if n.Kind == yaml.AliasNode {
		return each(n.Alias, path, f)
	}
	for _, child := range n.Content {
		if err := each(child, path, f); err != nil {
			return err
		}
	}
	return nil
}

// virtualHosts are those of a mapping.
func virtualHosts(n *yaml.Node) []*yaml.Node {
	for i := 0; i < len(n.Content); i += 2 {
		if k := n.Content[i].Value; k == "virtual_hosts" || k == "virtualHosts" {
			return n.Content[i+1].Content
		}
	}
	return nil
}

func typeOf(n *yaml.Node) string {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == "@type" {
			return n.Content[i+1].Value
		}
	}
	return ""
}

// decode reads a message strictly, as a proxy does.
func decode(n *yaml.Node, m message) error {
	var tree map[string]any
	if err := n.Decode(&tree); err != nil {
		return err
	}
	delete(tree, "@type")
	data, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	if d := negative.Find(data); d != nil { // source/common/protobuf/utility.cc, DurationUtil
		return fmt.Errorf("no positive duration: %s", d)
	}
	if err := protojson.Unmarshal(data, m); err != nil {
		return err
	}
	// The cases leave out names that have nothing to do with retries.
	switch m := m.(type) {
	case *cluster.Cluster:
		if a := m.LoadAssignment; a != nil {
			a.ClusterName = cmp.Or(a.ClusterName, m.Name)
		}
	case *tcp.TcpProxy:
		m.StatPrefix = cmp.Or(m.StatPrefix, "tcp")
	}
	return m.ValidateAll()
}

func (c *config) takeCluster(n *yaml.Node, path string) error {
	if path != "/static_resources/clusters" && !strings.HasSuffix(typeOf(n), ".config.cluster.v3.Cluster") {
		return nil
	}
	var m cluster.Cluster
	if err := decode(n, &m); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if c.clusters[m.Name] == nil {
		c.clusters[m.Name] = &m
	}
	return nil
}

func (c *config) takeRoutes(n *yaml.Node, _ string) error {
	if strings.HasSuffix(typeOf(n), ".tcp_proxy.v3.TcpProxy") {
		var m tcp.TcpProxy
		if err := decode(n, &m); err != nil {
			return fmt.Errorf("tcp_proxy: %w", err)
		}
		c.connections(&m)
	}
	if len(virtualHosts(n)) == 0 {
		return nil
	}
	var m route.RouteConfiguration
	if err := decode(n, &m); err != nil {
		return fmt.Errorf("routes: %w", err)
	}
	for _, host := range m.VirtualHosts {
		for _, r := range host.Routes {
			if a := r.GetRoute(); a != nil {
				c.route(&m, host, a)
			}
		}
	}
	return nil
}

// connections is a proxy that repeats connecting alone.
func (c *config) connections(m *tcp.TcpProxy) {
	e := documents.Effect{Rule: "tcp", Attempts: "1", On: graph.NewClassSet(graph.ClassConnect), To: c.hosts([]string{m.GetCluster()})}
	if n := m.MaxConnectAttempts; n != nil {
		e.Attempts = fmt.Sprint(n.Value)
	}
	c.hops = append(c.hops, e)
}

func (c *config) route(all *route.RouteConfiguration, host *route.VirtualHost, a *route.RouteAction) {
	e := documents.Effect{Rule: "route", Attempts: "1", Overall: 15 * time.Second}
	if a.Timeout != nil {
		e.Overall = a.Timeout.AsDuration()
	}
	policy, hedge := a.RetryPolicy, a.HedgePolicy
	if policy == nil {
		policy = host.RetryPolicy
	}
	if hedge == nil {
		hedge = host.HedgePolicy
	}
	to := targets(a)
	e.To = c.hosts(to)
	if policy != nil && policy.RetryOn != "" {
		c.retries(&e, policy, to, hedge.GetHedgeOnPerTryTimeout())
	}
	mirrors := a.RequestMirrorPolicies
	if len(mirrors) == 0 {
		mirrors = host.RequestMirrorPolicies
	}
	if len(mirrors) == 0 {
		mirrors = all.RequestMirrorPolicies
	}
	for _, m := range mirrors {
		if f := m.RuntimeFraction; m.Cluster != "" && (f == nil || f.DefaultValue.GetNumerator() > 0) {
			e.Mirrors = append(e.Mirrors, c.hosts([]string{m.Cluster})...)
		}
	}
	c.hops = append(c.hops, e)
}

// hosts are the addresses of clusters, each once, or the names of those without.
func (c *config) hosts(names []string) []string {
	var hosts []string
	for _, name := range names {
		before := len(hosts)
		for _, locality := range c.clusters[name].GetLoadAssignment().GetEndpoints() {
			for _, ep := range locality.LbEndpoints {
				a := ep.GetEndpoint().GetAddress().GetSocketAddress()
				if host := fmt.Sprintf("%s:%d", a.GetAddress(), a.GetPortValue()); !slices.Contains(hosts[before:], host) {
					hosts = append(hosts, host)
				}
			}
		}
		if parts := strings.Split(name, "|"); len(hosts) == before && len(parts) == 4 { // as Istio names clusters
			name = parts[3] + ":" + parts[1]
		}
		if len(hosts) == before {
			hosts = append(hosts, name)
		}
	}
	return hosts
}

func targets(a *route.RouteAction) []string {
	if name := a.GetCluster(); name != "" {
		return []string{name}
	}
	var names []string
	for _, w := range a.GetWeightedClusters().GetClusters() {
		if (w.Weight == nil || w.Weight.Value > 0) && w.Name != "" {
			names = append(names, w.Name)
		}
	}
	return names
}

func (c *config) retries(e *documents.Effect, p *route.RetryPolicy, to []string, hedged bool) {
	retries := 1
	if p.NumRetries != nil {
		retries = int(p.NumRetries.Value)
	}
	e.Attempts = strconv.Itoa(retries + 1)
	words := retryon.ParseProxy(p.RetryOn)
	e.On = words.Classes
	for _, code := range p.RetriableStatusCodes {
		if class, ok := graph.HTTPClass(int(code)); ok && words.StatusCodes {
			e.On = e.On.Union(graph.NewClassSet(class))
		}
	}
	if e.On.Empty() {
		e.Attempts = "1"
		return
	}
	e.PerTry = p.PerTryTimeout.AsDuration()
	if e.Overall > 0 && e.PerTry >= e.Overall {
		e.PerTry = 0
	}
	if hedged && e.PerTry > 0 {
		e.On = e.On.Union(graph.NewClassSet(graph.ClassTimeout))
	}
	e.Pause = span(p.GetRetryBackOff().GetBaseInterval(), 25*time.Millisecond)
	e.MaxPause = span(p.GetRetryBackOff().GetMaxInterval(), 10*e.Pause)
	e.Cap = c.limit(to)
}

func span(d *durationpb.Duration, absent time.Duration) time.Duration {
	if d == nil {
		return absent
	}
	return d.AsDuration()
}

// limit is the weakest of what caps the retries to some clusters: the number
// that runs at once, or a share of what runs.
func (c *config) limit(names []string) string {
	type limit struct {
		percent, floor float64
	}
	var weakest *limit
	for _, name := range names {
		l := limit{0, 3}
		thresholds := c.clusters[name].GetCircuitBreakers().GetThresholds()
		if i := slices.IndexFunc(thresholds, func(t *cluster.CircuitBreakers_Thresholds) bool { return t.Priority == 0 }); i >= 0 {
			t := thresholds[i]
			if t.MaxRetries != nil {
				l.floor = float64(t.MaxRetries.Value)
			}
			if b := t.RetryBudget; b != nil {
				l = limit{20, 3}
				if b.BudgetPercent != nil {
					l.percent = b.BudgetPercent.Value
				}
				if b.MinRetryConcurrency != nil {
					l.floor = float64(b.MinRetryConcurrency.Value)
				}
				if b.BudgetInterval.AsDuration() > 0 { // counts what has ended: no bound
					l.percent = 100
				}
			}
		}
		if weakest == nil || l.percent > weakest.percent || l.percent == weakest.percent && l.floor > weakest.floor {
			weakest = &l
		}
	}
	switch {
	case weakest == nil:
		return ""
	case weakest.percent == 0:
		return fmt.Sprintf("%g", weakest.floor)
	}
	return fmt.Sprintf("%g%% %g", weakest.percent, weakest.floor)
}
