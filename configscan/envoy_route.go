package configscan

import (
	"fmt"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
)

// envoyTimeout limits all tries of a route that sets no timeout
// (gcp:config/route/v3/route_components.pb.go:2088-2099); envoyRetries is the
// number of retries of a policy that sets none (envoy:source/common/router/
// retry_policy_impl.cc).
const (
	envoyTimeout = 15 * time.Second
	envoyRetries = 1
)

// envoyPerTry are Envoy's names for what decides about the limit of one attempt.
var envoyPerTry = perTryKeys{perTry: "per_try_timeout", overall: "timeout", retryOn: "retry_on", parse: protoDuration}

// routes reads a route configuration.
func (e *envoy) routes(config Value) {
	for _, host := range field(config, "virtual_hosts").Items() {
		for _, r := range host.Get("routes").Items() {
			e.route(envoyRoute{route: r, action: r.Get("route"), host: host, config: config})
		}
	}
}

// envoyRoute is one route with what stands round it.
type envoyRoute struct {
	route, action, host, config Value
}

// policy is the setting of the route, else that of its virtual host: one
// replaces the other as a whole (gcp:config/route/v3/route_components.pb.go:
// 532-535,2146-2149).
func (r envoyRoute) policy(key string) Value {
	if v := field(r.action, key); v.Exists() && !v.IsNull() {
		return v
	}
	return field(r.host, key)
}

// text describes the requests of the route.
func (r envoyRoute) text() string {
	return strings.TrimSpace("route " + matchText([]Value{r.route.Get("match")}))
}

// route reads one route. One that redirects or answers by itself calls nobody.
func (e *envoy) route(r envoyRoute) {
	if r.action.Kind() != Map {
		return
	}
	targets := e.targets(r)
	var calls []graph.Step
	var budget *graph.Budget
	for _, t := range targets {
		name := textOf(t)
		calls = append(calls, e.callsTo(name, r.text(), r.protocol(), t)...)
		budget = weaker(budget, e.budget(name))
	}
	if len(calls) == 0 {
		calls = []graph.Step{e.unknown(r)}
	}
	step := calls[0]
	if len(calls) > 1 {
		step = graph.Step{Alt: &graph.Alt{Steps: calls}}
	}
	l := e.layer(r)
	if n, known := l.Attempts.Count(nil); !known || n > 1 {
		l.Budget = budget
	}
	step = graph.Step{Repeat: &graph.Repeat{Layer: l.ID, Step: step}}
	if copies := e.mirrors(r); len(copies) > 0 {
		step = graph.Step{Par: &graph.Par{Steps: append([]graph.Step{step}, copies...)}}
	}
	e.f.Layers = append(e.f.Layers, l)
	e.calls = append(e.calls, step)
}

// weaker is the budget of the two that allows more.
func weaker(a, b *graph.Budget) *graph.Budget {
	if a == nil || b != nil && (b.Ratio > a.Ratio || b.Ratio == a.Ratio && b.MinConcurrent > a.MinConcurrent) {
		return b
	}
	return a
}

// protocol is gRPC where the route takes gRPC alone.
func (r envoyRoute) protocol() graph.Protocol {
	if r.route.Get("match", "grpc").Exists() {
		return graph.ProtocolGRPC
	}
	return graph.ProtocolHTTP
}

// targets are the names of the clusters of a route; one with weight 0 beside
// others gets nothing.
func (e *envoy) targets(r envoyRoute) []Value {
	if c := r.action.Get("cluster"); hasText(c) {
		return []Value{c}
	}
	var names []Value
	for _, c := range field(r.action, "weighted_clusters", "clusters").Items() {
		if n, ok := c.Get("weight").IntLoose(); (!ok || n > 0) && hasText(c.Get("name")) {
			names = append(names, c.Get("name"))
		}
	}
	return names
}

// unknown is the call of a route whose cluster only the request tells.
func (e *envoy) unknown(r envoyRoute) graph.Step {
	e.problem(r.action, true, "the cluster of a route of "+e.name+" is chosen by each request: what it calls is not known")
	return graph.Step{Unknown: &graph.Unknown{What: "cluster of " + r.text(), Pos: r.action.Pos()}}
}

