package configscan

import "slices"

// istioPlaces are proxies: the sidecars, and gateways by name.
type istioPlaces struct {
	sidecars bool
	gateways []string
}

// left are the places of a route at which no earlier one takes every request:
// routes are tried in order, and none is made after such a one
// (istio:pilot/pkg/networking/core/route/route.go:414-437).
func (vs *virtualService) left(r httpRoute) (sidecars bool, gateways []string) {
	sidecars, gateways = vs.places(r)
	return sidecars && !vs.done.sidecars, slices.DeleteFunc(slices.Clone(gateways), func(g string) bool { return slices.Contains(vs.done.gateways, g) })
}

// unreachable warns about a route that gets no request.
func (vs *virtualService) unreachable(r httpRoute) bool {
	sidecars, gateways := vs.left(r)
	if sidecars || len(gateways) > 0 {
		return false
	}
	if sidecars, gateways = vs.places(r); sidecars || len(gateways) > 0 {
		vs.warn(r.at, "a route of "+vs.name+" has no effect: one before it takes every request", "move it up, or give the earlier one a condition")
	}
	return true
}

// take notes the places at which a route takes every request: those that a
// condition without any limit but that of gateways is for.
func (vs *virtualService) take(r httpRoute) {
	if len(r.inner) > 0 && !slices.ContainsFunc(r.inner, isCatchAll) {
		return
	}
	if len(r.match) == 0 {
		vs.done = istioPlaces{vs.sidecars, vs.gateways}
	}
	for _, m := range r.match {
		if !isCatchAll(m) {
			continue
		}
		sidecars, gateways := vs.places(httpRoute{match: []Value{m}})
		vs.done.sidecars = vs.done.sidecars || sidecars
		vs.done.gateways = append(vs.done.gateways, gateways...)
	}
}

// isCatchAll reports whether a condition holds for every request: it names no
// more than all paths, and the gateways
// (istio:pilot/pkg/networking/core/route/route.go:1633-1648).
func isCatchAll(match Value) bool {
	for _, f := range match.Fields() {
		switch f.Key {
		case "name", "gateways", "ignoreUriCase", "statPrefix":
		case "uri":
			if textOf(f.Value.Get("prefix")) != "/" && textOf(f.Value.Get("regex")) != ".*" {
				return false
			}
		default:
			return false
		}
	}
	return match.Kind() == Map
}
