// Gatewayapi asks the types and the schemas of the Gateway API what they make of
// the documents of its scanner, and writes it down.
//
//	cd testdata/oracle/gatewayapi && go run . [-o ../gateway-api.json]
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"
	api "sigs.k8s.io/gateway-api/apis/v1"
	x "sigs.k8s.io/gateway-api/apisx/v1alpha1"
	"sigs.k8s.io/yaml"

	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

const module = "sigs.k8s.io/gateway-api"

func main() {
	s, err := schemas()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	documents.Main(documents.GatewayAPI, module, s.ask)
}

// schemaSet are the schemas that a cluster holds objects to, by kind and version.
type schemaSet map[string]*spec.Schema

// schemas are those of the experimental channel, which knows all fields.
func schemas() (schemaSet, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "config/crd/experimental/*.yaml"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, errors.New("no schemas in the module"))
	}
	set := schemaSet{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var crd struct {
			Spec struct {
				Group    string
				Names    struct{ Kind string }
				Versions []struct {
					Name   string
					Schema struct {
						OpenAPIV3Schema *spec.Schema `json:"openAPIV3Schema"`
					}
				}
			}
		}
		if err := yaml.Unmarshal(data, &crd); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, v := range crd.Spec.Versions {
			set[crd.Spec.Group+"/"+v.Name+" "+crd.Spec.Names.Kind] = v.Schema.OpenAPIV3Schema
		}
	}
	return set, nil
}

// objects are those of a document that a cluster takes.
type objects struct {
	classes  map[string]string // controllers, by name
	gateways map[string]string // classes, by namespace and name
	routes   []route
	policies []x.XBackendTrafficPolicy
}

func (s schemaSet) ask(d documents.Document) ([]string, error) {
	o := objects{classes: map[string]string{}, gateways: map[string]string{}}
	var refused []error
	for _, text := range bytes.Split([]byte("\n"+d.Text()), []byte("\n---\n")) {
		refused = append(refused, s.take(&o, text))
	}
	if err := errors.Join(refused...); err != nil {
		return nil, err
	}
	var lines []string
	for i := range o.routes {
		lines = append(lines, o.route(&o.routes[i])...)
	}
	for i := range o.policies {
		lines = append(lines, policy(&o.policies[i])...)
	}
	slices.Sort(lines)
	return lines, nil
}

// take keeps an object that its schema and its type take.
func (s schemaSet) take(o *objects, text []byte) error {
	var head struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal(text, &head); err != nil {
		return err
	}
	schema := s[head.APIVersion+" "+head.Kind]
	if schema == nil {
		return nil
	}
	var tree any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return err
	}
	tree = withoutNulls(tree)
	if r := validate.NewSchemaValidator(schema, nil, "", strfmt.Default).Validate(tree); !r.IsValid() {
		if head.Kind == "Gateway" || head.Kind == "GatewayClass" {
			return nil // as if it were not there: it says nothing about retries
		}
		return r.AsError()
	}
	data, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	switch head.Kind {
	case "GatewayClass":
		var c api.GatewayClass
		err = json.Unmarshal(data, &c)
		o.classes[c.Name] = string(c.Spec.ControllerName)
	case "Gateway":
		var g api.Gateway
		err = json.Unmarshal(data, &g)
		o.gateways[g.Namespace+"/"+g.Name] = string(g.Spec.GatewayClassName)
	case "HTTPRoute":
		var r api.HTTPRoute
		err = json.Unmarshal(data, &r)
		o.routes = append(o.routes, route{head.Kind, r.ObjectMeta, r.Spec.ParentRefs, r.Spec.Rules})
	case "GRPCRoute":
		var r api.GRPCRoute
		err = json.Unmarshal(data, &r)
		o.routes = append(o.routes, route{head.Kind, r.ObjectMeta, r.Spec.ParentRefs, grpcRules(r.Spec.Rules)})
	case "XBackendTrafficPolicy":
		var p x.XBackendTrafficPolicy
		err = json.Unmarshal(data, &p)
		o.policies = append(o.policies, p)
	}
	return err
}

// withoutNulls drops fields that are null: a cluster prunes them where the field
// may not be null.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, f := range v {
			if f == nil {
				delete(v, k)
			} else {
				v[k] = withoutNulls(f)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	}
	return v
}

