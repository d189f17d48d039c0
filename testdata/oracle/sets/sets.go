// Package sets makes random sets of objects of a mesh, and sets that differ from
// them in one field. The same number gives the same set.
package sets

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Sets and Mutants are how many of each are compared.
const (
	Sets    = 200
	Mutants = 300
)

// Namespaces are those of the services, Root is that of the mesh itself.
var Namespaces = []string{"shop", "web"}

// Root is the namespace whose objects hold for the whole mesh, Gateway the
// gateway that all sets have there.
const (
	Root    = "istio-system"
	Gateway = "edge"
)

// Services are the names of the services of each namespace.
var Services = []string{"a", "b"}

// Hosts are the full names of all services.
func Hosts() []string {
	var hosts []string
	for _, ns := range Namespaces {
		for _, s := range Services {
			hosts = append(hosts, s+"."+ns+".svc.cluster.local")
		}
	}
	return hosts
}

// Caller is the name of the workload of a namespace that calls the host of a
// number in Hosts, and nothing else.
func Caller(namespace string, host int) string { return fmt.Sprintf("caller-%s-%d", namespace, host) }

// Set is one set of objects. Each field is picked from its options by a hash of
// the number of the set and the name of the field, so that one can be picked
// anew without any other.
type Set struct {
	number uint64
	other  map[string]int
	asked  []string
	sizes  map[string]int
}

// New is the set of a number.
func New(number uint64) *Set {
	return &Set{number: number, other: map[string]int{}, sizes: map[string]int{}}
}

func (s *Set) pick(field string, options ...string) string {
	if _, ok := s.sizes[field]; !ok {
		s.asked = append(s.asked, field)
	}
	s.sizes[field] = len(options)
	i, ok := s.other[field]
	if !ok {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", s.number, field))
		i = int(binary.BigEndian.Uint64(sum[:8]) % uint64(len(options)))
	}
	return options[i]
}

// Objects are the objects of networking.istio.io, MeshConfig the configuration
// of the mesh.
func (s *Set) Objects() string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: networking.istio.io/v1\nkind: Gateway\nmetadata: {name: %s, namespace: %s}\n"+
		"spec:\n  selector: {istio: edge}\n  servers:\n  - port: {number: 80, name: http, protocol: HTTP}\n    hosts: [\"*\"]\n", Gateway, Root)
	hosts := Hosts()
	for i := range 2 {
		s.virtualService(&b, fmt.Sprintf("vs%d", i), hosts[2*i:2*i+2])
	}
	for i := range 2 {
		s.destinationRule(&b, fmt.Sprintf("dr%d", i), hosts[2*i:2*i+2])
	}
	if s.pick("sidecar", "", "", "", "shop", "web") != "" {
		s.sidecar(&b, s.pick("sidecar", "", "", "", "shop", "web"))
	}
	return b.String()
}

// MeshConfig is the configuration of the mesh, "" for none.
func (s *Set) MeshConfig() string {
	if s.pick("mesh", "", "", "", "retries") == "" {
		return ""
	}
	return "defaultHttpRetryPolicy:\n" + s.retries("mesh.retries", "  ")
}

// YAML is all of the set as it stands in a repository: with the services, the
// workloads and the configuration of the mesh.
func (s *Set) YAML() string {
	var b strings.Builder
	for _, ns := range Namespaces {
		fmt.Fprintf(&b, "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s, labels: {istio-injection: enabled}}\n---\n", ns)
		for _, name := range Services {
			fmt.Fprintf(&b, "apiVersion: v1\nkind: Service\nmetadata: {name: %s, namespace: %s}\n"+
				"spec: {selector: {app: %s}, ports: [{name: http, port: 80}]}\n---\n", name, ns, name)
			fmt.Fprintf(&b, "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: %s, namespace: %s}\n"+
				"spec: {template: {metadata: {labels: {app: %s}}, spec: {containers: [{name: c, image: x}]}}}\n---\n", name, ns, name)
		}
		for i, host := range Hosts() {
			fmt.Fprintf(&b, "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: %[1]s, namespace: %[2]s}\n"+
				"spec: {template: {metadata: {labels: {app: %[1]s}}, spec: {containers: [{name: c, image: x, env: [{name: TARGET_URL, value: \"http://%[3]s:80\"}]}]}}}\n---\n",
				Caller(ns, i), ns, host)
		}
	}
	if c := s.MeshConfig(); c != "" {
		fmt.Fprintf(&b, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: istio, namespace: %s}\ndata:\n  mesh: |\n    %s\n---\n",
			Root, strings.ReplaceAll(strings.TrimSpace(c), "\n", "\n    "))
	}
	b.WriteString(s.Objects())
	return b.String()
}

