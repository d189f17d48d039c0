package graph

import (
	"net/url"
	"strconv"
	"strings"
)

// service is what one or more workloads of one name are to the graph.
type service struct {
	id        string
	kind      NodeKind
	protocol  Protocol
	namespace string
	workloads []*Workload
	values    []*Value
	// gateways are the gateway names, as namespace/name, that this service
	// serves.
	gateways []string
	entry    EntryKind
	facts    *ServiceFacts
	// parts are set for a process that is several services, whose work is theirs.
	parts []*service
	pos   Pos
	// known is set for what the input or the policy describes, in contrast to
	// a host that is only called.
	known bool
}

// names finds services by name, address and label.
type names struct {
	byID       map[string]*service
	byWorkload map[WorkloadRef]*service
	byLabel    map[string][]*service // "key=value" of the workloads' labels, by ID
	bindings   map[string][]*Binding // DNS names, without namespace
	gateways   map[string]*Binding
	namespaces map[string]*Namespace
	evidence   []*MeshEvidence
	shown      map[string]*shown   // by mesh; nil until it is asked for
	hosts      map[string]*service // hosts of the policy
	mains      map[string][]*service
	bases      map[string]string // names of programs
	sameName   map[string]int    // how many programs have a name
	programsOf map[string]int    // how many programs a module has
	// listening are the services by the ports that their programs listen on.
	listening map[int][]*service
}

func newNames(frags []*Fragment, policy *Policy) *names {
	n := &names{
		byID: map[string]*service{}, byWorkload: map[WorkloadRef]*service{},
		bindings: map[string][]*Binding{}, gateways: map[string]*Binding{},
		namespaces: map[string]*Namespace{}, hosts: map[string]*service{},
	}
	n.workloads(frags)
	n.labels()
	for _, f := range frags {
		for i := range f.Namespaces {
			if ns := &f.Namespaces[i]; n.namespaces[ns.Name] == nil {
				n.namespaces[ns.Name] = ns
			}
		}
		for i := range f.Evidence {
			n.evidence = append(n.evidence, &f.Evidence[i])
		}
		for i := range f.Bindings {
			n.bind(&f.Bindings[i])
		}
		for i := range f.Values {
			n.value(&f.Values[i])
		}
	}
	sortBy(n.evidence, func(a, b *MeshEvidence) int { return a.Pos.Compare(b.Pos) })
	n.facts(policy.Services)
	for _, f := range frags {
		n.facts(f.Services)
	}
	n.serve()
	n.programs(frags)
	n.fileValues(frags)
	return n
}

// fileValues gives the values of configuration files that programs read to all
// services: the key says which file it is.
func (n *names) fileValues(frags []*Fragment) {
	for _, f := range frags {
		for i := range f.Values {
			if v := &f.Values[i]; v.Source == SourceFileKey && v.Workload == (WorkloadRef{}) {
				for _, s := range n.services() {
					s.values = append(s.values, v)
				}
			}
		}
	}
}

// anyNamespace takes a namespace that is not written and the one that is then
// used for the same.
func anyNamespace(ns string) string {
	if ns == "default" {
		return ""
	}
	return ns
}

// workloads makes one service of the workloads of one name and namespace; the
// namespace is part of the name only where a name is in several.
func (n *names) workloads(frags []*Fragment) {
	spaces := map[string]map[string]bool{}
	for _, f := range frags {
		for i := range f.Workloads {
			w := &f.Workloads[i]
			if spaces[w.Name] == nil {
				spaces[w.Name] = map[string]bool{}
			}
			spaces[w.Name][anyNamespace(w.Namespace)] = true
		}
	}
	for _, f := range frags {
		for i := range f.Workloads {
			w := &f.Workloads[i]
			ref := WorkloadRef{anyNamespace(w.Namespace), w.Name}
			s := n.byWorkload[ref]
			if s == nil {
				id := w.Name
				if len(spaces[w.Name]) > 1 && ref.Namespace != "" {
					id += "." + ref.Namespace
				}
				s = n.add(id)
				s.namespace, s.pos, s.known = w.Namespace, w.Pos, true
				n.byWorkload[ref] = s
			}
			s.join(w)
		}
	}
}

// labels indexes the services by the labels of their workloads.
func (n *names) labels() {
	n.byLabel = map[string][]*service{}
	for _, s := range n.services() {
		pairs := map[string]bool{}
		for _, w := range s.workloads {
			for k, v := range w.Labels {
				pairs[k+"="+v] = true
			}
		}
		for p := range pairs {
			n.byLabel[p] = append(n.byLabel[p], s)
		}
	}
}