// product is who carries out the routes of a gateway.
func (o *objects) product(gateway string) product {
	class := o.gateways[gateway]
	controller, ok := o.classes[class]
	for _, p := range products {
		if ok && strings.HasPrefix(controller, p.controller) || !ok && slices.Contains(p.classes, class) {
			return p
		}
	}
	return unknown
}

// route is an HTTPRoute, or a GRPCRoute in the form of one.
type route struct {
	kind    string
	meta    metav1.ObjectMeta
	parents []api.ParentReference
	rules   []api.HTTPRouteRule
}

// grpcRules are rules that set neither retries nor timeouts.
func grpcRules(rules []api.GRPCRouteRule) []api.HTTPRouteRule {
	var out []api.HTTPRouteRule
	for _, r := range rules {
		var h api.HTTPRouteRule
		for _, b := range r.BackendRefs {
			h.BackendRefs = append(h.BackendRefs, api.HTTPBackendRef{BackendRef: b.BackendRef})
		}
		for _, f := range r.Filters {
			h.Filters = append(h.Filters, api.HTTPRouteFilter{RequestMirror: f.RequestMirror})
		}
		out = append(out, h)
	}
	return out
}

func (o *objects) route(r *route) []string {
	var lines []string
	for _, ref := range r.parents {
		namespace := r.meta.Namespace
		if ref.Namespace != nil {
			namespace = string(*ref.Namespace)
		}
		if ref.Kind != nil && *ref.Kind != "Gateway" {
			continue // what a mesh makes of it depends on what else the cluster has
		}
		gateway := namespace + "/" + string(ref.Name)
		for i := range r.rules {
			e := documents.Effect{Rule: fmt.Sprintf("%s %s/%s#rules[%d]@%s", r.kind, r.meta.Namespace, r.meta.Name, i, gateway)}
			rule := &r.rules[i]
			targets(&e, r.meta.Namespace, rule)
			if len(e.To) > 0 && !redirects(rule) {
				o.product(gateway).act(&e, rule)
			}
			lines = append(lines, e.String())
		}
	}
	return lines
}

func redirects(rule *api.HTTPRouteRule) bool {
	return slices.ContainsFunc(rule.Filters, func(f api.HTTPRouteFilter) bool { return f.RequestRedirect != nil })
}

func targets(e *documents.Effect, namespace string, rule *api.HTTPRouteRule) {
	for _, b := range rule.BackendRefs {
		if b.Weight == nil || *b.Weight > 0 || len(rule.BackendRefs) == 1 {
			e.To = append(e.To, backend(namespace, b.BackendObjectReference))
		}
	}
	for _, f := range rule.Filters {
		if m := f.RequestMirror; m != nil && (m.Percent == nil || *m.Percent > 0) {
			e.Mirrors = append(e.Mirrors, backend(namespace, m.BackendRef))
		}
	}
}

func backend(namespace string, b api.BackendObjectReference) string {
	if b.Namespace != nil {
		namespace = string(*b.Namespace)
	}
	port := ""
	if b.Port != nil {
		port = fmt.Sprint(":", *b.Port)
	}
	return cmp.Or(string(b.Name), "?") + "." + namespace + port
}

// policy is the budget of the retries to a service, as a share of the requests
// that run: one over an interval is no bound.
func policy(p *x.XBackendTrafficPolicy) []string {
	c := p.Spec.RetryConstraint
	if c == nil {
		return nil
	}
	share, floor := 1.0, 10
	if b := c.Budget; b != nil && b.Interval != nil && *b.Interval == "0s" {
		share = 0.2
		if b.Percent != nil {
			share = float64(*b.Percent) / 100
		}
	}
	if r := c.MinRetryRate; r != nil && r.Count != nil {
		floor = *r.Count
	}
	var lines []string
	for i, t := range p.Spec.TargetRefs {
		if t.Kind == "Service" {
			lines = append(lines, fmt.Sprintf("XBackendTrafficPolicy %s/%s#targetRefs[%d]; budget %g %d", p.Namespace, p.Name, i, share, floor))
		}
	}
	return lines
}
