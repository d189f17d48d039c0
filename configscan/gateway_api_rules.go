package configscan

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
)

// implementation is what a product makes of the routes of the Gateway API.
type implementation struct {
	// name is shown; mechanism is that of its attachments.
	name, mechanism string
	// mesh is set where the routes of services are those of a mesh.
	mesh string
	// controllers are the beginnings of the controller names of its classes,
	// classes the names its installer gives to them.
	controllers, classes []string
	// absent is the number of retries without a retry stanza, stanza that of a
	// stanza without attempts.
	absent, stanza int
	// on are the words of what is retried, in Envoy's vocabulary; codes are added
	// where a stanza lists none.
	on, codes string
	// ignoresRetry tells that the stanza is not read.
	ignoresRetry bool
	// timeout limits all tries where no timeout is written, perTry each of them.
	timeout, perTry time.Duration
	// parallel is the number of retries that run at once.
	parallel float64
}

// The implementations (see sources at each).
var (
	// istio:pilot/pkg/config/kube/gateway/conversion.go:186-227.
	istioImplementation = implementation{
		name: "istio", mechanism: istioRoute, mesh: istioMesh, controllers: []string{"istio.io/"},
		classes: []string{"istio", "istio-waypoint", "istio-remote"}, absent: istioRetries, stanza: istioRetries, on: istioRetryOn,
	}
	// eg:internal/gatewayapi/route.go:1086-1150; internal/xds/translator/
	// route.go:31-33,442-456,825-876; cluster.go:803-811. A route without a
	// timeout has that of Envoy.
	envoyGateway = implementation{
		name: "envoy gateway", mechanism: "envoy-gateway-route", controllers: []string{"gateway.envoyproxy.io/"},
		classes: []string{"eg", "envoy", "envoy-gateway"}, absent: 0, stanza: 2, on: istioRetryOn, codes: "503", timeout: envoyTimeout, parallel: 1024,
	}
	// kic:internal/dataplane/translator/subtranslator/httproute.go:208-211,
	// 288-310; subtranslator_vars.go:18-22. Kong retries what ends without an
	// answer.
	kongIngress = implementation{
		name: "kong ingress controller", mechanism: "kong-route", controllers: []string{"konghq.com/"},
		classes: []string{"kong"}, absent: 5, stanza: 5, on: "reset", ignoresRetry: true, perTry: time.Minute,
	}
	// l5d:policy-controller/k8s/index/src/outbound/index/http.rs: timeouts of the
	// route; retries are those of annotations.
	linkerdImplementation = implementation{name: "linkerd", mechanism: linkerdRoute, mesh: linkerdMesh, ignoresRetry: true}
	// A product that is not known keeps to the text of the API: connection errors
	// and the codes of the stanza (gwapi:apis/v1/httproute_types.go:386-413).
	unknownImplementation = implementation{name: "gateway", mechanism: "gateway-route", on: "connect-failure,refused-stream,reset"}
)

// implementationOf finds who makes a gateway: by the controller of its class,
// else by the name of the class.
func implementationOf(gateway *Doc, index *Index) implementation {
	name := gateway.text("spec", "gatewayClassName")
	controller := ""
	if class, ok := index.Object("GatewayClass", "", name); ok {
		controller = class.text("spec", "controllerName")
	}
	for _, impl := range []implementation{istioImplementation, envoyGateway, kongIngress} {
		for _, c := range impl.controllers {
			if strings.HasPrefix(controller, c) {
				return impl
			}
		}
		for _, c := range impl.classes {
			if controller == "" && name == c {
				return impl
			}
		}
	}
	return unknownImplementation
}

// row is the row of the built-in table with the numbers of the implementation.
func (impl implementation) row() graph.Pos {
	return graph.CatalogPos("gateway-api-"+strings.ReplaceAll(impl.name, " ", "-"), "any")
}

// layer is what an implementation puts on the calls of a rule; host is the
// service that is called, for a mesh.
func (r *apiRoute) layer(impl implementation, rule Value, host graph.HostPattern) *graph.Layer {
	retry, timeouts := rule.Get("retry"), rule.Get("timeouts")
	if r.doc.Kind() == "GRPCRoute" {
		r.foreign(retry, timeouts)
		retry, timeouts = Value{}, Value{}
	}
	if impl.mesh == linkerdMesh {
		return r.linkerdLayer(rule, retry, timeouts, host)
	}
	l := r.untouched(impl, rule)
	if retry.Kind() == Map {
		if impl.ignoresRetry {
			r.warn(retry, "retry of "+r.name+" has no effect: the "+impl.name+" does not read it", "")
		} else {
			r.stanza(&l, impl, retry)
		}
	}
	r.timeouts(&l, impl, retry, timeouts)
	return &l
}