// join adds a workload to its service. The same object met again adds nothing.
func (s *service) join(w *Workload) {
	if s.kind == "" {
		s.kind = w.Kind
	}
	if s.protocol == "" {
		s.protocol = w.Protocol
	}
	if s.entry == "" {
		s.entry = w.Entry
	}
	for _, have := range s.workloads {
		if have.Object == w.Object {
			return
		}
	}
	s.workloads = append(s.workloads, w)
}

func (n *names) add(id string) *service {
	s := &service{id: id}
	n.byID[id] = s
	return s
}

func (n *names) bind(b *Binding) {
	switch b.Space {
	case SpaceDNS:
		for _, have := range n.bindings[b.Name] {
			if anyNamespace(have.Namespace) == anyNamespace(b.Namespace) {
				return
			}
		}
		n.bindings[b.Name] = append(n.bindings[b.Name], b)
	case SpaceGateway:
		if n.gateways[b.Name] == nil {
			n.gateways[b.Name] = b
		}
	}
}

// value gives a value to its service, once: copies of an object repeat it.
func (n *names) value(v *Value) {
	s := n.byWorkload[WorkloadRef{anyNamespace(v.Workload.Namespace), v.Workload.Name}]
	if s == nil {
		return
	}
	for _, have := range s.values {
		if have.Source == v.Source && have.Key == v.Key && have.Text == v.Text {
			return
		}
	}
	s.values = append(s.values, v)
}

// facts takes over what policies say of services; what was said first counts.
func (n *names) facts(services []ServiceFacts) {
	for i := range services {
		f := &services[i]
		s := n.service(f.Name)
		if s.known = true; s.facts == nil {
			s.facts = f
		}
		if s.pos.IsZero() {
			s.pos = f.Pos
		}
		for _, h := range f.Hosts {
			if n.hosts[h] == nil {
				n.hosts[h] = s
			}
		}
	}
}

// serve tells the gateways which names they serve.
func (n *names) serve() {
	for _, name := range keys(n.gateways) {
		s := n.gateway(name)
		s.gateways = append(s.gateways, name)
	}
}

// gateway is the service behind a gateway's name: the workload its selector
// finds, else a proxy named after the value of the selector, else after the
// gateway.
func (n *names) gateway(name string) *service {
	id := name[strings.LastIndexByte(name, '/')+1:]
	b := n.gateways[name]
	if b != nil {
		if found := n.selected(b.Selector, "", true); len(found) > 0 {
			return found[0]
		}
		if len(b.Selector) == 1 {
			for _, v := range b.Selector {
				id = v
			}
		}
	}
	s := n.byID[id]
	if s == nil {
		s = n.add(id)
		s.kind, s.known = NodeProxy, b != nil
		if b != nil {
			s.pos = b.Pos
		}
	}
	return s
}

// gatewayOf reports whether a service is a gateway of a mesh.
func (n *names) gatewayOf(s *service, mesh string) bool {
	for _, g := range s.gateways {
		if b := n.gateways[g]; b != nil && b.Mesh == mesh {
			return true
		}
	}
	return false
}

// services lists all services in order of their IDs.
func (n *names) services() []*service {
	var all []*service
	for _, id := range keys(n.byID) {
		all = append(all, n.byID[id])
	}
	return all
}

// service finds the service that a producer or the policy names, and makes a
// new one when the name is not known.
func (n *names) service(name string) *service {
	if g, ok := strings.CutPrefix(name, "gateway:"); ok {
		s := n.gateway(g)
		if !contains(s.gateways, g) { // one that routes name and nothing defines
			s.gateways = append(s.gateways, g)
		}
		return s
	}
	if s := n.byID[name]; s != nil {
		return s
	}
	if bs := n.bindings[name]; len(bs) == 1 {
		if found := n.behind(bs[0]); len(found) == 1 {
			return found[0]
		}
	}
	return n.add(name)
}

// behind lists the services a binding leads to.
func (n *names) behind(b *Binding) []*service {
	switch {
	case b.Workload != nil:
		if s := n.byWorkload[WorkloadRef{anyNamespace(b.Workload.Namespace), b.Workload.Name}]; s != nil {
			return []*service{s}
		}
	case len(b.Selector) > 0:
		return n.selected(b.Selector, b.Namespace, false)
	}
	return nil
}

