package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// gomodule/redigo sends a command once.
var _ = register("github.com/gomodule/redigo", func() graph.Library {
	return graph.Library{
		Name: "gomodule/redigo",
		Calls: []graph.LibraryCall{
			{Func: "(" + redigo + ".Conn).Do", Effect: graph.EffectRemote, Protocol: redisProtocol, Address: maker, NoContext: true},
			{Func: redigo + ".DoContext", Effect: graph.EffectRemote, Protocol: redisProtocol, Address: of(0)},
			{Func: redigo + ".DoWithTimeout", Effect: graph.EffectRemote, Protocol: redisProtocol, Address: of(0), NoContext: true},
			{Func: redigo + ".Dial", Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: param(1), NoContext: true},
			{Func: redigo + ".DialContext", Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: param(2)},
			{Func: redigo + ".DialURL", Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: param(0), NoContext: true},
			{Func: "(*" + redigo + ".Pool).Get", Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: maker, NoContext: true},
			{Func: "(*" + redigo + ".Pool).GetContext", Effect: graph.EffectConstructs, Protocol: redisProtocol, Address: maker},
		},
		Sources: []string{"github.com/gomodule/redigo@v1.9.3 redis/conn.go:776"},
	}
})

const redigo = "github.com/gomodule/redigo/redis"

// redis/rueidis repeats a read-only command after errors of the network, and
// while the server loads its data, until the context ends, a write not at all:
// the row is that of a read. The constant named defaultMaxRetries limits only how
// long the pauses grow.
var _ = register(rueidis, func() graph.Library {
	return graph.Library{
		Name: "redis/rueidis",
		Calls: slices.Concat(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: redisProtocol, Address: maker,
				Layers: []graph.LibraryLayer{{
					Name: "redis/rueidis", Kind: graph.KindClientDefault, RetriesOn: transport.Union(on("unavailable")),
					Backoff: graph.BackoffExponential, Base: "2us", Max: "1s", Jitter: true,
				}},
			}, "("+rueidis+".", "CommandClient).Do", "CommandClient).DoMulti", "Client).DoCache", "Client).DoMultiCache"),
			[]graph.LibraryCall{{
				Func: rueidis + ".NewClient", Effect: graph.EffectConstructs, Protocol: redisProtocol,
				Address: fieldOf(0, "InitAddress"), Options: param(0), NoContext: true,
			}},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: rueidis + ".ClientOption.DisableRetry", Role: graph.RoleAttempts, Fixed: "1"},
		},
		Sources: []string{
			"github.com/redis/rueidis@v1.0.79 client.go:59",
			"github.com/redis/rueidis@v1.0.79 retry.go:12",
			"github.com/redis/rueidis@v1.0.79 retry.go:82",
		},
	}
})

const rueidis = "github.com/redis/rueidis"

// bradfitz/gomemcache sends a command once.
var _ = register("github.com/bradfitz/gomemcache", func() graph.Library {
	return graph.Library{
		Name: "bradfitz/gomemcache",
		Calls: append(
			each(graph.LibraryCall{Effect: graph.EffectRemote, Protocol: "memcached", Address: maker, NoContext: true},
				"(*github.com/bradfitz/gomemcache/memcache.Client).",
				"Get", "GetMulti", "Set", "Add", "Replace", "Append", "Prepend", "CompareAndSwap", "Delete", "DeleteAll", "FlushAll",
				"Touch", "GetAndTouch", "Increment", "Decrement", "Ping"),
			graph.LibraryCall{
				Func: "github.com/bradfitz/gomemcache/memcache.New", Effect: graph.EffectConstructs, Protocol: "memcached",
				Address: param(0), NoContext: true,
			},
			graph.LibraryCall{
				Func: "github.com/bradfitz/gomemcache/memcache.NewFromSelector", Effect: graph.EffectConstructs, Protocol: "memcached",
				Address: of(0), NoContext: true,
			},
			graph.LibraryCall{
				Func: "(*github.com/bradfitz/gomemcache/memcache.ServerList).SetServers", Effect: graph.EffectConstructs, Protocol: "memcached",
				Address: param(0), NoContext: true,
			},
		),
		Sources: []string{"github.com/bradfitz/gomemcache@v0.0.0-20260422231931-4d751bb6e37c memcache/memcache.go:335"},
	}
})
