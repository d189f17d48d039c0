package configscan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// envoyClusters are the clusters that the routes of a document can name, by
// name: its own, then those of the documents beside it.
func envoyClusters(d *Doc, index *Index) map[string]Value {
	clusters := map[string]Value{}
	for _, o := range append([]*Doc{d}, besides(d, index)...) {
		each(o.Root, func(v Value) {
			if isCluster(v) {
				if name := textOf(v.Get("name")); clusters[name].Kind() == Absent {
					clusters[name] = v
				}
			}
		})
	}
	return clusters
}

// isCluster tells a cluster from other messages with a name.
func isCluster(v Value) bool {
	if textOf(v.Get("name")) == "" {
		return false
	}
	for _, key := range []string{"load_assignment", "eds_cluster_config", "circuit_breakers", "connect_timeout", "lb_policy", "cluster_type"} {
		if field(v, key).Exists() {
			return true
		}
	}
	return strings.HasSuffix(textOf(v.Get("@type")), ".Cluster")
}

// callsTo are the calls to a cluster: one for each host in it.
func (e *envoy) callsTo(name string, via string, protocol graph.Protocol, at Value) []graph.Step {
	cluster, known := e.clusters[name]
	if !known && clusterName(name) == name {
		e.warn(at, "route of "+e.name+" names a cluster that is not in the input: "+name, "add the cluster, or correct the name")
	}
	hosts := clusterHosts(cluster, e.vars)
	if len(hosts) == 0 {
		hosts = []string{clusterName(name)}
	}
	if field(cluster, "typed_extension_protocol_options").Exists() && speaksHTTP2(cluster) && protocol == graph.ProtocolHTTP {
		protocol = "" // HTTP or gRPC
	}
	var calls []graph.Step
	for _, host := range hosts {
		calls = append(calls, graph.Step{Call: &graph.Call{
			To:         graph.Endpoint{Address: graph.Literal(host), Protocol: protocol},
			Confidence: graph.ConfidenceStatic,
			Via:        via,
			Pos:        at.Pos(),
		}})
	}
	return calls
}

// speaksHTTP2 reports whether a cluster is asked in HTTP/2, the carrier of gRPC.
func speaksHTTP2(cluster Value) bool {
	found := false
	each(field(cluster, "typed_extension_protocol_options"), func(v Value) {
		found = found || field(v, "http2_protocol_options").Exists()
	})
	return found
}

// clusterHosts are the distinct addresses of a cluster, as host:port.
func clusterHosts(cluster Value, vars variables) []string {
	var hosts []string
	seen := map[string]bool{}
	add := func(address Value) {
		a := field(address, "socket_address")
		host := vars.fill(textOf(a.Get("address")))
		if host == "" {
			return
		}
		if n, err := strconv.ParseUint(vars.fill(textOf(field(a, "port_value"))), 10, 16); err == nil && n > 0 {
			host += ":" + strconv.FormatUint(n, 10)
		}
		if !seen[host] {
			seen[host] = true
			hosts = append(hosts, host)
		}
	}
	for _, locality := range field(cluster, "load_assignment", "endpoints").Items() {
		for _, ep := range field(locality, "lb_endpoints").Items() {
			add(ep.Get("endpoint", "address"))
		}
	}
	return hosts
}

// clusterName is the address that the name of a cluster stands for: Istio calls
// one outbound|80|v1|reviews.shop.svc.cluster.local.
func clusterName(name string) string {
	parts := strings.Split(name, "|")
	if len(parts) != 4 || parts[3] == "" {
		return name
	}
	if parts[1] == "" {
		return parts[3]
	}
	return parts[3] + ":" + parts[1]
}

// envoyMaxRetries is how many retries run at once to a cluster where nothing is
// written (gcp:config/cluster/v3/circuit_breaker.pb.go:119-121), envoyBudget and
// envoyMinRetries what a budget without numbers is (ibid. 235-265).
const (
	envoyMaxRetries = 3
	envoyBudget     = 20
	envoyMinRetries = 3
)

