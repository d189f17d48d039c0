package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// The MongoDB driver sends a read, and a write of single documents, twice by
// default: after errors of the network, a change of the primary or an
// interruption. UpdateMany and DeleteMany go once. A timeout of the client
// (SetTimeout, timeoutMS) makes the retries unlimited within it; in v2 so does a
// context that has a deadline. Replies that say the server is overloaded are
// retried twice by v2, those of every command but of reads or writes whose retries are
// switched off. WithTransaction runs its function
// again for up to 120s.
var (
	_ = register("go.mongodb.org/mongo-driver", func() graph.Library {
		return mongo("", 2,
			"go.mongodb.org/mongo-driver@v1.17.10 x/mongo/driver/operation.go:536",
			"go.mongodb.org/mongo-driver@v1.17.10 x/mongo/driver/operation.go:553",
			"go.mongodb.org/mongo-driver@v1.17.10 mongo/client.go:180",
			"go.mongodb.org/mongo-driver@v1.17.10 mongo/client.go:184",
			"go.mongodb.org/mongo-driver@v1.17.10 mongo/collection.go:504",
			"go.mongodb.org/mongo-driver@v1.17.10 mongo/session.go:28",
		)
	})
	_ = register("go.mongodb.org/mongo-driver/v2", func() graph.Library {
		return mongo("/v2", 3,
			"go.mongodb.org/mongo-driver/v2@v2.10.0 x/mongo/driver/operation.go:541",
			"go.mongodb.org/mongo-driver/v2@v2.10.0 x/mongo/driver/operation.go:556",
			"go.mongodb.org/mongo-driver/v2@v2.10.0 x/mongo/driver/operation.go:1011",
			"go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/client.go:46",
			"go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/client.go:185",
			"go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/session.go:31",
		)
	})
)

const mongoProtocol graph.Protocol = "mongodb"

func mongo(version string, overloaded int, sources ...string) graph.Library {
	module := "go.mongodb.org/mongo-driver" + version
	m, options := module+"/mongo", module+"/mongo/options"
	layers := func(name string) []graph.LibraryLayer {
		ls := []graph.LibraryLayer{{
			Name: "mongo-driver " + name, Kind: graph.KindClientDefault,
			Attempts: 2, RetriesOn: transport.Union(on("unavailable")), Backoff: graph.BackoffNone,
		}}
		if overloaded > 2 {
			ls = append(ls, graph.LibraryLayer{
				Name: "mongo-driver MaxAdaptiveRetries " + name, Kind: graph.KindClientDefault,
				Attempts: overloaded, RetriesOn: on("overload"),
				Backoff: graph.BackoffExponential, Base: "100ms", Max: "10s", Jitter: true,
			})
		}
		return ls
	}
	once := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: mongoProtocol, Address: maker, Mutates: graph.Yes}
	read, write := once, once
	if overloaded > 2 {
		once.Layers = layers("without retries")
		once.Layers[0].Attempts, once.Layers[0].RetriesOn = 1, graph.ClassSet{}
	}
	read.Layers, read.Mutates = layers("RetryReads"), graph.No
	write.Layers = layers("RetryWrites")
	calls := slices.Concat(
		each(read, "(*"+m+".Collection).", "Find", "FindOne", "Aggregate", "CountDocuments", "EstimatedDocumentCount", "Distinct", "Watch"),
		each(write, "(*"+m+".Collection).", "InsertOne", "InsertMany", "UpdateOne", "UpdateByID", "ReplaceOne", "DeleteOne",
			"FindOneAndUpdate", "FindOneAndReplace", "FindOneAndDelete", "BulkWrite"),
		each(once, "(*"+m+".Collection).", "UpdateMany", "DeleteMany", "Drop"),
		each(once, "(*"+m+".Database).", "RunCommand", "RunCommandCursor", "Drop", "CreateCollection"),
		each(read, "(*"+m+".Database).", "Aggregate", "ListCollections", "ListCollectionNames", "Watch"),
		each(read, "(*"+m+".Client).", "ListDatabases", "ListDatabaseNames", "Ping"),
	)
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: mongoProtocol, Address: maker}
	calls = append(calls,
		with(constructs, "(*"+m+".Client).Database", func(*graph.LibraryCall) {}),
		with(constructs, "(*"+m+".Database).Collection", func(*graph.LibraryCall) {}),
		with(constructs, "(*"+options+".ClientOptions).ApplyURI", func(c *graph.LibraryCall) { c.Address = param(0) }),
	)
	connect := 1
	if version == "" { // v2 makes a client and connects it in one
		calls = append(calls, with(constructs, m+".NewClient", func(c *graph.LibraryCall) { c.Address, c.Options, c.Rest = of(0), param(0), true }))
	}
	session := "(" + m + ".Session).WithTransaction"
	if version != "" {
		connect, session = 0, "(*"+m+".Session).WithTransaction"
	}
	return graph.Library{
		Name: "mongo-driver" + version,
		Calls: append(calls,
			with(constructs, m+".Connect", func(c *graph.LibraryCall) { c.Address, c.Options, c.Rest = of(connect), param(connect), true }),
			graph.LibraryCall{
				Func: session, Effect: graph.EffectRuns, Runs: param(1),
				Layers: []graph.LibraryLayer{{
					Name: "mongo-driver WithTransaction", Kind: graph.KindTransaction,
					RetriesOn: on("conflict", "reset", "unavailable"), Overall: "120s", Ends: graph.EndsTries,
				}},
			},
		),
		Knobs:   mongoKnobs(options, overloaded > 2),
		Sources: sources,
	}
}

