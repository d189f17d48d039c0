package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// cloud.google.com/go/storage repeats what is idempotent until the context
// ends: reads always, writes once a precondition makes them so. No count exists
// unless WithMaxAttempts sets one, which leaves alone what is not repeated: so a context without an end and a lasting 503
// never return.
var _ = register(gcsModule, func() graph.Library {
	return graph.Library{
		Name:  "cloud.google.com/go/storage",
		Calls: gcsCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: gcsModule + ".WithPolicy", Role: graph.RoleAttempts, Zero: "default",
				Values: map[string]string{"1": "unbounded", "2": "one"}}, // RetryIdempotent, RetryAlways, RetryNever
			{Kind: graph.KnobOption, Name: gcsModule + ".WithMaxAttempts", Role: graph.RoleCap, Zero: "one"},
			{Kind: graph.KnobOption, Name: gcsModule + ".WithMaxRetryDuration", Role: graph.RoleElapsed, Zero: "unbounded"},
			{Kind: graph.KnobOption, Name: gcsModule + ".WithErrorFunc", Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: gcsModule + ".WithBackoff", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + gcsModule + ".Client).SetRetry", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + gcsModule + ".BucketHandle).Retryer", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + gcsModule + ".ObjectHandle).Retryer", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + gcsModule + ".ObjectHandle).If", Role: graph.RoleAttempts, Fixed: "unbounded"},
			{Kind: graph.KnobSetter, Name: "(*" + gcsModule + ".BucketHandle).If", Role: graph.RoleAttempts, Fixed: "unbounded"},
		},
		Sources: []string{
			"cloud.google.com/go/storage@v1.70.0 invoke.go:39",
			"cloud.google.com/go/storage@v1.70.0 invoke.go:132",
			"cloud.google.com/go/storage@v1.70.0 invoke.go:172",
			"cloud.google.com/go/storage@v1.70.0 storage.go:2579",
			"cloud.google.com/go/storage@v1.70.0 storage.go:2583",
			"cloud.google.com/go/storage@v1.70.0 invoke.go:257",
		},
	}
})

const gcsModule = "cloud.google.com/go/storage"

func gcsCalls() []graph.LibraryCall {
	layer := graph.LibraryLayer{
		Name: "cloud.google.com/go/storage", Kind: graph.KindClientDefault,
		RetriesOn: transport.Union(on("http:429", "http:5xx", "grpc:8", "grpc:13", "grpc:14")),
		Backoff:   graph.BackoffExponential, Base: "1s", Max: "30s", Jitter: true,
	}
	guarded := layer
	guarded.Attempts = 1
	read := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Layers: []graph.LibraryLayer{layer}, Mutates: graph.No}
	write := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Layers: []graph.LibraryLayer{guarded}, Mutates: graph.Yes}
	handle := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP}
	return slices.Concat(
		each(read, "(*"+gcsModule+".ObjectHandle).", "Attrs", "NewReader", "NewRangeReader"),
		each(read, "(*"+gcsModule+".BucketHandle).", "Attrs", "Create", "Delete", "Objects"),
		each(read, "(*"+gcsModule+".Client).", "Buckets", "ServiceAccount"),
		each(write, "(*"+gcsModule+".ObjectHandle).", "Update", "Delete", "NewWriter"),
		each(write, "(*"+gcsModule+".BucketHandle).", "Update"),
		each(handle, "(*"+gcsModule+".Client).", "Bucket"),
		each(handle, "(*"+gcsModule+".BucketHandle).", "Object"),
		each(withOptions(handle, 1), gcsModule+".", "NewClient", "NewGRPCClient"),
	)
}
