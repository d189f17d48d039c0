package sdk

import "github.com/ampcheck/ampcheck/graph"

// minio-go v7 tries a request 10 times with at most a second between, writes
// too; a body that cannot be read again goes once. The parts of a large object
// are requests of their own. MaxRetry is a variable of the package and counts
// attempts, as Options.MaxRetries does.
var _ = register(minioModule, func() graph.Library {
	return graph.Library{
		Name: "minio/minio-go/v7",
		Calls: append(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
				Layers: []graph.LibraryLayer{{
					Name: "minio-go MaxRetries", Kind: graph.KindClientDefault, Attempts: 10,
					RetriesOn: transport.Union(on("http:429", "http:499", "http:500", "http:502", "http:503", "http:504", "http:520")),
					Backoff:   graph.BackoffExponential, Base: "200ms", Max: "1s", Jitter: true,
				}},
			}, "(*"+minioModule+".Client).",
				"PutObject", "FPutObject", "GetObject", "FGetObject", "StatObject", "RemoveObject", "CopyObject", "ComposeObject",
				"ListBuckets", "BucketExists", "MakeBucket", "RemoveBucket", "ListObjects", "RemoveObjects",
				"GetObjectTagging", "PutObjectTagging", "GetBucketPolicy", "SetBucketPolicy", "GetBucketLocation",
			),
			graph.LibraryCall{
				Func: minioModule + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
				Address: param(0), Options: param(1), NoContext: true,
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobVariable, Name: minioModule + ".MaxRetry", Role: graph.RoleAttempts},
			{Kind: graph.KnobField, Name: minioModule + ".Options.MaxRetries", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
			{Kind: graph.KnobVariable, Name: minioModule + ".DefaultRetryUnit", Role: graph.RoleBase},
			{Kind: graph.KnobVariable, Name: minioModule + ".DefaultRetryCap", Role: graph.RoleMax},
		},
		Sources: []string{
			"github.com/minio/minio-go/v7@v7.4.1 retry.go:34",
			"github.com/minio/minio-go/v7@v7.4.1 retry.go:44",
			"github.com/minio/minio-go/v7@v7.4.1 retry.go:48",
			"github.com/minio/minio-go/v7@v7.4.1 retry.go:83",
			"github.com/minio/minio-go/v7@v7.4.1 retry.go:120",
			"github.com/minio/minio-go/v7@v7.4.1 api.go:348",
			"github.com/minio/minio-go/v7@v7.4.1 api.go:716",
		},
	}
})

const minioModule = "github.com/minio/minio-go/v7"
