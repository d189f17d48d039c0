package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// redis/go-redis v9 tries a command up to 4 times, writes too, after a reset, a
// timeout, a pool without a free connection, and the replies that say the server
// cannot answer now (LOADING, READONLY, MASTERDOWN, CLUSTERDOWN, TRYAGAIN,
// NOREPLICAS) or has too many clients. Since v9.15.0 each try dials up to 5
// times. MaxRetries 0 is the default and -1 switches the outer layer off, not
// the dials. A ClusterClient does not retry on its nodes but follows up to 3
// redirects, which count its failures too; a Ring retries over its shards.
//
// go-redis/redis/v8, as v8 was called, does the same without the dials, and does
// not know MASTERDOWN and NOREPLICAS.
//
// Commands are methods of cmdable, promoted to every client, and of interfaces
// whose names end in Cmdable. On a pipeline they are only queued; Exec sends
// them.
var (
	_ = register(goRedisModule, func() graph.Library {
		return goRedis("", "v9.15.0", goRedisTimes{"8ms", "512ms", "3s"}, 0,
			"github.com/redis/go-redis/v9@v9.14.1 options.go:301",
			"github.com/redis/go-redis/v9@v9.14.1 redis.go:487",
			"github.com/redis/go-redis/v9@v9.14.1 error.go:63",
			"github.com/redis/go-redis/v9@v9.14.1 osscluster.go:139",
			"github.com/redis/go-redis/v9@v9.14.1 osscluster.go:170",
			"github.com/redis/go-redis/v9@v9.14.1 ring.go:219",
			"github.com/redis/go-redis/v9@v9.14.1 ring.go:772",
		)
	})
	_ = register(goRedisModule, func() graph.Library {
		return goRedis("v9.15.0", "v9.22.0", goRedisTimes{"8ms", "512ms", "3s"}, 5,
			"github.com/redis/go-redis/v9@v9.21.0 options.go:342",
			"github.com/redis/go-redis/v9@v9.21.0 options.go:345",
			"github.com/redis/go-redis/v9@v9.21.0 options.go:397",
			"github.com/redis/go-redis/v9@v9.21.0 redis.go:848",
			"github.com/redis/go-redis/v9@v9.21.0 error.go:84",
			"github.com/redis/go-redis/v9@v9.21.0 osscluster.go:202",
			"github.com/redis/go-redis/v9@v9.21.0 osscluster.go:248",
			"github.com/redis/go-redis/v9@v9.21.0 ring.go:791",
			"github.com/redis/go-redis/v9@v9.21.0 internal/pool/pool.go:680",
		)
	})
	_ = register(goRedisModule, func() graph.Library {
		return goRedis("v9.22.0", "", goRedisTimes{"10ms", "1s", "5s"}, 5,
			"github.com/redis/go-redis/v9@v9.23.0 options.go:696",
			"github.com/redis/go-redis/v9@v9.23.0 options.go:699",
			"github.com/redis/go-redis/v9@v9.23.0 options.go:741",
			"github.com/redis/go-redis/v9@v9.23.0 options.go:768",
			"github.com/redis/go-redis/v9@v9.23.0 options.go:774",
			"github.com/redis/go-redis/v9@v9.23.0 options.go:780",
			"github.com/redis/go-redis/v9@v9.23.0 redis.go:1593",
			"github.com/redis/go-redis/v9@v9.23.0 error.go:84",
			"github.com/redis/go-redis/v9@v9.23.0 osscluster.go:231",
			"github.com/redis/go-redis/v9@v9.23.0 osscluster.go:278",
			"github.com/redis/go-redis/v9@v9.23.0 ring.go:241",
			"github.com/redis/go-redis/v9@v9.23.0 ring.go:858",
			"github.com/redis/go-redis/v9@v9.23.0 internal/pool/pool.go:726",
		)
	})
)

// go-redis/redis/v8 is the same client before it moved.
var _ = register(goRedisV8, func() graph.Library {
	layers := goRedisLayers(goRedisTimes{"8ms", "512ms", "3s"}, 0)
	return graph.Library{
		Name: "go-redis/redis/v8",
		Calls: slices.Concat(goRedisCalls(goRedisV8, layers),
			each(goRedisScript(layers), "(*"+goRedisV8+".Script).", "Run", "Eval", "EvalSha", "Load", "Exists"),
			goRedisURL(goRedisV8, "ParseURL")),
		Knobs: goRedisKnobs(goRedisV8, false),
		Sources: []string{
			"github.com/go-redis/redis/v8@v8.11.5 options.go:171",
			"github.com/go-redis/redis/v8@v8.11.5 options.go:177",
			"github.com/go-redis/redis/v8@v8.11.5 redis.go:308",
			"github.com/go-redis/redis/v8@v8.11.5 error.go:28",
			"github.com/go-redis/redis/v8@v8.11.5 cluster.go:114",
			"github.com/go-redis/redis/v8@v8.11.5 ring.go:139",
			"github.com/go-redis/redis/v8@v8.11.5 ring.go:596",
		},
	}
})

const (
	goRedisV8     = "github.com/go-redis/redis/v8"
	goRedisModule = "github.com/redis/go-redis/v9"

	redisProtocol graph.Protocol = "redis"
)

// goRedisTimes are the defaults that have changed.
type goRedisTimes struct{ base, max, read string }

func goRedis(since, before string, times goRedisTimes, dials int, sources ...string) graph.Library {
	layers := goRedisLayers(times, dials)
	return graph.Library{
		Name: "redis/go-redis/v9", Since: since, Before: before,
		Calls: slices.Concat(goRedisCalls(goRedisModule, layers),
			each(goRedisScript(layers), "(*"+goRedisModule+".Script).", "Run", "RunRO", "Eval", "EvalRO", "EvalSha", "EvalShaRO", "Load", "Exists"),
			goRedisURL(goRedisModule, "ParseURL", "ParseClusterURL")),
		Knobs: goRedisKnobs(goRedisModule, dials > 0), Sources: sources,
	}
}