// virtualService routes one of two hosts.
func (s *Set) virtualService(b *strings.Builder, name string, hosts []string) {
	if s.pick(name, "", "yes", "yes", "yes") == "" {
		return
	}
	host := s.pick(name+".host", hosts...)
	namespace := strings.Split(host, ".")[1]
	if s.pick(name+".short", "", "yes") != "" {
		host = strings.Split(host, ".")[0]
	} else {
		namespace = s.pick(name+".namespace", Namespaces...)
	}
	fmt.Fprintf(b, "---\napiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata: {name: %s, namespace: %s}\nspec:\n  hosts: [%s]\n", name, namespace, host)
	line(b, "  gateways: ", s.pick(name+".gateways", "", "", "", "[mesh]", "[istio-system/edge]", "[istio-system/edge, mesh]"))
	line(b, "  exportTo: ", s.pick(name+".exportTo", "", "", "", "", `["*"]`, `["."]`, "[web]", "[shop]"))
	b.WriteString("  http:\n")
	for i := range len(s.pick(name+".routes", "1", "22", "333")) {
		s.route(b, fmt.Sprintf("%s-r%d", name, i))
	}
}

func (s *Set) route(b *strings.Builder, name string) {
	fmt.Fprintf(b, "  - name: %s\n", name)
	line(b, "    match: ", s.pick(name+".match", "", "[{uri: {prefix: /"+name+"}}]", "[{uri: {exact: /"+name+"}}]",
		"[{headers: {x-user: {exact: "+name+"}}}]", "[{method: {exact: GET}}]", "[{uri: {prefix: /"+name+"}, gateways: [mesh]}]"))
	one := func(field string) string { return "{host: " + s.pick(field, Hosts()...) + "}" }
	switch s.pick(name+".to", "one", "one", "two", "subset", "off") {
	case "one":
		fmt.Fprintf(b, "    route: [{destination: %s}]\n", one(name+".to.0"))
	case "two":
		fmt.Fprintf(b, "    route: [{destination: %s, weight: 50}, {destination: %s, weight: %s}]\n",
			one(name+".to.0"), one(name+".to.1"), s.pick(name+".weight", "50", "10", "0"))
	case "subset":
		fmt.Fprintf(b, "    route: [{destination: {host: %s, subset: v1}}]\n", s.pick(name+".to.0", Hosts()...))
	case "off":
		b.WriteString("    redirect: {uri: /moved}\n")
		return
	}
	line(b, "    timeout: ", s.pick(name+".timeout", "", "", "2s", "10s", "1h"))
	if s.pick(name+".mirror", "", "", "", "yes") != "" {
		fmt.Fprintf(b, "    mirror: %s\n", one(name+".mirror.to"))
		line(b, "    mirrorPercentage: ", s.pick(name+".mirror.share", "", "{value: 50}", "{value: 0}"))
	}
	if s.pick(name+".retries", "", "yes", "yes") != "" {
		b.WriteString("    retries:\n" + s.retries(name, "      "))
	}
}

// retries are the fields of a retry policy; there is always one, so that the
// mapping is none.
func (s *Set) retries(name, indent string) string {
	var b strings.Builder
	attempts := s.pick(name+".attempts", "0", "1", "2", "3", "7", "25")
	line(&b, indent+"attempts: ", attempts)
	if attempts == "0" { // nothing else may stand beside it
		return b.String()
	}
	line(&b, indent+"retryOn: ", s.pick(name+".retryOn", "", "", "5xx", "gateway-error,connect-failure", `"503"`, `"503,504,reset"`,
		"connect-failure,refused-stream", "retriable-4xx", "reset", "unavailable,cancelled,resource-exhausted", `"5xx,429,retriable-status-codes"`, "deadline-exceeded,internal", "reset-before-request"))
	line(&b, indent+"perTryTimeout: ", s.pick(name+".perTryTimeout", "", "", "500ms", "2s", "20s"))
	line(&b, indent+"backoff: ", s.pick(name+".backoff", "", "", "10ms", "1s"))
	line(&b, indent+"retryRemoteLocalities: ", s.pick(name+".localities", "", "", "true"))
	line(&b, indent+"retryIgnorePreviousHosts: ", s.pick(name+".previous", "", "", "true", "false"))
	return b.String()
}

