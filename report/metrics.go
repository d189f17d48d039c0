package report

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// convention is how a system names what it counts. The expressions are PromQL for
// one service; an empty one is not counted.
type convention struct {
	name, doc string
	// received are the calls of a service per second, attempts the attempts for each
	// call that somebody wanted, overflow the retries per second that a budget held
	// back, active the calls at work and busy the seconds of work per second.
	received, attempts, overflow, active, busy func(s string) string
}

// conventions are those whose names are known. Sources: the semantic conventions of
// OpenTelemetry for HTTP metrics, with the names Prometheus gives them and the
// service as job; Istio, Standard Metrics; Envoy, cluster statistics; gRPC proposal
// A66, OpenTelemetry metrics.
var conventions = []convention{
	{
		name: "opentelemetry", doc: "HTTP servers; the service is the label job",
		received: perSecondOf(`http_server_request_duration_seconds_count{job=%s}`),
		active:   sumOf(`http_server_active_requests{job=%s}`),
		busy:     perSecondOf(`http_server_request_duration_seconds_sum{job=%s}`),
	},
	{
		name: "istio", doc: "sidecars; the service is the label destination_workload",
		received: perSecondOf(`istio_requests_total{reporter="destination",destination_workload=%s}`),
	},
	{
		name: "envoy", doc: "proxies; the service is the label envoy_cluster_name",
		received: perSecondOf(`envoy_cluster_upstream_rq_total{envoy_cluster_name=%s}`),
		attempts: func(s string) string {
			all := perSecondOf(`envoy_cluster_upstream_rq_total{envoy_cluster_name=%s}`)(s)
			return fmt.Sprintf("%s / (%s - %s)", all, all, perSecondOf(`envoy_cluster_upstream_rq_retry{envoy_cluster_name=%s}`)(s))
		},
		overflow: perSecondOf(`envoy_cluster_upstream_rq_retry_overflow{envoy_cluster_name=%s}`),
		active:   sumOf(`envoy_cluster_upstream_rq_active{envoy_cluster_name=%s}`),
		busy: func(s string) string {
			return perSecondOf(`envoy_cluster_upstream_rq_time_sum{envoy_cluster_name=%s}`)(s) + " / 1000"
		},
	},
	{
		name: "grpc", doc: "gRPC servers, by the label job, and clients, by grpc_target",
		received: perSecondOf(`grpc_server_call_started_total{job=%s}`),
		attempts: func(s string) string {
			return perSecondTo(`grpc_client_attempt_started_total{grpc_target=~%s}`)(s) + " / " + perSecondTo(`grpc_client_call_duration_seconds_count{grpc_target=~%s}`)(s)
		},
	},
}

func perSecondOf(series string) func(string) string {
	return func(s string) string { return "sum(rate(" + fmt.Sprintf(series, strconv.Quote(s)) + "[1m]))" }
}

// perSecondTo is the same for an address that holds the name of the service.
func perSecondTo(series string) func(string) string {
	return func(s string) string {
		return "sum(rate(" + fmt.Sprintf(series, strconv.Quote("(.*[/.])?"+regexp.QuoteMeta(s)+"([.:].*)?")) + "[1m]))"
	}
}

func sumOf(series string) func(string) string {
	return func(s string) string { return "sum(" + fmt.Sprintf(series, strconv.Quote(s)) + ")" }
}

// Conventions are the names that WriteMetrics knows, with what each is.
func Conventions() []Format {
	var all []Format
	for _, c := range conventions {
		all = append(all, Format{Name: c.name, Doc: c.doc})
	}
	return all
}

// WriteMetrics writes Prometheus rules for a result, by the names of one convention:
// for each service what it receives, that for each call of the entry, attempts for
// each call wanted, and alerts for what the figures warn of.
func WriteMetrics(w io.Writer, r *graph.Result, conventionName string) error {
	i := slices.IndexFunc(conventions, func(c convention) bool { return c.name == conventionName })
	if i < 0 {
		return fmt.Errorf("unknown convention %q", conventionName)
	}
	m := &metrics{convention: &conventions[i], result: r}
	m.line("# Written by ampcheck metrics, by the names of %s: %s.", m.name, m.doc)
	m.line("groups:")
	m.line("  - name: ampcheck")
	m.line("    rules:")
	for i := range r.Nodes {
		if n := &r.Nodes[i]; n.Kind != graph.NodeClient && (n.Entry != "" || n.IsEntry != "") {
			m.node(n)
		}
	}
	if m.rules == 0 {
		m.b.Truncate(bytes.Index(m.b.Bytes(), []byte("groups:")))
		m.line("groups: []")
	}
	_, err := w.Write(m.b.Bytes())
	return err
}

