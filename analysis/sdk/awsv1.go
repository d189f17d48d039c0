package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// aws-sdk-go v1 sends a request of any service 4 times, DynamoDB's 11 times,
// writes too: after errors of the connection but a reset while it reads, 5xx but
// 501, and the codes of throttling. MaxRetries 0 is none and -1 the default of the service. Methods
// without WithContext have no deadline at all.
//
// IBM/ibm-cos-sdk-go is a fork of it with the services s3 and kms.
var (
	_ = register(awsV1Module, func() graph.Library {
		l := awsV1("aws-sdk-go", awsV1Module)
		l.Calls = append(l.Calls, awsV1DynamoDB()...)
		l.Sources = []string{
			"github.com/aws/aws-sdk-go@v1.55.6 aws/client/default_retryer.go:40",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/client/default_retryer.go:43",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/client/default_retryer.go:49",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/config.go:14",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/request/connection_reset_error.go:8",
			"github.com/aws/aws-sdk-go@v1.55.6 aws/request/request.go:267",
			"github.com/aws/aws-sdk-go@v1.55.6 service/dynamodb/customizations.go:33",
		}
		return l
	})
	_ = register(cosModule, func() graph.Library {
		l := awsV1("IBM/ibm-cos-sdk-go", cosModule)
		l.Sources = []string{
			"github.com/IBM/ibm-cos-sdk-go@v1.14.1 aws/client/default_retryer.go:39",
			"github.com/IBM/ibm-cos-sdk-go@v1.14.1 aws/client/default_retryer.go:42",
			"github.com/IBM/ibm-cos-sdk-go@v1.14.1 aws/client/client.go:68",
			"github.com/IBM/ibm-cos-sdk-go@v1.14.1 aws/config.go:14",
			"github.com/IBM/ibm-cos-sdk-go@v1.14.1 aws/request/connection_reset_error.go:8",
			"github.com/IBM/ibm-cos-sdk-go@v1.14.1 aws/request/request.go:267",
		}
		return l
	})
)

const (
	awsV1Module = "github.com/aws/aws-sdk-go"
	cosModule   = "github.com/IBM/ibm-cos-sdk-go"
)

func awsV1(name, m string) graph.Library {
	return graph.Library{
		Name:  name,
		Calls: awsV1Calls(name, m),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: m + "/aws.Config.MaxRetries", Role: graph.RoleRetries, Minus: "default"},
			{Kind: graph.KnobSetter, Name: "(*" + m + "/aws.Config).WithMaxRetries", Role: graph.RoleRetries, Minus: "default"},
			{Kind: graph.KnobField, Name: m + "/aws.Config.Retryer", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: m + "/aws/client.DefaultRetryer.NumMaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: m + "/aws/client.DefaultRetryer.MinRetryDelay", Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobField, Name: m + "/aws/client.DefaultRetryer.MaxRetryDelay", Role: graph.RoleMax, Zero: "default"},
			{Kind: graph.KnobField, Name: m + "/aws.Config.Endpoint", Role: graph.RoleAddress},
		},
	}
}

func awsV1Send(name string) graph.LibraryCall {
	return graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: sdkProtocol, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: name + " MaxRetries", Kind: graph.KindClientDefault, Attempts: 4,
			RetriesOn: transport.Union(on("http:429", "http:5xx")).Minus(on("http:501", "reset")),
			Backoff:   graph.BackoffExponential, Base: "30ms", Max: "300s", Jitter: true,
		}},
	}
}

// awsV1Calls tells the operations of a service from the methods of its data:
// setters, what prints, and what an error says of itself.
func awsV1Calls(name, m string) []graph.LibraryCall {
	send, service := awsV1Send(name), "(*"+m+"/service/*.*)."
	none := graph.LibraryCall{Effect: graph.EffectNone}
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol, Address: maker}
	made := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol, Options: param(0), Rest: true, NoContext: true}
	sessions := []string{"New", "NewSession"}
	if m == cosModule {
		sessions = sessions[1:] // the fork has dropped what is deprecated
	}
	return slices.Concat(
		each(send, service, "*", "Set*WithContext"),
		each(send, "("+m+"/service/*/*iface.*API).", "*"),
		each(none, service, "Set*", "String", "GoString", "Validate", "Code", "Error", "Message", "OrigErr", "RequestID", "StatusCode"),
		each(request, service, "*Request"),
		each(request, "("+m+"/service/*/*iface.*API).", "*Request"),
		each(send, "(*"+m+"/aws/request.Request).", "Send"),
		each(made, m+"/service/*.", "New"),
		each(made, m+"/aws/session.", sessions...),
		each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol, Options: param(0), NoContext: true},
			m+"/aws/session.", "NewSessionWithOptions", "Must"),
	)
}

func awsV1DynamoDB() []graph.LibraryCall {
	dynamo := awsV1Send("aws-sdk-go")
	dynamo.Layers[0].Attempts, dynamo.Layers[0].Base = 11, "50ms"
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol, Address: maker}
	return slices.Concat(
		each(dynamo, "(*"+awsV1Module+"/service/dynamodb.DynamoDB).", "*"),
		each(request, "(*"+awsV1Module+"/service/dynamodb.DynamoDB).", "*Request"),
	)
}
