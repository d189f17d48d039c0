package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// gocql sends a query once unless the cluster or the query has a RetryPolicy,
// which counts retries and goes to the next host. v1 repeats writes that are not
// idempotent too; v2, of Apache, only what Idempotent or DefaultIdempotence marks
// as such, so that its number is the most. One try has 11s.
var (
	_ = register("github.com/gocql/gocql", func() graph.Library {
		return gocql("gocql/gocql", "github.com/gocql/gocql", slices.Concat(
			each(gocqlSend(), "(*github.com/gocql/gocql.", gocqlQueries...),
			each(gocqlSend(), "(*github.com/gocql/gocql.Session).", "ExecuteBatch", "ExecuteBatchCAS", "MapExecuteBatchCAS"),
		),
			"github.com/gocql/gocql@v1.7.0 cluster.go:281",
			"github.com/gocql/gocql@v1.7.0 query_executor.go:169",
			"github.com/gocql/gocql@v1.7.0 policies.go:168",
			"github.com/gocql/gocql@v1.7.0 policies.go:193",
		)
	})
	_ = register(cassandraGocql, func() graph.Library {
		withContext := gocqlSend()
		withContext.NoContext = false
		return gocql("apache/cassandra-gocql-driver/v2", cassandraGocql, slices.Concat(
			each(gocqlSend(), "(*"+cassandraGocql+".", gocqlQueries...),
			each(gocqlSend(), "(*"+cassandraGocql+".", "Batch).Exec", "Batch).Iter", "Batch).ExecCAS", "Batch).MapExecCAS",
				"Session).ExecuteBatch", "Session).ExecuteBatchCAS", "Session).MapExecuteBatchCAS"),
			each(withContext, "(*"+cassandraGocql+".", "Query).ExecContext", "Query).IterContext", "Query).ScanContext",
				"Query).MapScanContext", "Query).ScanCASContext", "Query).MapScanCASContext",
				"Batch).ExecContext", "Batch).IterContext", "Batch).ExecCASContext", "Batch).MapExecCASContext"),
			each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: "cql", Address: maker, NoContext: true},
				"(*"+cassandraGocql+".Session).", "Batch"),
		),
			cassandraGocql+"@v2.1.2 cluster.go:354",
			cassandraGocql+"@v2.1.2 query_executor.go:211",
			cassandraGocql+"@v2.1.2 query_executor.go:215",
			cassandraGocql+"@v2.1.2 policies.go:168",
			cassandraGocql+"@v2.1.2 policies.go:182",
		)
	})
)

const cassandraGocql = "github.com/apache/cassandra-gocql-driver/v2"

var gocqlQueries = []string{"Query).Exec", "Query).Iter", "Query).Scan", "Query).MapScan", "Query).ScanCAS", "Query).MapScanCAS"}

func gocql(name, m string, sends []graph.LibraryCall, sources ...string) graph.Library {
	return graph.Library{
		Name: name,
		Calls: slices.Concat(sends,
			[]graph.LibraryCall{
				{Func: "(*" + m + ".Session).Query", Effect: graph.EffectConstructs, Protocol: "cql", Address: maker, Method: param(0), NoContext: true},
				{Func: "(*" + m + ".Session).NewBatch", Effect: graph.EffectConstructs, Protocol: "cql", Address: maker, NoContext: true},
				{Func: "(*" + m + ".ClusterConfig).CreateSession", Effect: graph.EffectConstructs, Protocol: "cql", Address: maker, NoContext: true},
				{Func: m + ".NewSession", Effect: graph.EffectConstructs, Protocol: "cql", Address: of(0), NoContext: true},
				{Func: m + ".NewCluster", Effect: graph.EffectConstructs, Protocol: "cql", Address: param(0), NoContext: true},
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: m + ".ClusterConfig.RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + m + ".Query).RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + m + ".Batch).RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: m + ".SimpleRetryPolicy.NumRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: m + ".ExponentialBackoffRetryPolicy.NumRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: m + ".ExponentialBackoffRetryPolicy.Min", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: m + ".ExponentialBackoffRetryPolicy.Max", Role: graph.RoleMax},
			{Kind: graph.KnobType, Name: m + ".ExponentialBackoffRetryPolicy", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
				Backoff: graph.BackoffExponential, Base: "100ms", Max: "10s", Jitter: true,
			}},
			{Kind: graph.KnobField, Name: m + ".DowngradingConsistencyRetryPolicy.ConsistencyLevelsToTry", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: m + ".ClusterConfig.Timeout", Role: graph.RolePerTry},
		},
		Sources: sources,
	}
}

func gocqlSend() graph.LibraryCall {
	return graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: "cql", Address: maker, Method: maker, NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "gocql RetryPolicy", Kind: graph.KindClientDefault, Attempts: 1, RetriesOn: graph.AnyClass, PerTry: "11s",
		}},
	}
}