type metrics struct {
	*convention
	result *graph.Result
	b      bytes.Buffer
	rules  int
}

func (m *metrics) line(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

// node writes the rules of one service.
func (m *metrics) node(n *graph.NodeInfo) {
	m.record("ampcheck:received:rate1m", n.ID, "", m.received(n.ID))
	if m.attempts != nil {
		m.record("ampcheck:attempts_per_call:ratio1m", n.ID, "", m.attempts(n.ID))
	}
	if front := m.front(n); front != "" && front != n.ID && n.Happy > 0 {
		m.record("ampcheck:received_per_entry:ratio1m", n.ID, front, m.received(n.ID)+" / "+m.received(front))
		m.amplified(n, front)
	}
	if m.overflow != nil && m.budgeted(n.ID) {
		m.alert("AmpcheckBudgetExhausted", n.ID, m.overflow(n.ID)+" > 0",
			fmt.Sprintf("the retry budget of calls of %s is used up: what fails now is not tried again", n.ID))
	}
	if m.active != nil && m.busy != nil {
		m.alert("AmpcheckWorkPilesUp", n.ID, fmt.Sprintf("%s > 2 * (%s) and %s > 10", m.active(n.ID), m.busy(n.ID), m.active(n.ID)),
			fmt.Sprintf("more calls of %s are at work than its rate and latency account for: they wait, or nobody waits for them", n.ID))
	}
}

// amplified is the alert of a service that gets twice the calls it gets when nothing
// fails.
func (m *metrics) amplified(n *graph.NodeInfo, front string) {
	most := callsOf(n)
	if !n.Unbounded && n.Calls < 2*n.Happy {
		return
	}
	m.alert("AmpcheckAmplified", n.ID, fmt.Sprintf("%s / %s > %s", m.received(n.ID), m.received(front), ratio(2*n.Happy.Float()/m.happyOf(front))),
		fmt.Sprintf("%s gets more than twice the calls for each one at %s than when nothing fails (%s); retries can make it %s for one at %s", n.ID, front, n.Happy, most, n.Entry))
}

// happyOf is how many calls a service gets for one at its entry when nothing fails.
func (m *metrics) happyOf(id string) float64 {
	for i := range m.result.Nodes {
		if n := &m.result.Nodes[i]; n.ID == id && n.Happy > 0 {
			return n.Happy.Float()
		}
	}
	return 1
}

// front is the service whose calls those of a node are compared with: its entry, or
// what that calls first where it is a client, which counts nothing.
func (m *metrics) front(n *graph.NodeInfo) string {
	for i := range m.result.Nodes {
		e := &m.result.Nodes[i]
		if e.ID != n.Entry || e.Kind != graph.NodeClient {
			continue
		}
		for k := range m.result.Edges {
			if m.result.Edges[k].From == e.ID {
				return m.result.Edges[k].To
			}
		}
		return ""
	}
	return n.Entry
}

func (m *metrics) budgeted(id string) bool {
	return slices.ContainsFunc(m.result.Edges, func(e graph.EdgeInfo) bool {
		return e.To == id && slices.ContainsFunc(e.Layers, func(l graph.LayerInfo) bool { return l.Budget != nil })
	})
}

func (m *metrics) record(name, tier, entry, expr string) {
	m.rules++
	m.line("      - record: %s", name)
	m.line("        expr: %s", yamlText(expr))
	labels := "tier: " + yamlText(tier)
	if entry != "" {
		labels += ", entry: " + yamlText(entry)
	}
	m.line("        labels: {%s}", labels)
}

func (m *metrics) alert(name, tier, expr, summary string) {
	m.rules++
	m.line("      - alert: %s", name)
	m.line("        expr: %s", yamlText(expr))
	m.line("        for: 1m")
	m.line("        labels: {severity: warning, tier: %s}", noTemplate(tier))
	m.line("        annotations: {summary: %s}", noTemplate(summary))
}

// noTemplate is a text of an alert, which Prometheus takes for a template.
func noTemplate(s string) string { return yamlText(strings.ReplaceAll(s, "{{", "{ {")) }

// yamlText is a text in single quotes, in which nothing has a meaning but they.
func yamlText(s string) string { return "'" + strings.ReplaceAll(Plain(s), "'", "''") + "'" }
