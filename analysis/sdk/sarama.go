package sdk

import "github.com/ampcheck/ampcheck/graph"

// IBM/sarama (once Shopify/sarama) produces a message up to 4 times, 100ms
// apart, each try with a refresh of the metadata of its own (4 rounds over the
// brokers). The administration client makes 6 attempts. Send has no timeout
// but the 30s of the network.
var (
	_ = register("github.com/IBM/sarama", func() graph.Library {
		return sarama("github.com/IBM/sarama",
			"github.com/IBM/sarama@v1.61.1 config.go:563",
			"github.com/IBM/sarama@v1.61.1 config.go:568",
			"github.com/IBM/sarama@v1.61.1 config.go:585",
			"github.com/IBM/sarama@v1.61.1 config.go:586",
			"github.com/IBM/sarama@v1.61.1 async_producer.go:1498",
			"github.com/IBM/sarama@v1.61.1 async_producer.go:55",
			"github.com/IBM/sarama@v1.61.1 admin.go:297",
		)
	})
	_ = register("github.com/Shopify/sarama", func() graph.Library {
		return sarama("github.com/Shopify/sarama",
			"github.com/Shopify/sarama@v1.38.1 config.go:520",
			"github.com/Shopify/sarama@v1.38.1 config.go:499",
		)
	})
)

func sarama(m string, sources ...string) graph.Library {
	layer := func(name string, attempts int) []graph.LibraryLayer {
		return []graph.LibraryLayer{{
			Name: "sarama " + name, Kind: graph.KindClientDefault, Attempts: attempts,
			RetriesOn: transport.Union(on("unavailable")), PerTry: "30s", Backoff: graph.BackoffConstant, Base: "100ms",
		}}
	}
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: kafkaProtocol, Address: maker, NoContext: true, Mutates: graph.Yes,
		Layers: layer("Producer.Retry.Max", 4),
	}
	admin := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: kafkaProtocol, Address: maker, NoContext: true, Layers: layer("Admin.Retry.Max", 6),
	}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: kafkaProtocol, Address: param(0), Options: param(1), NoContext: true}
	from := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: kafkaProtocol, Address: of(0), Options: param(0), NoContext: true}
	calls := each(send, "("+m+".", "SyncProducer).SendMessage", "SyncProducer).SendMessages",
		"AsyncProducer).Input") // whoever asks for the channel sends a message
	calls = append(calls, each(admin, "("+m+".ClusterAdmin).", "CreateTopic", "DeleteTopic", "ListTopics", "DescribeTopics", "CreatePartitions", "DescribeCluster")...)
	calls = append(calls, each(constructs, m+".", "NewSyncProducer", "NewAsyncProducer", "NewClusterAdmin", "NewClient")...)
	calls = append(calls, each(from, m+".", "NewSyncProducerFromClient", "NewAsyncProducerFromClient", "NewClusterAdminFromClient")...)
	return graph.Library{
		Name: m[len("github.com/"):], Calls: calls,
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: m + ".Config.Producer.Retry.Max", Role: graph.RoleRetries, LayerName: "sarama Producer.Retry.Max"},
			{Kind: graph.KnobField, Name: m + ".Config.Producer.Retry.Backoff", Role: graph.RoleBase, LayerName: "sarama Producer.Retry.Max"},
			{Kind: graph.KnobField, Name: m + ".Config.Admin.Retry.Max", Role: graph.RoleRetries, LayerName: "sarama Admin.Retry.Max"},
			{Kind: graph.KnobField, Name: m + ".Config.Admin.Retry.Backoff", Role: graph.RoleBase, LayerName: "sarama Admin.Retry.Max"},
		},
		Sources: sources,
	}
}
