package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// nats.go sends a message or a request once. A publication to JetStream is sent
// up to 3 times when no one answers, 250ms apart.
var _ = register(natsModule, func() graph.Library {
	return graph.Library{
		Name: "nats-io/nats.go",
		Calls: slices.Concat(
			each(graph.LibraryCall{Effect: graph.EffectRemote, Protocol: natsProtocol, Address: maker, NoContext: true},
				"(*"+natsModule+".Conn).", "Publish", "PublishMsg", "PublishRequest", "Request", "RequestMsg"),
			each(graph.LibraryCall{Effect: graph.EffectRemote, Protocol: natsProtocol, Address: maker},
				"(*"+natsModule+".Conn).", "RequestWithContext", "RequestMsgWithContext"),
			each(natsPublish(), "("+natsModule+"/jetstream.Publisher).", "Publish", "PublishMsg"),
			each(noContext(natsPublish()), "("+natsModule+".JetStream).", "Publish", "PublishMsg"),
			[]graph.LibraryCall{
				{Func: natsModule + ".Connect", Effect: graph.EffectConstructs, Protocol: natsProtocol, Address: param(0), NoContext: true},
				{Func: natsModule + "/jetstream.New", Effect: graph.EffectConstructs, Protocol: natsProtocol, Address: of(0), NoContext: true},
				{Func: "(*" + natsModule + ".Conn).JetStream", Effect: graph.EffectConstructs, Protocol: natsProtocol, Address: maker, NoContext: true},
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: natsModule + ".RetryAttempts", Role: graph.RoleRetries, Minus: "unbounded"},
			{Kind: graph.KnobOption, Name: natsModule + ".RetryWait", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: natsModule + "/jetstream.WithRetryAttempts", Role: graph.RoleRetries, Minus: "never"},
			{Kind: graph.KnobOption, Name: natsModule + "/jetstream.WithRetryWait", Role: graph.RoleBase},
		},
		Sources: []string{
			"github.com/nats-io/nats.go@v1.55.0 js.go:237",
			"github.com/nats-io/nats.go@v1.55.0 js.go:240",
			"github.com/nats-io/nats.go@v1.55.0 jetstream/publish.go:157",
			"github.com/nats-io/nats.go@v1.55.0 jetstream/publish.go:160",
			"github.com/nats-io/nats.go@v1.55.0 jetstream/publish.go:281",
			"github.com/nats-io/nats.go@v1.55.0 nats.go:4504",
		},
	}
})

const (
	natsModule = "github.com/nats-io/nats.go"

	natsProtocol graph.Protocol = "nats"
)

func natsPublish() graph.LibraryCall {
	return graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: natsProtocol, Address: maker, Options: param(1), Rest: true,
		Layers: []graph.LibraryLayer{{
			Name: "nats.go RetryAttempts", Kind: graph.KindClientDefault, Attempts: 3, RetriesOn: on("unavailable"),
			Backoff: graph.BackoffConstant, Base: "250ms",
		}},
	}
}

// rabbitmq/amqp091-go publishes once and opens no connection again.
var _ = register("github.com/rabbitmq/amqp091-go", func() graph.Library {
	return graph.Library{
		Name: "rabbitmq/amqp091-go",
		Calls: slices.Concat(
			each(amqpSend(), "(*github.com/rabbitmq/amqp091-go.Channel).", "PublishWithContext", "PublishWithDeferredConfirmWithContext"),
			each(noContext(amqpSend()), "(*github.com/rabbitmq/amqp091-go.Channel).", "Publish", "PublishWithDeferredConfirm"),
			[]graph.LibraryCall{
				{Func: "(*github.com/rabbitmq/amqp091-go.Connection).Channel", Effect: graph.EffectConstructs, Protocol: "amqp", Address: maker, NoContext: true},
				{Func: "github.com/rabbitmq/amqp091-go.Dial", Effect: graph.EffectConstructs, Protocol: "amqp", Address: param(0), NoContext: true},
				{Func: "github.com/rabbitmq/amqp091-go.DialTLS", Effect: graph.EffectConstructs, Protocol: "amqp", Address: param(0), NoContext: true},
				{Func: "github.com/rabbitmq/amqp091-go.DialConfig", Effect: graph.EffectConstructs, Protocol: "amqp", Address: param(0), NoContext: true},
			},
		),
		Sources: []string{
			"github.com/rabbitmq/amqp091-go@v1.16.0 channel.go:1853",
			"github.com/rabbitmq/amqp091-go@v1.16.0 connection.go:278",
		},
	}
})

// streadway/amqp, its forerunner, does the same without a context.
var _ = register("github.com/streadway/amqp", func() graph.Library {
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: "amqp", Address: param(0), NoContext: true}
	channel := constructs
	channel.Address = maker
	return graph.Library{
		Name: "streadway/amqp",
		Calls: slices.Concat(
			each(noContext(amqpSend()), "(*github.com/streadway/amqp.Channel).", "Publish"),
			each(channel, "(*github.com/streadway/amqp.Connection).", "Channel"),
			each(constructs, "github.com/streadway/amqp.", "Dial", "DialTLS", "DialConfig"),
		),
		Sources: []string{
			"github.com/streadway/amqp@v1.1.0 channel.go:1326",
			"github.com/streadway/amqp@v1.1.0 connection.go:140",
		},
	}
})

func amqpSend() graph.LibraryCall {
	return graph.LibraryCall{Effect: graph.EffectRemote, Protocol: "amqp", Address: maker, Mutates: graph.Yes}
}
