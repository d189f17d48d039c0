package configscan

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name:   "kong",
		Holds:  func(data []byte) bool { return bytes.Contains(data, []byte("_format_version")) },
		Detect: isKong,
		Scan:   scanKong,
		Formats: []graph.Format{{
			Name: "kong", Written: "kong.yaml, annotations konghq.com of Services",
			Default: "6",
			Sources: []string{"Kong/kong@22246ef28c kong/db/schema/entities/services.lua:33-34", "Kong/kong@22246ef28c kong/init.lua:1376-1381"},
		}},
	})
}

const (
	// kongRetries is the number of retries of a service that sets none
	// (kong:kong/db/schema/entities/services.lua:33-34).
	kongRetries = 5
	// kongTimeout limits each attempt's connect, write and read
	// (kong:kong/db/schema/entities/services.lua:40-42).
	kongTimeout = 60 * time.Second
)

// kongRow is the row of the built-in table with the defaults of Kong.
var kongRow = graph.CatalogPos("kong", "3")

// isKong detects the declarative configuration.
func isKong(d *Doc) bool {
	return !d.IsObject() && d.Root.Get("_format_version").Exists() && d.Root.Get("services").Kind() == List
}

func scanKong(d *Doc, index *Index) graph.Fragment {
	r := &kongReader{proxyNode: newProxyNode(d, index, "kong"), upstreams: kongUpstreams(d)}
	for _, s := range d.Root.Get("services").Items() {
		r.serviceEntry(s)
	}
	return r.fragment(d.Pos())
}

type kongReader struct {
	*proxyNode
	// upstreams are the targets of the upstreams by name.
	upstreams map[string][]proxyTarget
}

// serviceEntry reads one service: an address, or the name of an upstream.
func (r *kongReader) serviceEntry(s Value) {
	if on, ok := s.Get("enabled").Bool(); ok && !on {
		return
	}
	targets, protocol := r.targets(s)
	l := kongLayer(r.proxyNode, s.Get("retries"), s.Get("read_timeout"), s.Pos())
	if protocol == "" { // a stream: nothing but the connection is repeated
		l.RetriesOn = l.RetriesOn.Intersect(graph.NewClassSet(graph.ClassConnect))
		l.Note, l.PerTry, l.Renames = "", graph.Bound{}, nil
	}
	if len(targets) > 0 && r.fits(keyOf(targets), l) {
		name, _ := s.Get("name").Str()
		r.add(r.hop(strings.TrimSpace("kong service "+name), protocol, targets, l))
	}
}

// kongProtocols are the protocols that have failures of their own; the others
// are streams (kong:kong/db/schema/typedefs.lua, protocols).
var kongProtocols = map[string]graph.Protocol{"http": graph.ProtocolHTTP, "https": graph.ProtocolHTTP, "grpc": graph.ProtocolGRPC, "grpcs": graph.ProtocolGRPC}

// targets are the addresses of a service: url stands for protocol, host and
// port.
func (r *kongReader) targets(s Value) ([]proxyTarget, graph.Protocol) {
	scheme, _ := s.Get("protocol").Str()
	host, pos := "", graph.Pos{}
	if url := s.Get("url"); hasText(url) {
		text, _ := url.Str()
		scheme, _, _ = strings.Cut(text, "://")
		host, pos = withoutScheme(text), url.Pos()
	} else if v := s.Get("host"); hasText(v) {
		host, _ = v.Str()
		pos = v.Pos()
		if list := r.upstreams[host]; len(list) > 0 {
			return list, kongProtocol(scheme)
		}
		if port, ok := s.Get("port").IntLoose(); ok {
			host += ":" + strconv.FormatInt(port, 10)
		}
	}
	if host == "" {
		return nil, ""
	}
	if list := r.upstreams[hostOf(host)]; len(list) > 0 {
		return list, kongProtocol(scheme)
	}
	return []proxyTarget{{graph.Literal(host), pos}}, kongProtocol(scheme)
}

// kongProtocol is what a scheme speaks; none is http.
func kongProtocol(scheme string) graph.Protocol {
	if scheme == "" {
		return graph.ProtocolHTTP
	}
	return kongProtocols[scheme]
}

// kongUpstreams are the targets of the upstreams, below them or beside them. A
// target of weight 0 gets nothing.
func kongUpstreams(d *Doc) map[string][]proxyTarget {
	byName := map[string][]proxyTarget{}
	add := func(name string, t Value) {
		weight, ok := t.Get("weight").IntLoose()
		if text, is := t.Get("target").Str(); is && !(ok && weight == 0) {
			byName[name] = append(byName[name], proxyTarget{graph.Literal(text), t.Get("target").Pos()})
		}
	}
	for _, u := range d.Root.Get("upstreams").Items() {
		name, _ := u.Get("name").Str()
		for _, t := range u.Get("targets").Items() {
			add(name, t)
		}
	}
	for _, t := range d.Root.Get("targets").Items() {
		name, _ := t.Get("upstream").Str()
		add(name, t)
	}
	return byName
}

// kongLayer is what Kong repeats: as nginx does by default, error and timeout,
// but as often as the service says, however many targets there are
// (kong:kong/init.lua:1376-1381; nginx:src/http/modules/
// ngx_http_proxy_module.c:3846-3850). Absent values keep the position of what
// does not have them.
func kongLayer(p *proxyNode, retries, timeout Value, pos graph.Pos) graph.Layer {
	l := graph.Layer{
		Kind: graph.KindGateway, Name: "kong default retries", Pos: pos, Note: noteOnceSent,
		Attempts:  graph.Bound{Value: graph.Literal(strconv.Itoa(kongRetries)), Plus: 1, Kind: graph.BoundDefault, Pos: kongRow},
		RetriesOn: nginxWords["error"].Union(nginxWords["timeout"]),
		PerTry:    graph.Lasting(kongTimeout, graph.BoundDefault, kongRow),
		Backoff:   graph.Backoff{Kind: graph.BackoffNone},
		Renames:   answeredAs(502, 504),
		Implicit:  true, Cause: "kong-default",
	}
	if retries.Exists() && !retries.IsNull() {
		if n, ok := retries.IntLoose(); ok && n >= 0 && n <= 32767 {
			l.Attempts = graph.Bound{Value: graph.Literal(strconv.FormatInt(n, 10)), Plus: 1, Kind: graph.BoundConfigured, Pos: retries.Pos()}
			l.Name, l.Implicit, l.Cause = "kong retries", false, "kong retries "+retries.Pos().String()
			if n == 0 {
				l.Name, l.RetriesOn, l.Note = l.Name+turnedOff, graph.ClassSet{}, ""
			}
		} else {
			p.problem(retries.Pos(), retries.IsTemplate(), "retries are no number from 0 to 32767: the default is taken")
		}
	}
	if timeout.Exists() && !timeout.IsNull() {
		if ms, ok := timeout.IntLoose(); ok && ms > 0 && ms < 1<<31 {
			l.PerTry = graph.Lasting(time.Duration(ms)*time.Millisecond, graph.BoundConfigured, timeout.Pos())
		} else {
			p.problem(timeout.Pos(), timeout.IsTemplate(), "read timeout is no number of milliseconds: the default is taken")
		}
	}
	return l
}
