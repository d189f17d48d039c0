package configscan

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ampcheck/ampcheck/graph"
)

// proxyNode collects what the configuration file of a proxy says: a node that
// sends each request to one of its targets and answers what the target answers.
type proxyNode struct {
	// product is the name of the proxy, as nginx, and service that of the node.
	product, service string
	// part tells the layers of a document from those of others of the service.
	part  string
	index *Index
	steps []graph.Step
	seen  map[string]bool
	// calls is how many there are, so that a file cannot make endlessly many.
	calls    int
	reported map[graph.Problem]bool
	f        graph.Fragment
}

// newProxyNode names the node after the workload that has the file, else after
// the file: a proxy that nothing in the input runs.
func newProxyNode(d *Doc, index *Index, product string) *proxyNode {
	service, ok := index.runner(d)
	p := &proxyNode{product: product, service: service, index: index, seen: map[string]bool{}, part: "@" + d.Pos().String()}
	if !ok {
		p.service = product + "/" + d.path()
	}
	if !ok && d.Language != "" { // the file is all there is of the service
		p.part = ""
	}
	return p
}

// newIngressNode is the node of an object that lets requests into a cluster.
func newIngressNode(d *Doc, index *Index, product string) *proxyNode {
	return &proxyNode{product: product, service: "ingress/" + d.Name(), index: index, seen: map[string]bool{}, part: "@" + d.Pos().String()}
}

// proxyTarget is an address that a proxy sends requests to.
type proxyTarget struct {
	address graph.Expr
	pos     graph.Pos
}

// maxCalls is the number of calls that one proxy may make.
const maxCalls = 100_000

// hop is a call of one of the targets with what the proxy repeats round it,
// outermost first. Addresses that differ in the port alone lead to one node.
func (p *proxyNode) hop(via string, protocol graph.Protocol, targets []proxyTarget, layers ...graph.Layer) graph.Step {
	if p.calls += len(targets); p.calls > maxCalls {
		p.problem(targets[0].pos, false, "more than 100,000 calls of one proxy: the rest is not read")
		return graph.Step{}
	}
	var ids []string
	for _, l := range layers {
		l.ID = p.service + ":" + p.product + p.part + "#" + strconv.Itoa(len(p.f.Layers)+1)
		p.f.Layers = append(p.f.Layers, l)
		ids = append(ids, l.ID)
	}
	var calls []graph.Step
	hosts := map[string]bool{}
	for _, t := range targets {
		host := hostOf(t.address.String())
		if hosts[host] {
			continue
		}
		hosts[host] = true
		if !isAddress(host) {
			calls = append(calls, graph.Step{Unknown: &graph.Unknown{What: via + " " + host, Pos: t.pos}})
			continue
		}
		calls = append(calls, graph.Step{Call: &graph.Call{To: endpoint(t.address, protocol), Confidence: graph.ConfidenceStatic, Via: via, Pos: t.pos}})
	}
	if len(calls) == 0 {
		return graph.Step{}
	}
	if len(calls) == 1 && calls[0].Call != nil {
		calls[0].Call.Layers = ids
		return calls[0]
	}
	step := graph.Step{Alt: &graph.Alt{Steps: calls}}
	for i := len(ids) - 1; i >= 0; i-- {
		step = graph.Step{Repeat: &graph.Repeat{Layer: ids[i], Step: step}}
	}
	return step
}

// eachCall calls f for the calls of a step as hop makes it.
func eachCall(s *graph.Step, f func(*graph.Call)) {
	switch {
	case s.Call != nil:
		f(s.Call)
	case s.Repeat != nil:
		eachCall(&s.Repeat.Step, f)
	case s.Alt != nil:
		for i := range s.Alt.Steps {
			eachCall(&s.Alt.Steps[i], f)
		}
	}
}

// endpoint is what a call is made to. A socket of the machine is no host: it
// is a service of that name.
func endpoint(address graph.Expr, protocol graph.Protocol) graph.Endpoint {
	if text := address.String(); address.Kind == graph.ExprLiteral && strings.HasPrefix(text, "unix:") {
		return graph.Endpoint{Service: text, Protocol: protocol}
	}
	return graph.Endpoint{Address: address, Protocol: protocol}
}

// keyOf tells targets apart by their hosts.
func keyOf(targets []proxyTarget) string {
	var b strings.Builder
	for _, t := range targets {
		b.WriteString(hostOf(t.address.String()) + "|")
	}
	return b.String()
}

// fits reports whether a hop like this was not there before: targets, by a key,
// and what the reader is told of their layers.
func (p *proxyNode) fits(targets string, layers ...graph.Layer) bool {
	var b strings.Builder
	b.WriteString(targets)
	for _, l := range layers {
		fmt.Fprint(&b, l.Name, l.Attempts.Value, l.Attempts.Plus, l.Attempts.Kind, l.Tries, l.RetriesOn, l.PerTry.Value, l.Overall.Value, "|")
	}
	if p.seen[b.String()] {
		return false
	}
	p.seen[b.String()] = true
	return true
}