// destinationRule caps the calls to one of two hosts.
func (s *Set) destinationRule(b *strings.Builder, name string, hosts []string) {
	if s.pick(name, "", "", "yes") == "" {
		return
	}
	host := s.pick(name+".host", hosts...)
	fmt.Fprintf(b, "---\napiVersion: networking.istio.io/v1\nkind: DestinationRule\nmetadata: {name: %s, namespace: %s}\nspec:\n  host: %s\n",
		name, strings.Split(host, ".")[1], host)
	line(b, "  exportTo: ", s.pick(name+".exportTo", "", "", "", `["."]`, `["*"]`))
	s.policy(b, name, "  ")
	b.WriteString("  subsets:\n  - name: v1\n    labels: {version: v1}\n")
	if s.pick(name+".subset", "", "yes") != "" {
		s.policy(b, name+".subset", "    ")
	}
}

func (s *Set) policy(b *strings.Builder, name, indent string) {
	most := s.pick(name+".maxRetries", "", "", "0", "1", "10")
	budget := s.pick(name+".budget", "", "", "{percent: 10}", "{percent: 25, minRetryConcurrency: 7}", "{minRetryConcurrency: 2}")
	loads := s.pick(name+".balancer", "", "ROUND_ROBIN")
	if most+budget+loads == "" {
		return
	}
	fmt.Fprintf(b, "%strafficPolicy:\n", indent)
	if most != "" {
		fmt.Fprintf(b, "%s  connectionPool: {http: {maxRetries: %s}}\n", indent, most)
	}
	line(b, indent+"  retryBudget: ", budget)
	if loads != "" {
		fmt.Fprintf(b, "%s  loadBalancer: {simple: %s}\n", indent, loads)
	}
}

// sidecar limits which hosts a namespace knows.
func (s *Set) sidecar(b *strings.Builder, namespace string) {
	fmt.Fprintf(b, "---\napiVersion: networking.istio.io/v1\nkind: Sidecar\nmetadata: {name: default, namespace: %s}\nspec:\n  egress:\n  - hosts: [%s]\n",
		namespace, s.pick("sidecar.hosts", `"*/*"`, `"./*"`, `"shop/*"`, `"*/a.web.svc.cluster.local"`, `"~/*"`, `"./*", "web/b.web.svc.cluster.local"`))
}

func line(b *strings.Builder, key, value string) {
	if value != "" {
		b.WriteString(key + value + "\n")
	}
}

// Mutant is a set that differs from the one of a number in one field, with its
// name.
func Mutant(number uint64) (of, mutant *Set, field string) {
	rng := rand.New(rand.NewPCG(number, 9))
	for {
		base := rng.Uint64N(Sets)
		of = New(base)
		text := of.YAML()
		field = of.asked[rng.IntN(len(of.asked))]
		mutant = New(base)
		mutant.other[field] = rng.IntN(of.sizes[field])
		if mutant.YAML() != text {
			return of, mutant, field
		}
	}
}

// Hash is the hash of all that is compared.
func Hash() string {
	h := sha256.New()
	for i := range uint64(Sets) {
		h.Write([]byte(New(i).YAML()))
	}
	for i := range uint64(Mutants) {
		_, m, _ := Mutant(i)
		h.Write([]byte(m.YAML()))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Record is what the mesh's own code makes of the sets.
type Record struct {
	// Inputs is Hash when the record was made, Version that of the mesh.
	Inputs  string   `json:"inputs"`
	Version string   `json:"version"`
	Sets    []Answer `json:"sets"`
	Mutants []Answer `json:"mutants"`
}

// Answer is what all proxies of a set are told.
type Answer []Route

// Route is one route of a proxy to a host.
type Route struct {
	// Proxy is the namespace of a sidecar, or Gateway.
	Proxy string `json:"proxy"`
	Host  string `json:"host"`
	Name  string `json:"name,omitempty"`
	// To are the clusters that get requests, Mirrors those that get copies.
	To      []string `json:"to,omitempty"`
	Mirrors []string `json:"mirrors,omitempty"`
	// Retries are those of the policy, On and Codes what it retries; none is off.
	Retries int      `json:"retries,omitempty"`
	On      string   `json:"on,omitempty"`
	Codes   []uint32 `json:"codes,omitempty"`
	PerTry  string   `json:"perTry,omitempty"`
	Timeout string   `json:"timeout,omitempty"`
	Backoff string   `json:"backoff,omitempty"`
	// Caps are what limits the retries to each cluster of To that is there.
	Caps []string `json:"caps,omitempty"`
}

// Number is that of the set.
func (s *Set) Number() uint64 { return s.number }
