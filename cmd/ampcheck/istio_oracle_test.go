package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
	"github.com/ampcheck/ampcheck/testdata/oracle/sets"
)

var allSets = flag.Bool("all-sets", false, "compare all sets of objects with the answers of their own code, not one in five")

// What the scanner and Link make of each set of objects is what Istio's own
// control plane tells the proxies; the answer to a set that differs in one field
// changes exactly when theirs does.
func TestIstioOracle(t *testing.T) {
	var record sets.Record
	data, err := os.ReadFile("../../testdata/oracle/istio.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	if hash := sets.Hash(); record.Inputs != hash || len(record.Sets) != sets.Sets || len(record.Mutants) != sets.Mutants {
		t.Fatalf("the record is of other sets, %s and not %s: run go run . in testdata/oracle/istio", record.Inputs, hash)
	}
	step := uint64(5)
	if *allSets {
		step = 1
	}
	read := map[uint64][]string{}
	for i := uint64(0); i < sets.Sets; i += step {
		read[i] = compareAnswers(t, fmt.Sprintf("set %d", i), sets.New(i), record.Sets[i])
	}
	for i := uint64(0); i < sets.Mutants; i += step {
		of, mutant, field := sets.Mutant(i)
		name, n := fmt.Sprintf("mutant %d, %s", i, field), of.Number()
		if read[n] == nil {
			read[n] = linkedRoutes(t, of)
		}
		ours := !slices.Equal(read[n], compareAnswers(t, name, mutant, record.Mutants[i]))
		if theirs := !slices.Equal(upstream(record.Sets[n]), upstream(record.Mutants[i])); ours != theirs {
			t.Errorf("%s: the answer changes: %v, Istio's: %v", name, ours, theirs)
		}
	}
}

// compareAnswers compares the routes of a set, and returns them as they are read.
func compareAnswers(t *testing.T, name string, s *sets.Set, theirs sets.Answer) []string {
	t.Helper()
	got, want := linkedRoutes(t, s), upstream(theirs)
	if slices.Equal(got, want) {
		return got
	}
	only := func(a, b []string) (out []string) {
		for _, x := range a {
			if !slices.Contains(b, x) {
				out = append(out, x)
			}
		}
		return out
	}
	t.Errorf("%s:\nonly read:\n  %s\nonly of Istio:\n  %s\nof\n%s%s", name, strings.Join(only(got, want), "\n  "), strings.Join(only(want, got), "\n  "), s.Objects(), s.MeshConfig())
	return got
}