func mongoKnobs(options string, adaptive bool) []graph.Knob {
	client := "(*" + options + ".ClientOptions)."
	knobs := []graph.Knob{
		{Kind: graph.KnobSetter, Name: client + "SetRetryReads", Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver RetryReads"},
		{Kind: graph.KnobSetter, Name: client + "SetRetryWrites", Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver RetryWrites"},
		{Kind: graph.KnobSetter, Name: client + "SetTimeout", Role: graph.RoleOverall, Zero: "default"},
		{Kind: graph.KnobSetter, Name: client + "SetTimeout", Role: graph.RoleAttempts, Fixed: "unbounded"},
		{Kind: graph.KnobDSN, Name: "retryReads", Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver RetryReads"},
		{Kind: graph.KnobDSN, Name: "retryWrites", Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver RetryWrites"},
		{Kind: graph.KnobDSN, Name: "timeoutMS", Role: graph.RoleOverall},
		{Kind: graph.KnobDSN, Name: "timeoutMS", Role: graph.RoleAttempts, Fixed: "unbounded"},
	}
	if adaptive {
		knobs = append(knobs,
			graph.Knob{Kind: graph.KnobSetter, Name: client + "SetMaxAdaptiveRetries", Layer: 1, Role: graph.RoleRetries},
			graph.Knob{Kind: graph.KnobSetter, Name: client + "SetRetryReads", Layer: 1, Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver MaxAdaptiveRetries RetryReads"},
			graph.Knob{Kind: graph.KnobSetter, Name: client + "SetRetryWrites", Layer: 1, Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver MaxAdaptiveRetries RetryWrites"},
			graph.Knob{Kind: graph.KnobDSN, Name: "retryReads", Layer: 1, Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver MaxAdaptiveRetries RetryReads"},
			graph.Knob{Kind: graph.KnobDSN, Name: "retryWrites", Layer: 1, Role: graph.RoleAttempts, Zero: "one", LayerName: "mongo-driver MaxAdaptiveRetries RetryWrites"},
			graph.Knob{Kind: graph.KnobDeadline, Name: "context.WithTimeout", Role: graph.RoleAttempts, Fixed: "unbounded", LayerName: "mongo-driver RetryReads"},
			graph.Knob{Kind: graph.KnobDeadline, Name: "context.WithTimeout", Role: graph.RoleAttempts, Fixed: "unbounded", LayerName: "mongo-driver RetryWrites"},
		)
	}
	return knobs
}
