package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// twmb/franz-go tries to store a record without end and sends other requests up
// to 21 times, 250ms to 5s apart, as long as no more than 30s have passed. The idempotent producer is on by default, so
// a record that is sent again is stored once.
var _ = register("github.com/twmb/franz-go", func() graph.Library {
	return graph.Library{
		Name: "twmb/franz-go",
		Calls: slices.Concat(
			each(franzSend("franz-go RecordRetries", 0), "(*"+franz+".Client).", "ProduceSync", "Produce", "TryProduce"),
			each(franzRequest(), "(*"+franz+".Client).",
				"Request", "Ping", "CommitRecords", "CommitUncommittedOffsets", "EndTransaction"),
			[]graph.LibraryCall{
				withOptions(graph.LibraryCall{Func: franz + ".NewClient", Effect: graph.EffectConstructs, Protocol: kafkaProtocol, NoContext: true}, 0),
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: franz + ".RecordRetries", Role: graph.RoleRetries, LayerName: "franz-go RecordRetries"},
			{Kind: graph.KnobOption, Name: franz + ".RecordDeliveryTimeout", Role: graph.RoleElapsed, LayerName: "franz-go RecordRetries"},
			{Kind: graph.KnobOption, Name: franz + ".RequestRetries", Role: graph.RoleRetries, LayerName: "franz-go RequestRetries"},
			{Kind: graph.KnobOption, Name: franz + ".RetryTimeout", Role: graph.RoleElapsed, Zero: "unbounded", LayerName: "franz-go RequestRetries"},
			{Kind: graph.KnobOption, Name: franz + ".RetryTimeoutFn", Role: graph.RoleElapsed, LayerName: "franz-go RequestRetries"},
			{Kind: graph.KnobOption, Name: franz + ".SeedBrokers", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/twmb/franz-go@v1.22.3 pkg/kgo/client.go:520",
			"github.com/twmb/franz-go@v1.22.3 pkg/kgo/client.go:3045",
			"github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:643",
			"github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:644",
			"github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:667",
			"github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:689",
		},
	}
})

const franz = "github.com/twmb/franz-go/pkg/kgo"

func franzSend(layer string, attempts int) graph.LibraryCall {
	return graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: kafkaProtocol, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: layer, Kind: graph.KindClientDefault, Attempts: attempts, RetriesOn: transport.Union(on("unavailable", "overload")),
			Backoff: graph.BackoffExponential, Base: "250ms", Max: "5s", Jitter: true,
		}},
	}
}

func franzRequest() graph.LibraryCall {
	c := franzSend("franz-go RequestRetries", 21)
	c.Layers[0].Overall = "30s"
	return c
}