// upstream are the routes of an answer, each once: who calls which host, where
// it leads, and what is repeated.
func upstream(a sets.Answer) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range a {
		seen[r.Proxy+" "+r.Host] = true
		policy, host := routePolicy(&r), r.Host
		if r.Proxy == sets.Gateway {
			host = anyHost
		}
		for i, to := range r.To {
			out = append(out, routeText(r.Proxy, host, serviceOfCluster(to), policy, r.Caps[i]))
		}
		if len(r.To) == 0 { // a redirect: the caller calls once
			out = append(out, routeText(r.Proxy, host, serviceOfCluster("|||"+r.Host), layerText{attempts: 1}, ""))
		}
	}
	for _, ns := range sets.Namespaces { // what a sidecar does not know passes through it
		for _, h := range sets.Hosts() {
			if !seen[ns+" "+h] {
				out = append(out, routeText(ns, h, serviceOfCluster("|||"+h), layerText{attempts: 1}, ""))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// anyHost stands for the hosts that a gateway is called by: its calls are those
// of one node.
const anyHost = "any host"

// layerText is what a policy does, in a form that can be compared.
type layerText struct {
	attempts        graph.Count
	classes         string
	perTry, overall time.Duration
}

func routeText(caller, host, to string, l layerText, limit string) string {
	if l.classes == "" { // none that a hop of HTTP shows
		l.attempts = 1
	}
	if l.attempts == 1 { // what does not retry has no cap on retries, and shows no failure of its own
		limit, l.classes = "", ""
	}
	return fmt.Sprintf("%s calls %s: %s, %d attempts on %s, each %s, all %s, cap %s", caller, host, to, l.attempts, l.classes, l.perTry, l.overall, limit)
}

// serviceOfCluster is a.shop of outbound|80|v1|a.shop.svc.cluster.local.
func serviceOfCluster(cluster string) string {
	host := cluster[strings.LastIndex(cluster, "|")+1:]
	return strings.Join(strings.SplitN(host, ".", 3)[:2], ".")
}

// routePolicy is the policy of a route as the proxy acts on it: a limit of one
// try that is not below the timeout of the route is dropped.
func routePolicy(r *sets.Route) layerText {
	l := layerText{attempts: graph.Count(r.Retries + 1), overall: parsedDuration(r.Timeout)}
	words := retryon.Parse(r.On)
	classes := words.Classes
	for _, code := range r.Codes {
		if c, ok := graph.HTTPClass(int(code)); ok && words.StatusCodes {
			classes = classes.Union(graph.NewClassSet(c))
		}
	}
	if l.perTry = parsedDuration(r.PerTry); l.overall > 0 && l.perTry >= l.overall {
		l.perTry = 0
	}
	l.classes = overHTTP(classes)
	return l
}

func parsedDuration(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}

// overHTTP are the classes that a hop of HTTP can show.
func overHTTP(s graph.ClassSet) string {
	for code := range 17 {
		if c, ok := graph.GRPCClass(code); ok {
			s = s.Minus(graph.NewClassSet(c))
		}
	}
	return s.Minus(graph.NewClassSet(graph.ClassConflict)).String()
}

// linkedRoutes are the routes of a set as they are linked.
func linkedRoutes(t *testing.T, s *sets.Set) []string {
	t.Helper()
	f, _, err := configscan.ScanReader("in.yaml", strings.NewReader(s.YAML()), configscan.Options{MeshVersions: map[string]string{"istio": "1.32"}})
	if err != nil {
		t.Fatal(err)
	}
	linked := graph.Link([]*graph.Fragment{f}, graph.DefaultPolicy()).System()
	var out []string
	for _, n := range linked.Nodes {
		if n.Service == sets.Gateway {
			eachRoute(linked, n.Body, func(to string, l layerText, limit string) {
				out = append(out, routeText(sets.Gateway, anyHost, to, l, limit))
			})
		}
		for _, ns := range sets.Namespaces {
			for i, host := range sets.Hosts() {
				if n.Service == sets.Caller(ns, i) {
					eachRoute(linked, n.Body, func(to string, l layerText, limit string) { out = append(out, routeText(ns, host, to, l, limit)) })
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// eachRoute calls f for each alternative of a body; of steps beside one another
// the first is the call, and the others are its copies.
func eachRoute(s *graph.System, body *graph.SystemStep, f func(to string, l layerText, limit string)) {
	switch {
	case body == nil:
	case body.Kind == graph.StepCall:
		l, limit := layerText{attempts: 1}, ""
		for _, n := range body.Layers {
			l, limit = linkedLayer(&s.Layers[n])
		}
		f(s.Nodes[body.To].Service, l, limit)
	case body.Kind == graph.StepPar:
		eachRoute(s, &body.Steps[0], f)
	default:
		for i := range body.Steps {
			eachRoute(s, &body.Steps[i], f)
		}
	}
}

func linkedLayer(l *graph.SystemLayer) (text layerText, limit string) {
	var set graph.ClassSet
	for _, t := range l.Tries {
		if t.Attempts > 1 {
			set = set.Union(t.Classes)
		}
	}
	text = layerText{attempts: l.Attempts, classes: overHTTP(set), perTry: l.PerTry, overall: l.Overall}
	switch b := l.Budget; {
	case b == nil:
		limit = strconv.Itoa(1<<32 - 1) // that of the mesh
	case b.Kind == graph.BudgetConcurrent:
		limit = strconv.FormatFloat(b.MinConcurrent, 'f', -1, 64)
	default:
		limit = fmt.Sprintf("%g%% %g", b.Ratio*100, b.MinConcurrent)
	}
	return text, limit
}
