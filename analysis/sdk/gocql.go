package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// gocql sends a query once unless the cluster or the query has a RetryPolicy,
// which counts retries and goes to the next host; v1 repeats writes that are
// not idempotent too. One try has 11s.
var _ = register(gocql, func() graph.Library {
	return graph.Library{
		Name: "gocql/gocql",
		Calls: slices.Concat(
			each(gocqlSend(), "(*"+gocql+".", "Query).Exec", "Query).Iter", "Query).Scan", "Query).MapScan", "Query).ScanCAS", "Query).MapScanCAS",
				"Session).ExecuteBatch", "Session).ExecuteBatchCAS"),
			[]graph.LibraryCall{
				{Func: "(*" + gocql + ".Session).Query", Effect: graph.EffectConstructs, Protocol: "cql", Address: maker, Method: param(0), NoContext: true},
				{Func: "(*" + gocql + ".ClusterConfig).CreateSession", Effect: graph.EffectConstructs, Protocol: "cql", Address: maker, NoContext: true},
				{Func: gocql + ".NewCluster", Effect: graph.EffectConstructs, Protocol: "cql", Address: param(0), NoContext: true},
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: gocql + ".ClusterConfig.RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + gocql + ".Query).RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: gocql + ".SimpleRetryPolicy.NumRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: gocql + ".ExponentialBackoffRetryPolicy.NumRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: gocql + ".ExponentialBackoffRetryPolicy.Min", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: gocql + ".ExponentialBackoffRetryPolicy.Max", Role: graph.RoleMax},
			{Kind: graph.KnobType, Name: gocql + ".ExponentialBackoffRetryPolicy", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
				Backoff: graph.BackoffExponential, Base: "100ms", Max: "10s", Jitter: true,
			}},
			{Kind: graph.KnobField, Name: gocql + ".DowngradingConsistencyRetryPolicy.ConsistencyLevelsToTry", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: gocql + ".ClusterConfig.Timeout", Role: graph.RolePerTry},
		},
		Sources: []string{
			"github.com/gocql/gocql@v1.7.0 cluster.go:281",
			"github.com/gocql/gocql@v1.7.0 query_executor.go:169",
			"github.com/gocql/gocql@v1.7.0 policies.go:168",
			"github.com/gocql/gocql@v1.7.0 policies.go:193",
		},
	}
})

const gocql = "github.com/gocql/gocql"

func gocqlSend() graph.LibraryCall {
	return graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: "cql", Address: maker, Method: maker, NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "gocql RetryPolicy", Kind: graph.KindClientDefault, Attempts: 1, RetriesOn: graph.AnyClass, PerTry: "11s",
		}},
	}
}