// add makes a step one of the alternatives of the node.
func (p *proxyNode) add(s graph.Step) {
	if s != (graph.Step{}) {
		p.steps = append(p.steps, s)
	}
}

// fragment is the node as it was found; nothing where it calls nobody.
func (p *proxyNode) fragment(pos graph.Pos) graph.Fragment {
	if len(p.steps) > 0 {
		h := proxyHandler(p.service, p.steps, pos)
		h.Entry = "" // where nobody calls it, work arrives from outside
		p.f.Handlers = append(p.f.Handlers, h)
	}
	return p.f
}

func (p *proxyNode) problem(pos graph.Pos, advisory bool, message string) {
	if problem := (graph.Problem{Pos: pos, Advisory: advisory, Message: message}); p.isNew(problem) {
		p.f.Problems = append(p.f.Problems, problem)
	}
}

// isNew notes what is said, and reports whether it is said for the first time: a
// directive can hold for many calls.
func (p *proxyNode) isNew(said graph.Problem) bool {
	if p.reported == nil {
		p.reported = map[graph.Problem]bool{}
	}
	defer func() { p.reported[said] = true }()
	return !p.reported[said]
}

// warn adds a finding about configuration that cannot take effect.
func (p *proxyNode) warn(pos graph.Pos, message, fix string) {
	if p.isNew(graph.Problem{Pos: pos, Message: message}) {
		p.f.Findings = append(p.f.Findings, graph.Finding{Rule: "AMP302", Severity: graph.SeverityWarning, Message: message, Pos: pos, Fix: fix})
	}
}

// addresses is how many addresses a target stands for, as far as the input
// says; known is false where it is a name that nothing in the input has.
func (p *proxyNode) addresses(t proxyTarget) (n int, known bool) {
	host := hostOf(t.address.String())
	if strings.HasPrefix(host, "unix:") {
		return 1, true
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return 1, true
	}
	if host == "localhost" {
		return 2, true // 127.0.0.1 and ::1
	}
	return p.index.addresses(host)
}

// hostOf is an address without its port, and without the brackets of IPv6.
func hostOf(address string) string {
	if strings.HasPrefix(address, "unix:") {
		return address
	}
	if rest, ok := strings.CutPrefix(address, "["); ok {
		host, _, _ := strings.Cut(rest, "]")
		return host
	}
	if host, port, ok := strings.Cut(address, ":"); ok && !strings.Contains(port, ":") {
		return host
	}
	return address
}

// isAddress reports whether a text can be an address at all.
func isAddress(text string) bool {
	return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || !unicode.IsPrint(c) })
}

// maxArgument is the length of a text above which no variable is filled in.
const maxArgument = 1 << 12

// filledIn is a text with variables of the environment in it. The pattern has
// three groups: a name, its default, and a name in the form that has none.
func filledIn(variable *regexp.Regexp, text string) graph.Expr {
	m := variable.FindStringSubmatchIndex(text)
	if m == nil || len(text) > maxArgument {
		return graph.Literal(text)
	}
	parts := variable.FindStringSubmatch(text)
	ref := graph.Expr{Kind: graph.ExprRef, Source: graph.SourceEnv, Text: parts[1] + parts[3]}
	if m[4] >= 0 {
		ref.Args = []graph.Expr{graph.Literal(parts[2])}
	}
	return joined(graph.Literal(text[:m[0]]), ref, filledIn(variable, text[m[1]:]))
}

// answeredAs is what a proxy makes of failures that are none of the callee's
// answers: one status for a connection that failed or broke, one for a callee
// that was too slow. A gRPC client reads both as UNAVAILABLE
// (grpc:doc/http-grpc-status-mapping.md).
func answeredAs(lost, late int) []graph.Rename {
	unavailable := func(status int) graph.ClassSet {
		http, _ := graph.HTTPClass(status)
		grpc, _ := graph.GRPCClass(14)
		return graph.NewClassSet(http, grpc)
	}
	timeout := graph.NewClassSet(graph.ClassTimeout)
	return []graph.Rename{
		{From: graph.NewClassSet(graph.ClassConnect, graph.ClassDNS, graph.ClassRefusedStream, graph.ClassReset), To: unavailable(lost)},
		{From: timeout, To: unavailable(late).Union(timeout)},
	}
}

// statusClasses are the classes of HTTP statuses; what is no failure is left
// out.
func statusClasses(codes ...int) graph.ClassSet {
	var set graph.ClassSet
	for _, code := range codes {
		if c, ok := graph.HTTPClass(code); ok {
			set = set.Union(graph.NewClassSet(c))
		}
	}
	return set
}

// noStart is a limit after which no new attempt starts, while the running one
// goes on: the layer as a whole ends one attempt later. tries is how many
// attempts start when each takes perTry.
func noStart(limit, perTry time.Duration, attempts int) (overall time.Duration, tries int) {
	if perTry <= 0 {
		return 0, attempts
	}
	return limit + perTry, min(attempts, int((limit+perTry-1)/perTry))
}
