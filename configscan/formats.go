package configscan

import (
	"cmp"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Formats lists the formats of configuration that are known to repeat calls, by
// name: those that scanners read, and those that none reads yet.
func Formats() []graph.Format {
	list := slices.Clone(unreadFormats)
	for _, s := range registered {
		for _, f := range s.Formats {
			f.Read = true
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b graph.Format) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// unreadFormats are the formats without a scanner: nothing of what they set is
// in any figure. A default that no source was read for says so.
var unreadFormats = []graph.Format{
	// Meshes and gateways.
	{
		Name: "envoy-gateway", Written: "BackendTrafficPolicy of gateway.envoyproxy.io",
		Default: "1; 3 where retry is empty",
		Sources: []string{"github.com/envoyproxy/gateway@v1.9.1 api/v1alpha1/retry_types.go:12-18", "github.com/envoyproxy/gateway@v1.9.1 internal/xds/translator/route.go:33"},
	},
	{
		Name: "contour", Written: "HTTPProxy of projectcontour.io",
		Default: "1; 2 where retryPolicy is there",
		Sources: []string{"github.com/projectcontour/contour@v1.33.8 apis/projectcontour/v1/httpproxy.go:1153-1160", "github.com/projectcontour/contour@v1.33.8 internal/dag/policy.go:92-102"},
	},
	{
		Name: "consul", Written: "ServiceRouter of consul.hashicorp.com, service-router entries in HCL or JSON",
		Default: "1; 2 where a condition to retry on is there without a number",
		Sources: []string{"github.com/hashicorp/consul/api@v1.34.2 config_entry_discoverychain.go"},
	},
	{
		Name: "kuma", Written: "MeshRetry of kuma.io, Retry before it",
		Default: "6: each new mesh gets 5 retries, fast failures only",
		Sources: []string{"kumahq/kuma@348b6528bc pkg/defaults/mesh/meshretry.go:18-63", "kumahq/kuma@348b6528bc pkg/defaults/mesh/mesh.go:76-95"},
	},
	{
		Name: "aws-app-mesh", Written: "VirtualRouter of appmesh.k8s.aws, AWS::AppMesh::Route",
		Default: "3 for accounts whose first mesh is from 2020-07-29 or later, else 1; the number is not verified",
		Sources: []string{"docs.aws.amazon.com/app-mesh/latest/userguide/envoy-defaults.html"},
	},
	{
		Name: "gloo", Written: "VirtualService and RouteOption of gateway.solo.io",
		Default: "1",
		Sources: []string{"solo-io/gloo@8d57572e55"},
	},
	{
		Name: "emissary", Written: "Mapping and Module of getambassador.io",
		Default: "1",
		Sources: []string{"emissary-ingress/emissary@3ebe0f468"},
	},
	{
		Name: "apisix", Written: "apisix.yaml, ApisixUpstream of apisix.apache.org",
		Default: "one for each node of the upstream",
		Sources: []string{"apache/apisix@f519a0f04 apisix/balancer.lua:215-224", "apache/apisix@f519a0f04 apisix/schema_def.lua:430-433"},
	},
	{
		Name: "krakend", Written: "krakend.json",
		Default: "1; concurrent_calls sends as many copies of every call",
		Sources: []string{"luraproject/lura@caa4317 config/config.go:237,574-575,618"},
	},
	{
		Name: "tyk", Written: "API definitions, x-tyk-api-gateway",
		Default: "1; it has no retries",
		Sources: []string{"TykTechnologies/tyk@31e219beb gateway/reverse_proxy.go"},
	},
	{
		Name: "skipper", Written: "RouteGroup, *.eskip, annotations zalando.org/*",
		Default: "2 for failed connections of balanced routes without a body, else 1; nothing sets it",
		Sources: []string{"zalando/skipper@527238d1 proxy/proxy.go:1483-1500,1543-1548"},
	},
	{
		Name: "dapr", Written: "Resiliency of dapr.io",
		Default: "4 between sidecars: 3 retries, 1s apart",
		Sources: []string{"dapr/dapr@d8450742ce pkg/resiliency/resiliency.go:368-431"},
	},
	// Clients in other languages.
	{Name: "resilience4j", Written: "resilience4j.retry.instances.*.maxAttempts", Default: "3", Sources: []string{"resilience4j/resilience4j@af9e7c979 resilience4j-retry/src/main/java/io/github/resilience4j/retry/RetryConfig.java:39-41,60"}},
	{Name: "spring-retry", Written: "@Retryable(maxAttempts)", Default: "3", Sources: []string{"spring-projects/spring-retry@c8977dd src/main/java/org/springframework/retry/annotation/Retryable.java:133"}},
	{Name: "spring-cloud-gateway", Written: "filter Retry of spring.cloud.gateway.routes", Default: "4 where the filter is there, GET only", Sources: []string{"spring-cloud/spring-cloud-gateway@5227205c7 spring-cloud-gateway-server-webflux/src/main/java/org/springframework/cloud/gateway/filter/factory/RetryGatewayFilterFactory.java:306-314"}},
	{Name: "spring-cloud-loadbalancer", Written: "spring.cloud.loadbalancer.retry", Default: "2: one more on the next instance, GET only", Sources: []string{"spring-cloud/spring-cloud-commons@d523e5bfb spring-cloud-commons/src/main/java/org/springframework/cloud/client/loadbalancer/LoadBalancerProperties.java:370-399"}},
	{Name: "openfeign", Written: "Retryer.Default", Default: "5", Sources: []string{"OpenFeign/feign@4b7c1eb51 core/src/main/java/feign/DefaultRetryer.java:29"}},
	{Name: "spring-cloud-openfeign", Written: "a bean of type Retryer", Default: "1", Sources: []string{"spring-cloud/spring-cloud-openfeign@6a0b6f290 spring-cloud-openfeign-core/src/main/java/org/springframework/cloud/openfeign/FeignClientsConfiguration.java:141"}},
	{Name: "microprofile-retry", Written: "@Retry(maxRetries), application.properties", Default: "4", Sources: []string{"eclipse/microprofile-fault-tolerance@b3ea467 api/src/main/java/org/eclipse/microprofile/faulttolerance/Retry.java:75-128"}},
	{Name: "micronaut-retryable", Written: "@Retryable(attempts)", Default: "3; whether it counts the first one is not verified", Sources: []string{"micronaut-projects/micronaut-core@6a1c9e8d06 retry/src/main/java/io/micronaut/retry/annotation/Retryable.java:66-71"}},
	{Name: "polly", Written: "RetryStrategyOptions.MaxRetryAttempts", Default: "4", Sources: []string{"App-vNext/Polly@173d6d1d src/Polly.Core/Retry/RetryStrategyOptions.TResult.cs:21-29"}},
	{Name: "dotnet-resilience", Written: "AddStandardResilienceHandler", Default: "4", Sources: []string{"dotnet/extensions@5862342c9a src/Libraries/Microsoft.Extensions.Http.Resilience/Resilience/HttpStandardResilienceOptions.cs:95"}},
	{Name: "got", Written: "retry.limit", Default: "3, methods that may be repeated", Sources: []string{"npm got@14.6.6 dist/source/core/options.js:150-158"}},
	{Name: "ky", Written: "retry.limit", Default: "3", Sources: []string{"npm ky@1.14.3 distribution/utils/normalize.js:3-17"}},
	{Name: "undici", Written: "RetryAgent maxRetries", Default: "6", Sources: []string{"npm undici@7.30.2 lib/handler/retry-handler.js:109-137"}},
	{Name: "axios-retry", Written: "retries", Default: "4", Sources: []string{"npm axios-retry@4.5.0 dist/esm/index.js:77-80,133"}},
	{Name: "ioredis", Written: "maxRetriesPerRequest", Default: "21", Sources: []string{"npm ioredis@6.0.0 built/redis/RedisOptions.js:57"}},
	{Name: "aws-sdk-js", Written: "maxAttempts, AWS_MAX_ATTEMPTS", Default: "3", Sources: []string{"npm @smithy/core@3.41.1 dist-es/submodules/retry/util-retry/config.js:6-7"}},
	{Name: "urllib3", Written: "Retry(total)", Default: "11 with Retry(); 4 without, which is not verified", Sources: []string{"urllib3 1.26.16 util/retry.py:230-245"}},
	{Name: "requests", Written: "HTTPAdapter(max_retries)", Default: "1", Sources: []string{"requests adapters.py:66,139-142"}},
	{Name: "tenacity", Written: "@retry(stop)", Default: "unbounded, without pauses", Sources: []string{"tenacity __init__.py:195"}},
	{Name: "boto3", Written: "Config(retries), AWS_MAX_ATTEMPTS", Default: "5 in mode legacy (DynamoDB 10), 3 in standard", Sources: []string{"boto/botocore@0e6e2404b botocore/data/_retry.json:93,130", "boto/botocore@0e6e2404b botocore/retries/standard.py:44-48"}},
	{Name: "google-api-core", Written: "Retry(timeout)", Default: "as many as fit into 120s; not verified"},
	{Name: "aws-sdk-java", Written: "RetryStrategy, AWS_MAX_ATTEMPTS", Default: "4 in mode legacy, 3 in standard; not verified"},
	// Queues, jobs and workflows.
	{Name: "kafka-client", Written: "*.properties, spring.kafka, KAFKA_*", Default: "as many as fit into delivery.timeout.ms, 120s", Sources: []string{"apache/kafka@1eb7644349c clients/src/main/java/org/apache/kafka/clients/producer/ProducerConfig.java"}},
	{Name: "kubernetes-job", Written: "backoffLimit of Job and CronJob", Default: "7 pods", Sources: []string{"k8s.io/api@v0.37.2 batch/v1/types.go:324-330,352-365"}},
	{Name: "argo-workflows", Written: "retryStrategy of Workflow and WorkflowTemplate", Default: "1; unbounded where retryStrategy has no limit", Sources: []string{"argoproj/argo-workflows@f016ad89eb pkg/apis/workflow/v1alpha1/workflow_types.go:2372-2400", "argoproj/argo-workflows@f016ad89eb workflow/controller/operator.go:1184-1189"}},
	{Name: "knative-eventing", Written: "spec.delivery of eventing.knative.dev and messaging.knative.dev", Default: "1; 11 for a Broker", Sources: []string{"knative/eventing@8cf4c4b67 pkg/kncloudevents/retries.go:34,80-91", "knative/eventing@8cf4c4b67 config/core/configmaps/default-broker.yaml:33-35"}},
	{Name: "sqs", Written: "redrive policy of a queue, maxReceiveCount", Default: "until the message is too old, 4 days; not verified"},
	{Name: "lambda-async", Written: "EventInvokeConfig, MaximumRetryAttempts", Default: "3", Sources: []string{"docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html"}},
	{Name: "eventbridge", Written: "RetryPolicy of rule targets, MaximumRetryAttempts", Default: "186", Sources: []string{"docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html"}},
	{Name: "step-functions", Written: "Retry of a state, MaxAttempts", Default: "1; 4 where an entry of Retry has no number", Sources: []string{"rdrr.io/github/DyfanJones/aws-step-functions-data-science-sdk-r/man/Retry.html"}},
	{Name: "celery", Written: "max_retries, autoretry_for", Default: "1; 4 where a task asks for retries", Sources: []string{"celery/celery@5dc781f0b celery/app/task.py:241-245"}},
}