func goRedisLayers(times goRedisTimes, dials int) []graph.LibraryLayer {
	layers := []graph.LibraryLayer{{
		Name: "redis/go-redis MaxRetries", Kind: graph.KindClientDefault,
		Attempts: 4, RetriesOn: transport.Union(on("unavailable", "overload")),
		PerTry: times.read, Backoff: graph.BackoffExponential, Base: times.base, Max: times.max, Jitter: true,
	}}
	if dials > 0 {
		layers = append(layers, graph.LibraryLayer{
			Name: "redis/go-redis DialerRetries", Kind: graph.KindClientDefault,
			Attempts: dials, RetriesOn: unsent, PerTry: "5s", Backoff: graph.BackoffConstant, Base: "100ms",
		})
	}
	return layers
}

func goRedisCommand(layers []graph.LibraryLayer) graph.LibraryCall {
	return graph.LibraryCall{Effect: graph.EffectRemote, Protocol: redisProtocol, Address: maker, Layers: layers}
}

func goRedisScript(layers []graph.LibraryLayer) graph.LibraryCall {
	script := goRedisCommand(layers)
	script.Address = of(1)
	return script
}

func goRedisURL(m string, names ...string) []graph.LibraryCall {
	return each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: param(0), NoContext: true}, m+".", names...)
}

func goRedisCalls(m string, layers []graph.LibraryLayer) []graph.LibraryCall {
	queued := []string{"*" + m + ".Pipeline", m + ".Pipeliner"}
	command := goRedisCommand(layers)
	calls := each(command, "("+m+".", "Pipeliner).Exec", "Cmdable).Pipelined", "Cmdable).TxPipelined", "UniversalClient).Do", "UniversalClient).Process")
	calls = append(calls, each(command, "(*"+m+".", "Pipeline).Exec")...)
	watch := graph.LibraryCall{Effect: graph.EffectRuns, Runs: param(1)}
	for _, client := range []string{"Client", "ClusterClient", "Ring"} {
		calls = append(calls, each(command, "(*"+m+"."+client+").", "Process", "Pipelined", "TxPipelined")...)
		calls = append(calls, each(watch, "(*"+m+"."+client+").", "Watch")...)
	}
	calls = append(calls, each(watch, "("+m+".UniversalClient).", "Watch")...)
	pipeline := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: maker, NoContext: true}
	calls = append(calls, each(pipeline, "("+m+".Cmdable).", "Pipeline", "TxPipeline")...)
	command.Except = queued
	calls = append(calls, each(command, "("+m+".", "cmdable).*", "*Cmdable).*")...)
	for _, client := range []string{"Client", "ClusterClient", "Ring"} {
		calls = append(calls, each(pipeline, "(*"+m+"."+client+").", "Pipeline", "TxPipeline")...)
	}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: redisProtocol, Options: param(0)}
	for _, c := range []struct{ name, field string }{
		{"NewClient", "Addr"},
		{"NewClusterClient", "Addrs"},
		{"NewRing", "Addrs"},
		{"NewFailoverClient", "SentinelAddrs"},
		{"NewFailoverClusterClient", "SentinelAddrs"},
		{"NewUniversalClient", "Addrs"},
	} {
		constructs.Func, constructs.Address = m+"."+c.name, fieldOf(0, c.field)
		calls = append(calls, constructs)
	}
	return calls
}

func goRedisKnobs(m string, dials bool) []graph.Knob {
	knobs := []graph.Knob{
		{Kind: graph.KnobField, Name: m + ".ClusterOptions.MaxRedirects", Role: graph.RoleRetries, Zero: "default", Minus: "one"},
		{Kind: graph.KnobDSN, Name: "max_retries", Role: graph.RoleRetries, Zero: "default", Minus: "one"},
	}
	for _, t := range []string{"Options", "RingOptions", "FailoverOptions", "UniversalOptions"} {
		knobs = append(knobs, graph.Knob{
			Kind: graph.KnobField, Name: m + "." + t + ".MaxRetries", Role: graph.RoleRetries, Zero: "default", Minus: "one",
		})
	}
	for _, t := range []string{"Options", "ClusterOptions", "RingOptions", "FailoverOptions", "UniversalOptions"} {
		knobs = append(knobs,
			graph.Knob{Kind: graph.KnobField, Name: m + "." + t + ".MinRetryBackoff", Role: graph.RoleBase, Zero: "default", Minus: "none"},
			graph.Knob{Kind: graph.KnobField, Name: m + "." + t + ".MaxRetryBackoff", Role: graph.RoleMax, Zero: "default", Minus: "none"},
			graph.Knob{Kind: graph.KnobField, Name: m + "." + t + ".ReadTimeout", Role: graph.RolePerTry, Zero: "default", Minus: "unbounded"},
		)
		if dials {
			knobs = append(knobs,
				graph.Knob{Kind: graph.KnobField, Name: m + "." + t + ".DialerRetries", Role: graph.RoleAttempts, Layer: 1, Zero: "default", Minus: "default"},
				graph.Knob{Kind: graph.KnobField, Name: m + "." + t + ".DialTimeout", Role: graph.RolePerTry, Layer: 1, Zero: "default"},
				graph.Knob{Kind: graph.KnobField, Name: m + "." + t + ".DialerRetryTimeout", Role: graph.RoleBase, Layer: 1, Zero: "default"},
			)
		}
	}
	return knobs
}