// mirrors are the calls to the clusters that get a copy of each request.
func (e *envoy) mirrors(r envoyRoute) []graph.Step {
	policies := r.policy("request_mirror_policies")
	if !policies.Exists() {
		policies = field(r.config, "request_mirror_policies")
	}
	var calls []graph.Step
	for _, p := range policies.Items() {
		share := field(p, "runtime_fraction", "default_value")
		if n, ok := share.Get("numerator").IntLoose(); share.Kind() == Map && (!ok || n == 0) {
			continue
		}
		c := p.Get("cluster")
		if !hasText(c) {
			continue
		}
		copies := e.callsTo(textOf(c), "mirror of "+r.text(), r.protocol(), c)
		if len(copies) > 1 {
			copies = []graph.Step{{Alt: &graph.Alt{Steps: copies}}}
		}
		calls = append(calls, copies...)
	}
	return calls
}

// layer is what the route does to its calls. There is always one: it limits the
// time, and answers for the callee where that does not.
func (e *envoy) layer(r envoyRoute) graph.Layer {
	policy := r.policy("retry_policy")
	l := graph.Layer{
		ID:      fmt.Sprintf("%s:%s:%d", e.name, r.route.Pos(), len(e.f.Layers)),
		Kind:    graph.KindGateway,
		Name:    "envoy route",
		Renames: proxyRenames(),
		Pos:     r.action.Pos(),
	}
	l.Attempts = graph.Exactly(1, graph.BoundDefault, envoyRow)
	l.Overall = graph.Lasting(envoyTimeout, graph.BoundDefault, envoyRow)
	if v := r.action.Get("timeout"); v.Exists() && !v.IsNull() {
		l.Overall = e.limit("timeout", v, protoDuration)
	}
	hedge := field(r.policy("hedge_policy"), "hedge_on_per_try_timeout")
	hedged, _ := hedge.Bool()
	if policy.Kind() == Map {
		e.retryPolicy(&l, policy, hedged)
	}
	if hedged {
		e.hedge(&l, hedge)
	}
	if tells, _ := field(r.host, "include_request_attempt_count").Bool(); tells {
		l.Marks = []string{"x-envoy-attempt-count"}
	}
	return l
}

// retryPolicy reads a retry policy: without a list of what is retried it does
// nothing (envoy:docs/root/configuration/http/http_filters/router_filter.rst).
func (e *envoy) retryPolicy(l *graph.Layer, policy Value, hedged bool) {
	l.Name, l.Pos, l.Cause = "envoy retry_policy", policy.Pos(), "envoy retry_policy "+policy.Pos().String()
	on, number := field(policy, "retry_on"), field(policy, "num_retries")
	if !hasText(on) {
		l.Attempts, l.Name = graph.Exactly(1, graph.BoundConfigured, policy.Pos()), l.Name+turnedOff
		if n, ok := number.IntLoose(); ok && n > 0 {
			e.warn(number, "num_retries of "+e.name+" has no effect: the policy has no retry_on, and retries nothing", "set retry_on, or remove num_retries")
		}
		return
	}
	words := e.retryOn("retry_on", on, retryon.ParseProxy)
	l.RetriesOn = words.Classes.Union(e.statusCodes(policy, words.StatusCodes))
	if l.RetriesOn.Empty() { // as if there were no list
		l.Attempts, l.Name = graph.Exactly(1, graph.BoundConfigured, policy.Pos()), l.Name+turnedOff
		return
	}
	b, ok := e.retries("num_retries", number)
	if !ok {
		b = graph.Bound{Value: graph.Literal(fmt.Sprint(envoyRetries)), Plus: 1, Kind: graph.BoundDefault, Pos: envoyRow}
	}
	if l.Attempts = b; makesOneTry(*l) {
		l.Name, l.RetriesOn = l.Name+turnedOff, graph.ClassSet{}
		return
	}
	e.backOff(l, policy)
	e.perTry(l, envoyPerTry, field(policy, "per_try_timeout"), words.Timer || hedged)
	e.fits(l, orElse(number, policy))
}

