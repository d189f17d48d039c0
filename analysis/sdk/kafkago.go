package sdk

import "github.com/ampcheck/ampcheck/graph"

// segmentio/kafka-go writes a batch up to 10 times, in the background: the end
// of the caller's context stops the waiting and not the batch. What it retries
// are temporary errors of Kafka and those of the network. There is no
// idempotent producer, so a batch can be stored twice.
var _ = register(kafkaGo, func() graph.Library {
	return graph.Library{
		Name: "segmentio/kafka-go",
		Calls: []graph.LibraryCall{
			{
				Func: "(*" + kafkaGo + ".Writer).WriteMessages", Effect: graph.EffectRemote, Protocol: kafkaProtocol,
				Address: maker, Mutates: graph.Yes,
				Layers: []graph.LibraryLayer{{
					Name: "segmentio/kafka-go MaxAttempts", Kind: graph.KindClientDefault,
					Attempts: 10, RetriesOn: transport.Union(on("unavailable", "overload")), PerTry: "10s",
					Backoff: graph.BackoffExponential, Base: "100ms", Max: "1s",
				}},
			},
			{Func: kafkaGo + ".NewWriter", Effect: graph.EffectConstructs, Protocol: kafkaProtocol, Address: fieldOf(0, "Brokers"), Options: param(0), NoContext: true},
			{Func: kafkaGo + ".TCP", Effect: graph.EffectConstructs, Protocol: kafkaProtocol, Address: param(0), NoContext: true},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: kafkaGo + ".Writer.MaxAttempts", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
			{Kind: graph.KnobField, Name: kafkaGo + ".WriterConfig.MaxAttempts", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
			{Kind: graph.KnobField, Name: kafkaGo + ".Writer.WriteBackoffMin", Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobField, Name: kafkaGo + ".Writer.WriteBackoffMax", Role: graph.RoleMax, Zero: "default"},
			{Kind: graph.KnobField, Name: kafkaGo + ".Writer.WriteTimeout", Role: graph.RolePerTry, Zero: "default"},
			{Kind: graph.KnobField, Name: kafkaGo + ".Writer.Addr", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/segmentio/kafka-go@v0.4.51 writer.go:794",
			"github.com/segmentio/kafka-go@v0.4.51 writer.go:801",
			"github.com/segmentio/kafka-go@v0.4.51 writer.go:808",
			"github.com/segmentio/kafka-go@v0.4.51 writer.go:836",
			"github.com/segmentio/kafka-go@v0.4.51 writer.go:1110",
			"github.com/segmentio/kafka-go@v0.4.51 writer.go:1162",
		},
	}
})

const (
	kafkaGo = "github.com/segmentio/kafka-go"

	kafkaProtocol graph.Protocol = "kafka"
)
