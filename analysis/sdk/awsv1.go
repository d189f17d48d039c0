package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// aws-sdk-go v1 sends a request of any service 4 times, DynamoDB's 11 times,
// writes too: after errors of the connection, 5xx but 501, and the codes of
// throttling. MaxRetries 0 is none and -1 the default of the service. Methods
// without WithContext have no deadline at all.
var _ = register(awsV1Module, func() graph.Library {
	return graph.Library{
		Name:  "aws-sdk-go",
		Calls: awsV1Calls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: awsV1Module + "/aws.Config.MaxRetries", Role: graph.RoleRetries, Minus: "default"},
			{Kind: graph.KnobSetter, Name: "(*" + awsV1Module + "/aws.Config).WithMaxRetries", Role: graph.RoleRetries, Minus: "default"},
			{Kind: graph.KnobField, Name: awsV1Module + "/aws.Config.Retryer", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: awsV1Module + "/aws/client.DefaultRetryer.NumMaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: awsV1Module + "/aws/client.DefaultRetryer.MinRetryDelay", Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobField, Name: awsV1Module + "/aws/client.DefaultRetryer.MaxRetryDelay", Role: graph.RoleMax, Zero: "default"},
			{Kind: graph.KnobField, Name: awsV1Module + "/aws.Config.Endpoint", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/aws/aws-sdk-go@v1.55.6 aws/client/default_retryer.go:40",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/client/default_retryer.go:43",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/client/default_retryer.go:49",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/config.go:14",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/request/request.go:267",
			"github.com/aws/aws-sdk-go@v1.55.6 service/dynamodb/customizations.go:33",
		},
	}
})

const awsV1Module = "github.com/aws/aws-sdk-go"

// awsV1Calls tells the operations of a service from the methods of its data:
// setters, what prints, and what an error says of itself.
func awsV1Calls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: sdkProtocol, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "aws-sdk-go MaxRetries", Kind: graph.KindClientDefault, Attempts: 4,
			RetriesOn: transport.Union(on("http:429", "http:5xx")).Minus(on("http:501")),
			Backoff:   graph.BackoffExponential, Base: "30ms", Max: "300s", Jitter: true,
		}},
	}
	dynamo := send
	dynamo.Layers = slices.Clone(send.Layers)
	dynamo.Layers[0].Attempts, dynamo.Layers[0].Base = 11, "50ms"
	service, dynamodb := "(*"+awsV1Module+"/service/*.*).", "(*"+awsV1Module+"/service/dynamodb.DynamoDB)."
	none := graph.LibraryCall{Effect: graph.EffectNone}
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol, Address: maker}
	return slices.Concat(
		each(send, service, "*", "Set*WithContext"),
		each(dynamo, dynamodb, "*"),
		each(send, "("+awsV1Module+"/service/*/*iface.*API).", "*"),
		each(none, service, "Set*", "String", "GoString", "Validate", "Code", "Error", "Message", "OrigErr", "RequestID", "StatusCode"),
		each(request, service, "*Request"),
		each(request, dynamodb, "*Request"),
		each(request, "("+awsV1Module+"/service/*/*iface.*API).", "*Request"),
		each(send, "(*"+awsV1Module+"/aws/request.Request).", "Send"),
	)
}