// budget is what caps the retries to a cluster: a budget where one is written,
// else the number of retries that run at once.
func (e *envoy) budget(name string) *graph.Budget {
	cluster := e.clusters[name]
	threshold := defaultThreshold(field(cluster, "circuit_breakers"))
	b := thresholdBudget(&e.effects, name, threshold, !e.budgeted[name])
	e.budgeted[name] = true
	if b == nil {
		b = &graph.Budget{Kind: graph.BudgetConcurrent, MinConcurrent: envoyMaxRetries, Pos: envoyRow}
	}
	return b
}

// check says which fields of a message have a shape that the proxy refuses, of
// those that are read without a word about it elsewhere.
func (e *envoy) check(v Value) {
	for _, key := range []string{"min_retry_concurrency", "numerator"} {
		e.unsigned(key, field(v, key))
	}
	e.retries("num_retries", field(v, "num_retries"))
	for _, key := range []string{"per_try_timeout", "base_interval", "max_interval"} {
		e.limit(key, field(v, key), protoDuration)
	}
	for _, code := range field(v, "retriable_status_codes").Items() {
		e.unsigned("retriable_status_codes", code)
	}
	for _, t := range v.Get("thresholds").Items() {
		e.unsigned("max_retries", field(t, "max_retries"))
		e.limit("budget_interval", field(t, "retry_budget", "budget_interval"), protoDuration)
	}
	if on := given(field(v, "retry_on")); on.Exists() && !on.isText() {
		e.problem(on, on.IsTemplate(), "retry_on of "+e.name+" is refused: it is no text")
	}
}

// defaultThreshold is the threshold of requests of default priority, which are
// all that no route says otherwise of.
func defaultThreshold(breakers Value) Value {
	for _, t := range breakers.Get("thresholds").Items() {
		switch textOf(t.Get("priority")) {
		case "", "DEFAULT", "0":
			return t
		}
	}
	return Value{}
}

// thresholdBudget reads a threshold; nil where it says nothing about retries.
func thresholdBudget(e *effects, cluster string, threshold Value, warn bool) *graph.Budget {
	most, budget := field(threshold, "max_retries"), field(threshold, "retry_budget")
	if budget.Kind() == Map {
		if most.Exists() && warn {
			e.warn(most, "max_retries of cluster "+cluster+" has no effect beside its retry_budget", "remove max_retries")
		}
		return ratioBudget(e, cluster, budget, warn)
	}
	if n, ok := most.IntLoose(); ok && n >= 0 {
		return &graph.Budget{Kind: graph.BudgetConcurrent, MinConcurrent: float64(n), Pos: most.Pos()}
	}
	return nil
}

// ratioBudget reads a retry budget. One that counts the requests of an interval
// allows more than its share of those that run: it is no bound.
func ratioBudget(e *effects, cluster string, budget Value, warn bool) *graph.Budget {
	b := &graph.Budget{Kind: graph.BudgetActiveRatio, Ratio: envoyBudget / 100.0, MinConcurrent: envoyMinRetries, Pos: budget.Pos()}
	if v := field(budget, "budget_percent", "value"); v.Exists() {
		if x, ok := v.Float(); ok && x >= 0 && x <= 100 {
			b.Ratio, b.Pos = x/100, v.Pos()
		} else if warn {
			e.problem(v, v.IsTemplate(), "budget_percent of cluster "+cluster+" is no percentage: 20 is taken")
		}
	} else if field(budget, "budget_percent").Kind() == Map {
		b.Ratio = 0 // a percentage without a value is 0
	}
	if n, ok := field(budget, "min_retry_concurrency").IntLoose(); ok && n >= 0 {
		b.MinConcurrent = float64(n)
	}
	if v := field(budget, "budget_interval"); hasText(v) && textOf(v) != "0s" {
		if warn {
			e.problem(v, true, fmt.Sprintf("budget_interval of cluster %s counts requests that have ended: the budget of %g%% is taken for no bound", cluster, 100*b.Ratio))
		}
		b.Ratio = 1
	}
	return b
}
