package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// azure-storage-blob-go, the SDK before azure-sdk-for-go, sends a request up to 4
// times, writes too, one try a minute: MaxTries counts them and 0 is the default.
// A body that breaks off is asked for again from where it broke, up to
// MaxRetryRequests times, without a pause; 0 is never.
var _ = register(blobModule, func() graph.Library {
	return graph.Library{
		Name:  "azure-storage-blob-go",
		Calls: blobCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: blobPackage + ".RetryOptions.MaxTries", Role: graph.RoleAttempts, Zero: "default", LayerName: blobLayer},
			{Kind: graph.KnobField, Name: blobPackage + ".RetryOptions.TryTimeout", Role: graph.RolePerTry, Zero: "default", LayerName: blobLayer},
			{Kind: graph.KnobField, Name: blobPackage + ".RetryOptions.RetryDelay", Role: graph.RoleBase, Zero: "default", LayerName: blobLayer},
			{Kind: graph.KnobField, Name: blobPackage + ".RetryOptions.MaxRetryDelay", Role: graph.RoleMax, Zero: "default", LayerName: blobLayer},
			{Kind: graph.KnobField, Name: blobPackage + ".RetryReaderOptions.MaxRetryRequests", Role: graph.RoleRetries, LayerName: blobReader},
		},
		Sources: []string{
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_policy_retry.go:85",
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_policy_retry.go:90",
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_policy_retry.go:91",
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_policy_retry.go:149",
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_policy_retry.go:238",
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_storage_error.go:82",
			"github.com/Azure/azure-storage-blob-go@v0.15.0 azblob/zc_retry_reader.go:142",
		},
	}
})

// The readers of azure-sdk-for-go's azblob ask again up to 3 times for a body that
// breaks off; fewer than 1 is the default.
var _ = register(azureModule+"/storage/azblob", func() graph.Library {
	const blob = azureModule + "/storage/azblob/blob"
	return graph.Library{
		Name: "azure-sdk-for-go azblob",
		Calls: []graph.LibraryCall{
			{Func: "(*" + blob + ".DownloadStreamResponse).NewRetryReader", Effect: graph.EffectConstructs, Options: param(1),
				Layers: []graph.LibraryLayer{blobResumes("azblob RetryReaderOptions", 4)}},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: blob + ".RetryReaderOptions.MaxRetries", Role: graph.RoleRetries, Zero: "default", Minus: "default"},
		},
		Sources: []string{
			"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob@v1.8.3 blob/retry_reader.go:79",
			"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob@v1.8.3 blob/retry_reader.go:80",
			"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob@v1.8.3 blob/retry_reader.go:146",
		},
	}
})

const (
	blobModule  = "github.com/Azure/azure-storage-blob-go"
	blobPackage = blobModule + "/azblob"
	blobLayer   = "azblob RetryOptions"
	blobReader  = "azblob RetryReaderOptions"
)

// blobResumes is the layer of a reader: its value carries it, so that it counts
// only where the reader is sent on.
func blobResumes(name string, attempts int) graph.LibraryLayer {
	return graph.LibraryLayer{Name: name, Kind: graph.KindClientDefault, Attempts: attempts, RetriesOn: on("reset", "timeout"), Backoff: graph.BackoffNone}
}

func blobCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: blobLayer, Kind: graph.KindClientDefault, Attempts: 4, PerTry: "1m",
			RetriesOn: transport.Union(on("http:500", "http:502", "http:503")),
			Backoff:   graph.BackoffExponential, Base: "4s", Max: "120s", Jitter: true,
		}},
	}
	at := func(i int) graph.LibraryCall {
		c := send
		c.Address, c.Options = of(i), param(i)
		return c
	}
	made := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true}
	first := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: param(0), Options: param(1), NoContext: true}
	url := "(" + blobPackage + ".*URL)."
	return slices.Concat(
		each(send, url, "*"),
		each(made, url, "New*", "With*", "To*"),
		each(graph.LibraryCall{Effect: graph.EffectNone, NoContext: true}, url, "URL", "String"),
		each(first, blobPackage+".", "NewServiceURL", "NewContainerURL", "NewBlobURL", "NewBlockBlobURL", "NewAppendBlobURL", "NewPageBlobURL"),
		each(at(1), blobPackage+".", "DownloadBlobToBuffer", "DownloadBlobToFile"),
		each(at(2), blobPackage+".", "UploadBufferToBlockBlob", "UploadFileToBlockBlob", "UploadStreamToBlockBlob"),
		[]graph.LibraryCall{
			{Func: "(*" + blobPackage + ".DownloadResponse).Body", Effect: graph.EffectConstructs, Options: param(0), NoContext: true,
				Layers: []graph.LibraryLayer{blobResumes(blobReader, 1)}},
			{Func: blobPackage + ".NewPipeline", Effect: graph.EffectConstructs, Options: param(1), NoContext: true},
		},
	)
}
