// Istio asks the route builder of Istio's own control plane what it tells the
// proxies for each set of ../sets, and writes it down.
//
//	cd testdata/oracle/istio && go run . [-o ../istio.json]
//
// Building it takes a quarter of an hour the first time.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	cluster "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	route "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	"istio.io/istio/pilot/pkg/config/kube/crd"
	"istio.io/istio/pilot/pkg/model"
	"istio.io/istio/pilot/pkg/networking/core"
	"istio.io/istio/pilot/pkg/serviceregistry/provider"
	"istio.io/istio/pkg/config/host"
	"istio.io/istio/pkg/config/mesh"
	"istio.io/istio/pkg/config/protocol"
	"istio.io/istio/pkg/config/visibility"
	"istio.io/istio/pkg/test"
	istiosets "istio.io/istio/pkg/util/sets"

	"github.com/ampcheck/ampcheck/testdata/oracle/sets"
)

func main() {
	out := flag.String("o", "../istio.json", "file to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "istio:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	record := sets.Record{Inputs: sets.Hash(), Version: version()}
	var refused []error
	for i := range uint64(sets.Sets) {
		a, err := ask(sets.New(i))
		if err != nil {
			refused = append(refused, fmt.Errorf("set %d: %w", i, err))
		}
		record.Sets = append(record.Sets, a)
	}
	for i := range uint64(sets.Mutants) {
		_, m, field := sets.Mutant(i)
		a, err := ask(m)
		if err != nil {
			refused = append(refused, fmt.Errorf("mutant %d, %s: %w", i, field, err))
		}
		record.Mutants = append(record.Mutants, a)
	}
	if len(refused) > 0 {
		return errors.Join(refused...)
	}
	data, err := json.Marshal(record)
	if err != nil {
		return err
	}
	// One set a line.
	text := strings.ReplaceAll(string(data), `],[{"proxy"`, "],\n[{\"proxy\"")
	return os.WriteFile(out, append([]byte(text), '\n'), 0o644)
}

// version is that of Istio's module.
func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, d := range info.Deps {
		if d.Path == "istio.io/istio" {
			return d.Version
		}
	}
	return ""
}

// ask is what all proxies of a set are told.
func ask(s *sets.Set) (a sets.Answer, err error) {
	configs, _, err := crd.ParseInputs(s.Objects())
	if err != nil {
		return nil, err
	}
	for i := range configs {
		configs[i].Domain = "cluster.local"
	}
	m, err := mesh.ApplyMeshConfig(s.MeshConfig(), mesh.DefaultMeshConfig())
	if err != nil {
		return nil, err
	}
	err = test.Wrap(func(t test.Failer) {
		cg := core.NewConfigGenTest(t, core.TestOptions{Configs: configs, MeshConfig: m, Services: services()})
		for _, ns := range sets.Namespaces {
			p := cg.SetupProxy(&model.Proxy{ConfigNamespace: ns})
			a = append(a, routes(ns, cg.Routes(p), cg.Clusters(p))...)
		}
		p := cg.SetupProxy(&model.Proxy{
			Type: model.Router, ConfigNamespace: sets.Root, Labels: map[string]string{"istio": "edge"},
			Metadata: &model.NodeMetadata{Namespace: sets.Root, Labels: map[string]string{"istio": "edge"}},
		})
		a = append(a, routes(sets.Gateway, cg.Routes(p), cg.Clusters(p))...)
	})
	return a, err
}

// services are those of all sets, known to everybody.
func services() []*model.Service {
	var all []*model.Service
	for i, name := range sets.Hosts() {
		all = append(all, &model.Service{
			Hostname: host.Name(name), DefaultAddress: fmt.Sprintf("10.0.0.%d", i+1), Resolution: model.ClientSideLB,
			Ports: []*model.Port{{Name: "http", Port: 80, Protocol: protocol.HTTP}},
			Attributes: model.ServiceAttributes{
				ServiceRegistry: provider.Kubernetes, Name: strings.Split(name, ".")[0], Namespace: strings.Split(name, ".")[1],
				ExportTo: istiosets.New(visibility.Public),
			},
		})
	}
	return all
}

// routes are those of a proxy to the hosts of the sets, in its order.
func routes(proxy string, configs []*route.RouteConfiguration, clusters []*cluster.Cluster) sets.Answer {
	var a sets.Answer
	for _, c := range configs {
		for _, v := range c.VirtualHosts {
			for _, name := range sets.Hosts() {
				if !slices.Contains(v.Domains, name) && !slices.Contains(v.Domains, name+":80") {
					continue
				}
				for _, r := range v.Routes {
					a = append(a, one(proxy, name, r, clusters))
				}
			}
		}
	}
	return a
}

func one(proxy, name string, r *route.Route, clusters []*cluster.Cluster) sets.Route {
	out := sets.Route{Proxy: proxy, Host: name, Name: r.Name}
	action := r.GetRoute()
	if action == nil {
		return out
	}
	if c := action.GetCluster(); c != "" {
		out.To = []string{c}
	}
	for _, w := range action.GetWeightedClusters().GetClusters() {
		if w.GetWeight().GetValue() > 0 {
			out.To = append(out.To, w.Name)
		}
	}
	for _, m := range action.RequestMirrorPolicies {
		out.Mirrors = append(out.Mirrors, m.Cluster)
	}
	if action.Timeout != nil {
		out.Timeout = action.Timeout.AsDuration().String()
	}
	if p := action.RetryPolicy; p != nil {
		out.Retries, out.On, out.Codes = int(p.GetNumRetries().GetValue()), p.RetryOn, p.RetriableStatusCodes
		if p.PerTryTimeout != nil {
			out.PerTry = p.PerTryTimeout.AsDuration().String()
		}
		if p.RetryBackOff != nil {
			out.Backoff = p.RetryBackOff.BaseInterval.AsDuration().String()
		}
	}
	for _, to := range out.To {
		most := limit(to, clusters)
		if parts := strings.Split(to, "|"); most == "" && len(parts) == 4 { // a subset that no rule defines: all of the host
			parts[2] = ""
			most = limit(strings.Join(parts, "|"), clusters)
		}
		out.Caps = append(out.Caps, most)
	}
	return out
}

// limit is what limits the retries to a cluster: a number that run at once, or
// the share of a budget and its floor; "" where there is no such cluster.
func limit(name string, clusters []*cluster.Cluster) string {
	for _, c := range clusters {
		if c.Name != name {
			continue
		}
		for _, t := range c.GetCircuitBreakers().GetThresholds() {
			if b := t.RetryBudget; b != nil {
				percent, floor := 20.0, uint32(3) // those of the proxy where none is sent
				if b.BudgetPercent != nil {
					percent = b.BudgetPercent.Value
				}
				if b.MinRetryConcurrency != nil {
					floor = b.MinRetryConcurrency.Value
				}
				return fmt.Sprintf("%g%% %d", percent, floor)
			}
			return fmt.Sprint(t.GetMaxRetries().GetValue())
		}
		return "none"
	}
	return ""
}