// selected lists the services with a workload that carries all the labels.
func (n *names) selected(selector map[string]string, namespace string, anywhere bool) []*service {
	var found []*service
	if len(selector) == 0 {
		return nil
	}
	var candidates []*service
	for i, k := range keys(selector) {
		if c := n.byLabel[k+"="+selector[k]]; i == 0 || len(c) < len(candidates) {
			candidates = c
		}
	}
	for _, s := range candidates {
		if !anywhere && anyNamespace(s.namespace) != anyNamespace(namespace) {
			continue
		}
		for _, w := range s.workloads {
			if hasLabels(w.Labels, selector) {
				found = append(found, s)
				break
			}
		}
	}
	return found
}

func hasLabels(labels, want map[string]string) bool {
	for k, v := range want {
		if labels[k] != v {
			return false
		}
	}
	return true
}

// address is what a call is made to, taken apart.
type address struct {
	scheme, host string
	port         int
}

// parseAddress takes a URL, host:port, host or data source name apart. Resolver
// prefixes such as dns:/// are passed over.
func parseAddress(text string) address {
	var a address
	rest := hostOfDSN(strings.TrimSpace(text))
	if i := strings.Index(rest, "://"); i >= 0 {
		a.scheme = rest[:i]
		rest = rest[i+3:]
		if _, path, ok := strings.Cut(rest, "/"); ok && path != "" && IsResolver(a.scheme) {
			rest = path // the authority is the registry that knows the name
		}
		rest = strings.TrimPrefix(rest, "/") // an empty authority: the host is the path
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	u := url.URL{Host: rest}
	a.host = strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	a.port, _ = strconv.Atoi(u.Port())
	return a
}

// IsResolver reports whether the scheme of an address is that of a resolver of
// names: the host is then asked for at a registry, and stands in the path
// (grpc/doc/naming.md).
func IsResolver(scheme string) bool {
	switch scheme {
	case "dns", "xds", "consul", "discovery", "discov", "etcd", "nacos", "polaris", "zk", "zookeeper", "k8s", "kubernetes", "eureka":
		return true
	}
	return false
}

// lookup finds the binding of a host as seen from a namespace; nil when no
// name of the input fits.
func (n *names) lookup(host, from string) *Binding {
	labels := strings.Split(host, ".")
	if len(labels) == 1 {
		return n.inNamespace(host, from)
	}
	if len(labels) == 2 || labels[2] == "svc" {
		for _, b := range n.bindings[labels[0]] {
			if anyNamespace(b.Namespace) == anyNamespace(labels[1]) || b.Namespace == "" {
				return b
			}
		}
	}
	if bs := n.bindings[host]; len(bs) > 0 {
		return bs[0]
	}
	return n.wild(host)
}

// wild makes a binding for a host that one with a wildcard stands for; nil
// where there is none.
func (n *names) wild(host string) *Binding {
	for rest := host; ; {
		_, after, ok := strings.Cut(rest, ".")
		if !ok {
			return nil
		}
		if bs := n.bindings["*."+after]; len(bs) > 0 {
			b := *bs[0]
			b.Name = host
			n.bindings[host] = []*Binding{&b}
			return &b
		}
		rest = after
	}
}

// inNamespace finds a short name: in the caller's namespace first, then where
// no namespace is written, then in the only namespace that has it, when the
// caller's own is not written.
func (n *names) inNamespace(name, from string) *Binding {
	bs := n.bindings[name]
	for _, b := range bs {
		if anyNamespace(b.Namespace) == anyNamespace(from) {
			return b
		}
	}
	for _, b := range bs {
		if b.Namespace == "" {
			return b
		}
	}
	if from == "" && len(bs) == 1 {
		return bs[0]
	}
	return nil
}

// value looks a configuration key up among the values of a service.
func (s *service) value(source ValueSource, key string) (string, bool) {
	v := s.setting(source, key)
	if v == nil {
		return "", false
	}
	return v.Text, true
}

// setting is the value of a key that counts, nil where there is none.
func (s *service) setting(source ValueSource, key string) *Value {
	var best *Value
	for _, v := range s.values {
		if v.Key != key || !sameSource(source, v.Source) {
			continue
		}
		if best == nil || v.Precedence > best.Precedence {
			best = v
		}
	}
	return best
}

// sameSource reports whether a value set in have reaches what reads want: the
// environment is set in several ways.
func sameSource(want, have ValueSource) bool {
	if want == have {
		return true
	}
	switch have {
	case SourceConfigMap, SourceDotEnv, SourceDockerfile:
		return want == SourceEnv
	}
	return false
}