// foreign warns about fields that a GRPCRoute does not have
// (gwapi:apis/v1/grpcroute_types.go).
func (r *apiRoute) foreign(fields ...Value) {
	for _, v := range fields {
		if v.Exists() {
			r.warn(v, r.name+" has no such field: a GRPCRoute sets neither retries nor timeouts", "remove it")
		}
	}
}

// untouched is the layer of a rule without a retry stanza.
func (r *apiRoute) untouched(impl implementation, rule Value) graph.Layer {
	if impl.mechanism == istioRoute {
		return defaultLayer(rule.Pos())
	}
	row := impl.row()
	l := graph.Layer{
		Name:     impl.name + " default retries",
		Attempts: graph.Bound{Value: graph.Literal(strconv.Itoa(impl.absent)), Plus: 1, Kind: graph.BoundDefault, Pos: row},
		Renames:  proxyRenames(),
		Implicit: true,
		Cause:    impl.mechanism + "-default",
		Pos:      rule.Pos(),
	}
	if impl.absent > 0 {
		l.RetriesOn = retryon.Parse(impl.on).Classes
	}
	if impl.timeout > 0 {
		l.Overall = graph.Lasting(impl.timeout, graph.BoundDefault, row)
	}
	if impl.perTry > 0 {
		l.PerTry = graph.Lasting(impl.perTry, graph.BoundDefault, row)
	}
	return l
}

// stanza reads the retries of a rule; attempts counts retries
// (gwapi:apis/v1/httproute_types.go:400-413).
func (r *apiRoute) stanza(l *graph.Layer, impl implementation, retry Value) {
	row := impl.row()
	l.Name, l.Implicit, l.Cause, l.Pos = impl.name+" "+r.doc.Kind()+" retry", false, "", retry.Pos()
	b, ok := r.retries("retry.attempts", retry.Get("attempts"))
	switch {
	case ok:
	case impl.stanza > 0:
		b = graph.Bound{Value: graph.Literal(strconv.Itoa(impl.stanza)), Plus: 1, Kind: graph.BoundDefault, Pos: row}
	default:
		b = graph.Bound{Value: graph.UnknownExpr("attempts of " + r.name), Kind: graph.BoundAssumed, Pos: retry.Pos()}
	}
	if l.Attempts = b; makesOneTry(*l) {
		l.Name, l.RetriesOn = l.Name+turnedOff, graph.ClassSet{}
		return
	}
	codes := retry.Get("codes").Strings()
	if len(codes) == 0 && impl.codes != "" {
		codes = []string{impl.codes}
	}
	l.RetriesOn = retryon.Parse(strings.Join(append([]string{impl.on}, codes...), ",")).Classes
	l.Backoff = proxyBackoff(envoyBackoff, graph.BoundDefault, row)
	if base := r.limit("retry.backoff", retry.Get("backoff"), gatewayDuration); base.IsSet() {
		d, _ := base.Duration(nil)
		l.Backoff = proxyBackoff(d, graph.BoundConfigured, base.Pos)
	}
	if impl.parallel > 0 {
		l.Budget = &graph.Budget{Kind: graph.BudgetConcurrent, MinConcurrent: impl.parallel, Pos: row}
	}
}

// check says what of a rule a cluster refuses, and the whole route with it
// (gwapi:config/crd/experimental/gateway.networking.k8s.io_httproutes.yaml).
func (r *apiRoute) check(rule Value) {
	for _, key := range []string{"request", "backendRequest"} {
		r.limit("timeouts."+key, rule.Get("timeouts", key), gatewayDuration)
	}
	retry := rule.Get("retry")
	attempts := given(retry.Get("attempts"))
	r.retries("retry.attempts", attempts)
	switch n, ok := attempts.IntLoose(); {
	case ok && attempts.isText():
		r.problem(attempts, false, "retry.attempts of "+r.name+" is refused: it is a text, and no number")
	case ok && n == 0:
		r.warn(attempts, "retry.attempts 0 of "+r.name+" is refused, and the route with it, where the Gateway API is 1.6 or newer", "remove the retry stanza")
	}
	for _, code := range retry.Get("codes").Items() {
		r.whole("retry.codes", code, 400, 599)
	}
	r.limit("retry.backoff", retry.Get("backoff"), gatewayDuration)
}