func orElse(v, other Value) Value {
	if v.Exists() {
		return v
	}
	return other
}

// statusCodes are the codes that retriable_status_codes lists, if retry_on says
// that there is a list.
func (e *envoy) statusCodes(policy Value, listed bool) graph.ClassSet {
	codes := field(policy, "retriable_status_codes")
	var set graph.ClassSet
	for _, v := range codes.Items() {
		n, _ := v.IntLoose()
		if c, ok := graph.HTTPClass(int(n)); ok {
			set = set.Union(graph.NewClassSet(c))
		}
	}
	if !listed && len(codes.Items()) > 0 {
		e.warn(codes, "retriable_status_codes of "+e.name+" has no effect: retry_on does not hold retriable-status-codes", "add retriable-status-codes to retry_on")
		return graph.ClassSet{}
	}
	return set
}

// backOff reads the pauses between tries.
func (e *envoy) backOff(l *graph.Layer, policy Value) {
	l.Backoff = proxyBackoff(envoyBackoff, graph.BoundDefault, envoyRow)
	b := given(field(policy, "retry_back_off"))
	if b.Exists() && !given(field(b, "base_interval")).Exists() {
		e.problem(b, false, "retry_back_off of "+e.name+" is refused: it has no base_interval")
	}
	if base := e.limit("base_interval", field(b, "base_interval"), protoDuration); base.IsSet() {
		d, _ := base.Duration(nil)
		l.Backoff = proxyBackoff(d, graph.BoundConfigured, base.Pos)
	}
	if most := e.limit("max_interval", field(b, "max_interval"), protoDuration); most.IsSet() {
		l.Backoff.Max = most
	}
}

// hedge makes a layer of copies out of one that retries, where the limit of one
// attempt sends the next one and lets the first go on
// (gcp:config/route/v3/route_components.pb.go:2978-3007).
func (e *envoy) hedge(l *graph.Layer, v Value) {
	if !l.PerTry.IsSet() || makesOneTry(*l) {
		e.warn(v, "hedge_on_per_try_timeout of "+e.name+" has no effect: it needs a retry policy with retries and a per_try_timeout that acts", "set both, or remove hedge_policy")
		return
	}
	l.Kind, l.Name = graph.KindHedge, "envoy hedge_policy"
	l.RetriesOn = l.RetriesOn.Union(graph.NewClassSet(graph.ClassTimeout))
}

// tcp reads a proxy of connections: it tries to connect, and repeats nothing
// that was sent (gcp:extensions/filters/network/tcp_proxy/v3/tcp_proxy.pb.go:
// 207-209).
func (e *envoy) tcp(filter Value) {
	l := graph.Layer{
		ID:        fmt.Sprintf("%s:%s:%d", e.name, filter.Pos(), len(e.f.Layers)),
		Kind:      graph.KindGateway,
		Name:      "envoy max_connect_attempts",
		Attempts:  graph.Exactly(1, graph.BoundDefault, envoyRow),
		RetriesOn: graph.NewClassSet(graph.ClassConnect),
		Pos:       filter.Pos(),
	}
	if v := field(filter, "max_connect_attempts"); v.Exists() {
		if n, ok := v.IntLoose(); ok && n >= 1 {
			l.Attempts = graph.Exactly(int(n), graph.BoundConfigured, v.Pos())
		} else {
			e.problem(v, v.IsTemplate(), "max_connect_attempts of "+e.name+" is no number of attempts: 1 is taken")
		}
	}
	for _, t := range e.targets(envoyRoute{action: filter}) {
		calls := e.callsTo(textOf(t), "tcp_proxy", "", t)
		e.calls = append(e.calls, graph.Step{Repeat: &graph.Repeat{Layer: l.ID, Step: graph.Step{Alt: &graph.Alt{Steps: calls}}}})
		e.f.Layers = append(e.f.Layers, l)
		l.ID += "+"
	}
}
