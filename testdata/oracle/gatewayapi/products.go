package main

import (
	"fmt"
	"strings"
	"time"

	api "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/ampcheck/ampcheck/graph/retryon"
	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

// product is what an implementation makes of a rule.
type product struct {
	controller string
	classes    []string
	act        func(e *documents.Effect, rule *api.HTTPRouteRule)
}

// istioWords are retried by products built on Envoy beside the codes.
const istioWords = "connect-failure,refused-stream,unavailable,cancelled"

var products = []product{
	{"istio.io/", []string{"istio", "istio-waypoint", "istio-remote"}, func(e *documents.Effect, rule *api.HTTPRouteRule) {
		// istio.io/istio@eed52ebb66ad pilot/pkg/config/kube/gateway/conversion.go:186-227
		envoy(e, rule, 2, 2, "")
	}},
	{"gateway.envoyproxy.io/", []string{"eg", "envoy", "envoy-gateway"}, func(e *documents.Effect, rule *api.HTTPRouteRule) {
		// github.com/envoyproxy/gateway@v1.9.1 internal/gatewayapi/route.go:1086-1150,
		// internal/xds/translator/route.go:31-33,442-456,825-876, cluster.go:803-811
		e.Overall = 15 * time.Second
		if rule.Retry != nil {
			e.Cap = "1024"
		}
		envoy(e, rule, 0, 2, "503")
	}},
	{"konghq.com/", []string{"kong"}, func(e *documents.Effect, rule *api.HTTPRouteRule) {
		// Kong/kubernetes-ingress-controller@1fa68f864 internal/dataplane/translator/
		// subtranslator/httproute.go:208-211,288-310
		e.Attempts, e.PerTry, e.On = "6", time.Minute, retryon.Parse("reset").Classes
		if t := rule.Timeouts; t != nil {
			if d := duration(t.BackendRequest); d > 0 {
				e.PerTry = d
			}
		}
	}},
}

// unknown is a product of which only the text of the API is known.
var unknown = product{act: func(e *documents.Effect, rule *api.HTTPRouteRule) {
	pause(e, rule.Retry, 0)
	if t := rule.Timeouts; t != nil {
		e.Overall, e.PerTry = duration(t.Request), duration(t.BackendRequest)
	}
	if r := rule.Retry; r != nil {
		e.On = retryon.Parse("connect-failure,refused-stream,reset," + codes(r, "")).Classes
		e.Attempts = "unknown"
		if r.Attempts != nil {
			e.Attempts = fmt.Sprint(*r.Attempts + 1)
		}
		dropped(e)
	}
}}

// envoy is what products built on Envoy make of a rule: without a stanza the
// limit of one attempt is that of all.
func envoy(e *documents.Effect, rule *api.HTTPRouteRule, absent, stanza int, code string) {
	retries, words := absent, istioWords
	if r := rule.Retry; r != nil {
		retries, words = stanza, words+","+codes(r, code)
		if r.Attempts != nil {
			retries = *r.Attempts
		}
	}
	e.Attempts, e.On = fmt.Sprint(retries+1), retryon.Parse(words).Classes
	pause(e, rule.Retry, 25*time.Millisecond)
	t := rule.Timeouts
	if t == nil {
		return
	}
	if t.Request != nil {
		e.Overall = duration(t.Request)
	}
	switch d := duration(t.BackendRequest); {
	case rule.Retry == nil && d > 0:
		e.Overall = d
	case rule.Retry != nil:
		e.PerTry = d
		dropped(e)
	}
}

// dropped is a limit of one attempt that is not below that of all.
func dropped(e *documents.Effect) {
	if e.Overall > 0 && e.PerTry >= e.Overall {
		e.PerTry = 0
	}
}

// pause is the start of the pauses between tries, which grow to ten times that.
func pause(e *documents.Effect, r *api.HTTPRouteRetry, start time.Duration) {
	e.Pause = start
	if r != nil && duration(r.Backoff) > 0 {
		e.Pause = duration(r.Backoff)
	} else if r != nil {
		e.Pause = 25 * time.Millisecond
	}
	e.MaxPause = 10 * e.Pause
}

func codes(r *api.HTTPRouteRetry, absent string) string {
	if len(r.Codes) == 0 {
		return absent
	}
	var list []string
	for _, c := range r.Codes {
		list = append(list, fmt.Sprint(c))
	}
	return strings.Join(list, ",")
}

func duration(d *api.Duration) time.Duration {
	if d == nil {
		return 0
	}
	t, _ := time.ParseDuration(string(*d))
	return t
}