// gatewayForm is that of a duration in the Gateway API: whole numbers with units,
// at most four of them (gwapi:apis/v1/shared_types.go, Duration).
var gatewayForm = regexp.MustCompile(`^([0-9]{1,5}(h|m|s|ms)){1,4}$`)

func gatewayDuration(text string) (time.Duration, error) {
	if !gatewayForm.MatchString(text) {
		return 0, errors.New("no duration of the Gateway API")
	}
	return time.ParseDuration(text)
}

// timeouts reads the limits of a rule. Proxies built on Envoy take the limit of
// one attempt for that of all where there is no retry stanza; Kong knows it
// alone.
func (r *apiRoute) timeouts(l *graph.Layer, impl implementation, retry, timeouts Value) {
	request, backend := given(timeouts.Get("request")), given(timeouts.Get("backendRequest"))
	switch {
	case impl.ignoresRetry:
		if b := r.limit("timeouts.backendRequest", backend, gatewayDuration); b.IsSet() {
			l.PerTry = b
		}
		if request.Exists() {
			r.warn(request, "timeouts.request of "+r.name+" has no effect: the "+impl.name+" limits each attempt, not all of them", "set timeouts.backendRequest")
		}
		return
	case request.Exists():
		l.Overall = r.limit("timeouts.request", request, gatewayDuration)
	}
	if !backend.Exists() {
		return
	}
	if retry.Kind() != Map && impl.mechanism != unknownImplementation.mechanism {
		if b := r.limit("timeouts.backendRequest", backend, gatewayDuration); b.IsSet() {
			l.Overall = b
		}
		return
	}
	if !makesOneTry(*l) {
		keys := perTryKeys{perTry: "timeouts.backendRequest", overall: "timeouts.request", retryOn: "codes", parse: gatewayDuration}
		r.perTry(l, keys, backend, true)
		r.fits(l, orElse(retry.Get("attempts"), retry))
	}
}

// scanBackendPolicy reads the budget of the retries to some services, as Istio
// does (istio:pilot/pkg/config/kube/gateway/backend_policies.go:586-617).
func scanBackendPolicy(d *Doc) graph.Fragment {
	e := &effects{name: objectName(d)}
	constraint := d.Root.Get("spec", "retryConstraint")
	if constraint.Kind() != Map {
		return e.f
	}
	b := &graph.Budget{Kind: graph.BudgetActiveRatio, Ratio: 1, MinConcurrent: 10, Pos: constraint.Pos()}
	if n, ok := e.whole("minRetryRate.count", constraint.Get("minRetryRate", "count"), 1, 1_000_000); ok {
		b.MinConcurrent = float64(n)
	}
	percent := constraint.Get("budget", "percent")
	share, shared := e.whole("budget.percent", percent, 0, 100)
	interval := constraint.Get("budget", "interval")
	e.limit("budget.interval", interval, gatewayDuration)
	e.limit("minRetryRate.interval", constraint.Get("minRetryRate", "interval"), gatewayDuration)
	if textOf(interval) == "0s" {
		b.Ratio = envoyBudget / 100.0
		if shared {
			b.Ratio, b.Pos = float64(share)/100, percent.Pos()
		}
	} else {
		e.problem(constraint, true, "the budget of "+e.name+" counts the requests of an interval, ended ones too: it is taken for no bound")
	}
	for i, t := range d.Root.Get("spec", "targetRefs").Items() {
		if textOf(t.Get("kind")) != "Service" {
			e.problem(t, true, "the budget of "+e.name+" for another kind than Service is not read")
			continue
		}
		e.f.Attachments = append(e.f.Attachments, graph.Attachment{
			ID: fmt.Sprintf("%s#targetRefs[%d]", e.name, i), Mechanism: istioDestination, Object: e.name, Amends: istioRoute,
			Place: graph.PlaceClientSidecar, Mesh: istioMesh, Namespace: d.Namespace(),
			Hosts: []graph.HostPattern{{Name: textOf(t.Get("name")), Namespace: d.Namespace()}},
			Layer: &graph.Layer{Budget: b}, Pos: t.Pos(),
		})
	}
	return e.f
}
