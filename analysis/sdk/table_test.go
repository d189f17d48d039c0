package sdk

import (
	"maps"
	"slices"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

func TestLookupPicksTheVersion(t *testing.T) {
	const get = "(github.com/redis/go-redis/v9.cmdable).Get"
	for _, c := range []struct {
		version string
		layers  int
		base    string
	}{
		{"v9.0.0", 1, "8ms"},
		{"v9.14.1", 1, "8ms"},
		{"v9.15.0-beta.1", 1, "8ms"},
		{"v9.15.0", 2, "8ms"},
		{"v9.21.9", 2, "8ms"},
		{"v9.22.0", 2, "10ms"},
		{"v9.99.0", 2, "10ms"},
		{"", 2, "10ms"},
	} {
		_, call, ok := Lookup(map[string]string{goRedisModule: c.version}).Func(get)
		switch {
		case !ok:
			t.Errorf("%q: no row", c.version)
		case len(call.Layers) != c.layers || call.Layers[0].Base != c.base:
			t.Errorf("%q: got %+v, want %d layers from %s on", c.version, call.Layers, c.layers, c.base)
		}
	}
	if _, _, ok := Lookup(map[string]string{}).Func(get); ok {
		t.Error("a row of a module that is not required")
	}
	if _, _, ok := Lookup(map[string]string{}).Func("net/http.Get"); !ok {
		t.Error("no row of the standard library")
	}
	if _, call, ok := Lookup(nil).Func(get); !ok || call.Layers[0].Base != "10ms" {
		t.Error("without versions the newest row does not count")
	}
}

func TestPolicyRowsGoFirst(t *testing.T) {
	own := graph.Library{Name: "own", Module: "example.com/x", Calls: []graph.LibraryCall{
		{Func: "net/http.Get", Effect: graph.EffectNone},
		{Func: "(*net/http.Client).*", Effect: graph.EffectNone},
	}}
	table := Lookup(map[string]string{"example.com/x": "v0.0.0-20260101000000-000000000000"}, own)
	for _, name := range []string{"net/http.Get", "(*net/http.Client).Do"} {
		if l, _, _ := table.Func(name); l == nil || l.Name != "own" {
			t.Errorf("%s: got the row of %v", name, l)
		}
	}
}

// Names of packages that are generated or many: rows reach them by a pattern.
func TestPatternsReachTheirFunctions(t *testing.T) {
	table := Lookup(nil)
	for _, c := range []struct {
		name     string
		effect   graph.Effect
		attempts int
	}{
		{"(*github.com/aws/aws-sdk-go-v2/service/s3.Client).GetObject", graph.EffectRemote, 3},
		{"(*github.com/aws/aws-sdk-go-v2/service/s3.Client).Options", graph.EffectNone, 0},
		{"(*github.com/aws/aws-sdk-go-v2/service/dynamodb.Client).PutItem", graph.EffectRemote, 4},
		{"github.com/aws/aws-sdk-go-v2/service/s3.NewFromConfig", graph.EffectConstructs, 0},
		{"(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client).UploadBuffer", graph.EffectRemote, 4},
		{"(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container.Client).NewBlobClient", graph.EffectConstructs, 0},
		{"(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client).URL", graph.EffectNone, 0},
		{"(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Get", graph.EffectRemote, 11},
		{"(k8s.io/client-go/kubernetes/typed/core/v1.CoreV1Interface).RESTClient", graph.EffectNone, 0},
		{"(*github.com/elastic/go-elasticsearch/v8/typedapi/core/search.Search).Do", "", 0},
		{"(github.com/elastic/go-elasticsearch/v8/typedapi/core/search.Search).Do", graph.EffectRemote, 4},
		{"(github.com/elastic/go-elasticsearch/v8/esapi.BulkRequest).Do", graph.EffectRemote, 4},
		{"(*github.com/openai/openai-go/v3.ChatCompletionService).New", graph.EffectRemote, 3},
		{"(*github.com/cloudflare/cloudflare-go/v6/zones.ZoneService).New", graph.EffectRemote, 11},
		{"(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessage", graph.EffectRemote, 4},
		{"(*github.com/aws/aws-sdk-go/service/sqs.SQS).SetQueueAttributesWithContext", graph.EffectRemote, 4},
		{"(*github.com/aws/aws-sdk-go/service/sqs.SendMessageInput).SetQueueUrl", graph.EffectNone, 0},
		{"(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessageRequest", graph.EffectConstructs, 0},
		{"(*github.com/aws/aws-sdk-go/service/dynamodb.DynamoDB).PutItem", graph.EffectRemote, 11},
		{"(github.com/aws/aws-sdk-go/service/s3/s3iface.S3API).GetObject", graph.EffectRemote, 4},
		{"(github.com/redis/go-redis/v9.HashCmdable).HSet", graph.EffectRemote, 4},
		{"(github.com/redis/go-redis/v9.Cmdable).Pipeline", graph.EffectConstructs, 0},
	} {
		_, call, ok := table.Func(c.name)
		attempts := 0
		if ok && len(call.Layers) > 0 {
			attempts = call.Layers[0].Attempts
		}
		if ok != (c.effect != "") || ok && (call.Effect != c.effect || attempts != c.attempts) {
			t.Errorf("%s: got %+v", c.name, call)
		}
	}
	const knob = "github.com/aws/aws-sdk-go-v2/service/s3.Options.RetryMaxAttempts"
	if ks := table.Knobs(knob); len(ks) != 2 || ks[0].Role != graph.RoleAttempts || ks[1].Role != graph.RoleAttempts {
		t.Errorf("%s: got %+v", knob, ks)
	}
}

func TestModulesAreSortedAndOnce(t *testing.T) {
	ms := Modules()
	if !slices.IsSorted(ms) || len(slices.Compact(slices.Clone(ms))) != len(ms) || !slices.Contains(ms, pgxModule) {
		t.Errorf("got %v", ms)
	}
}

// A package has the rows of the modules that lie behind it, the newest of each, and no
// others.
func TestBehind(t *testing.T) {
	got := Behind(map[string]bool{"fmt": true, goRedisModule + "/internal/pool": true, pgxModule + "extra": true})
	if want := map[string]string{goRedisModule: ""}; !maps.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	table := Lookup(got)
	if _, call, ok := table.Func("(" + goRedisModule + ".cmdable).Get"); !ok || call.Layers[0].Base != "10ms" {
		t.Errorf("not the newest row: %+v", call)
	}
	for _, l := range table.Libraries() {
		if l.Module != "" && l.Module != goRedisModule {
			t.Errorf("a row of %s", l.Module)
		}
	}
}

// A row of a policy holds wherever its module is, unless it names versions.
func TestPolicyRowsNeedNoVersion(t *testing.T) {
	own := graph.Library{Name: "own", Module: "example.com/x", Calls: []graph.LibraryCall{{Func: "example.com/x.Do", Effect: graph.EffectRemote}}}
	if _, _, ok := Lookup(map[string]string{}, own).Func("example.com/x.Do"); !ok {
		t.Error("no row of a module that the tree does not require")
	}
	own.Since = "v2.0.0"
	if _, _, ok := Lookup(map[string]string{"example.com/x": "v1.0.0"}, own).Func("example.com/x.Do"); ok {
		t.Error("a row of other versions")
	}
}

func BenchmarkLookup(b *testing.B) {
	requires := map[string]string{goRedisModule: "v9.23.0", grpcModule: "v1.85.0", pgxModule: "v5.12.0"}
	for b.Loop() {
		Lookup(requires)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"(p.*Cmdable).*", "(p.StringCmdable).Get", true},
		{"(p.*Cmdable).*", "(p.Cmdable).Get", true},
		{"(p.*Cmdable).*", "(p.Cmdables).Get", false},
		{"(p.*Cmdable).*", "(*p.Cmdable).Get", false},
		{"(*p/service/*.Client).*", "(*p/service/s3.Client).GetObject", true},
		{"(*p/service/*.Client).*", "(*p/service/s3/types.Client).GetObject", false},
		{"(*p.Client).Do", "(*p.Client).Do", true},
		{"(*p.Client).Do", "(p.Client).Do", false},
	} {
		if got := match(c.pattern, c.name); got != c.want {
			t.Errorf("match(%q, %q) = %t", c.pattern, c.name, got)
		}
	}
}

func TestKnobs(t *testing.T) {
	table := Lookup(nil)
	for _, c := range []struct {
		name string
		role graph.Role
		zero string
	}{
		{"github.com/cenkalti/backoff/v4.WithMaxRetries", graph.RoleRetries, "one"},
		{"github.com/cenkalti/backoff/v3.WithMaxRetries", graph.RoleRetries, "unbounded"},
		{"github.com/cenkalti/backoff/v5.WithMaxTries", graph.RoleAttempts, "unbounded"},
		{"github.com/hashicorp/go-retryablehttp.Client.RetryMax", graph.RoleRetries, ""},
		{"github.com/avast/retry-go/v4.Attempts", graph.RoleAttempts, "unbounded"},
		{"github.com/redis/go-redis/v9.Options.MaxRetries", graph.RoleRetries, "default"},
	} {
		ks := table.Knobs(c.name)
		if len(ks) != 1 || ks[0].Role != c.role || ks[0].Zero != c.zero {
			t.Errorf("%s: got %+v", c.name, ks)
		}
	}
	if ks := table.Knobs("github.com/cenkalti/backoff/v4.NewConstantBackOff"); len(ks) != 2 {
		t.Errorf("a function that sets two numbers has %d knobs", len(ks))
	}
}
