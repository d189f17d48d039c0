package sdk

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// oracle/oci-go-sdk sends a request up to 8 times, writes too, 9 times where an
// identity was written to minutes before, and once in the services that are listed
// below: generated code chooses for each operation, and of a service with both the
// 8 hold. A policy of the client, of the request or of the whole process goes
// before that; 0 attempts are no limit. OCI_SDK_DEFAULT_RETRY_ENABLED switches all
// on or off.
var _ = register(ociModule, func() graph.Library {
	return graph.Library{
		Name:  "oracle/oci-go-sdk/v65",
		Calls: ociCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: ociCommon + ".RequestMetadata.RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: ociCommon + ".CustomClientConfiguration.RetryPolicy", Role: graph.RolePolicy},
			{Kind: graph.KnobSetter, Name: "(*" + ociCommon + ".BaseClient).SetCustomClientConfiguration", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: ociCommon + ".DefaultRetryPolicy", Role: graph.RoleLayer, Sets: ociPolicy()},
			{Kind: graph.KnobOption, Name: ociCommon + ".DefaultRetryPolicyWithoutEventualConsistency", Role: graph.RoleLayer, Sets: ociPolicy()},
			{Kind: graph.KnobOption, Name: ociCommon + ".NewRetryPolicyWithOptions", Role: graph.RoleLayer, Sets: ociPolicy()},
			{Kind: graph.KnobOption, Name: ociCommon + ".NoRetryPolicy", Role: graph.RoleAttempts, Fixed: "1"},
			{Kind: graph.KnobOption, Name: ociCommon + ".NewRetryPolicy", Role: graph.RoleAttempts, Zero: "unbounded"},
			{Kind: graph.KnobOption, Name: ociCommon + ".NewRetryPolicy", Arg: 1, Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: ociCommon + ".WithMaximumNumberAttempts", Role: graph.RoleAttempts, Zero: "unbounded"},
			{Kind: graph.KnobOption, Name: ociCommon + ".WithUnlimitedAttempts", Role: graph.RoleAttempts, Fixed: "unbounded"},
			{Kind: graph.KnobOption, Name: ociCommon + ".WithShouldRetryOperation", Role: graph.RoleClasses},
		},
		Sources: []string{
			ociModule + "@v65.130.0 common/retry.go:20",
			ociModule + "@v65.130.0 common/retry.go:63",
			ociModule + "@v65.130.0 common/retry.go:66",
			ociModule + "@v65.130.0 common/retry.go:68",
			ociModule + "@v65.130.0 common/retry.go:106",
			ociModule + "@v65.130.0 common/retry.go:362",
			ociModule + "@v65.130.0 common/client.go:306",
			ociModule + "@v65.130.0 common/client.go:314",
			ociModule + "@v65.130.0 identity/identity_client.go:107",
			ociModule + "@v65.130.0 database/database_client.go:101",
		},
	}
})

const (
	ociModule = "github.com/oracle/oci-go-sdk/v65"
	ociCommon = ociModule + "/common"
)

// ociOnce are the services of which every operation has NoRetryPolicy.
const ociOnce = `aispeech announcementsservice apmtraces audit bds blockchain certificates certificatesmanagement cims
	cloudguard computeinstanceagent database dataintegration email emwarehouse events filestorage genericartifactscontent
	governancerulescontrolplane healthchecks identitydataplane identitydomains keymanagement loadbalancer logging
	loggingingestion loggingsearch managementagent managementdashboard onesubscription ons opensearch osubbillingschedule
	osuborganizationsubscription osubsubscription osubusage servicemanagerproxy usageapi vbsinst vnmonitoring
	vulnerabilityscanning waa workrequests`

func ociPolicy() *graph.LibraryLayer {
	return &graph.LibraryLayer{
		Name: "oci RetryPolicy", Kind: graph.KindClientDefault, Attempts: 8,
		RetriesOn: transport.Union(on("http:409", "http:429", "http:500", "http:502", "http:503", "http:504")),
		Backoff:   graph.BackoffExponential, Base: "1s", Max: "30s", Jitter: true,
	}
}

func ociCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: sdkProtocol, Address: maker, Options: param(1),
		Layers: []graph.LibraryLayer{*ociPolicy()},
	}
	once := send
	once.Layers = []graph.LibraryLayer{*ociPolicy()}
	once.Layers[0].Attempts = 1
	calls := each(send, "("+ociModule+"/*.*Client).", "*")
	for _, service := range strings.Fields(ociOnce) {
		calls = append(calls, each(once, "("+ociModule+"/"+service+".*Client).", "*")...)
	}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol}
	return slices.Concat(calls, each(constructs, ociModule+"/*.", "New*ClientWithConfigurationProvider", "New*ClientWithOboToken"))
}
