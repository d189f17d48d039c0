package sdk

import (
	"slices"
	"strings"

	"golang.org/x/mod/module"
)

// Absent is a widely used library that has no row, with the reason.
type Absent struct {
	Name, Module string
	// Why says why there is no row.
	Why string
}

// WithoutRow are the libraries that were looked at and have no row, by name.
func WithoutRow() []Absent { return slices.Clone(absent) }

// Unseen is the library of an import path whose calls nothing sees since it has no row,
// in any major version; ok is false for all others, and where nothing is missed without
// a row.
func Unseen(path string) (lib Absent, ok bool) {
	for _, a := range absent {
		base, _, _ := module.SplitPathVersion(a.Module)
		if path != base && !strings.HasPrefix(path, base+"/") {
			continue
		}
		return a, a.unseen() && !helpers[path]
	}
	return Absent{}, false
}

// helpers are packages of such libraries that others use too and that send nothing.
var helpers = map[string]bool{
	"google.golang.org/api/googleapi": true,
	"google.golang.org/api/iterator":  true,
	"google.golang.org/api/option":    true,
}

// unseen reports whether there are calls of the library that another row, or the code
// round them, does not show.
func (a Absent) unseen() bool {
	switch a.Why {
	case driver, noLoop, base, tests, telemetry, generated:
		return false
	}
	return true
}

// Reasons, of which several libraries share some. Under the last ones nothing is missed.
const (
	unread   = "its row is not written yet: its calls are not seen"
	worker   = "a worker runs handlers again: what repeats is the delivery of a job, which is not read from code yet"
	sends    = "sends once; what it sends is not seen yet"
	notRetry = "retries only when told to; what it sends is not seen yet"

	driver    = "a driver: what is called is database/sql, whose row holds for it"
	noLoop    = "yields pauses only; the loop round it is read from the code"
	base      = "the base of aws-sdk-go-v2, whose row holds for what is built on it"
	tests     = "a helper of tests"
	telemetry = "sends telemetry in the background: listed, never counted into a request"
	generated = "generated clients send once through net/http, whose row holds for them"
)

var absent = []Absent{
	{"ClickHouse/clickhouse-go", "github.com/ClickHouse/clickhouse-go/v2", driver},
	{"DataDog/datadog-api-client-go", "github.com/DataDog/datadog-api-client-go/v2", notRetry},
	{"RichardKnop/machinery", "github.com/RichardKnop/machinery", worker},
	{"ThreeDotsLabs/watermill", "github.com/ThreeDotsLabs/watermill", worker},
	{"apache/pulsar-client-go", "github.com/apache/pulsar-client-go", unread},
	{"aws/smithy-go", "github.com/aws/smithy-go", base},
	{"cloudwego/kitex", "github.com/cloudwego/kitex", notRetry},
	{"confluentinc/confluent-kafka-go", "github.com/confluentinc/confluent-kafka-go/v2", "the retries are those of librdkafka, in C, and are set by a map of strings"},
	{"dubbo-go", "dubbo.apache.org/dubbo-go/v3", unread},
	{"giantswarm/retry-go", "github.com/giantswarm/retry-go", unread},
	{"go-micro", "go-micro.dev/v6", unread},
	{"go-sql-driver/mysql", "github.com/go-sql-driver/mysql", driver},
	{"go.uber.org/cadence", "go.uber.org/cadence", worker},
	{"go.uber.org/yarpc", "go.uber.org/yarpc", sends},
	{"gocraft/work", "github.com/gocraft/work", worker},
	{"google-api-go-client", "google.golang.org/api", "thousands of generated methods that send once; media uploads retry and are not seen yet"},
	{"google/go-containerregistry", "github.com/google/go-containerregistry", unread},
	{"hashicorp/consul/sdk retry", "github.com/hashicorp/consul/sdk", tests},
	{"hibiken/asynq", "github.com/hibiken/asynq", worker},
	{"imroc/req", "github.com/imroc/req/v3", notRetry},
	{"influxdata/influxdb-client-go", "github.com/influxdata/influxdb-client-go/v2", unread},
	{"jpillora/backoff", "github.com/jpillora/backoff", noLoop},
	{"kamilsk/retry", "github.com/kamilsk/retry/v5", unread},
	{"lestrrat-go/backoff", "github.com/lestrrat-go/backoff/v2", noLoop},
	{"lib/pq", "github.com/lib/pq", driver},
	{"neo4j-go-driver", "github.com/neo4j/neo4j-go-driver/v5", unread},
	{"opentelemetry otlp exporters", "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc", telemetry},
	{"oras-go", "oras.land/oras-go/v2", unread},
	{"projectdiscovery/retryablehttp-go", "github.com/projectdiscovery/retryablehttp-go", unread},
	{"riverqueue/river", "github.com/riverqueue/river", worker},
	{"slok/goresilience", "github.com/slok/goresilience", unread},
	{"smallnest/rpcx", "github.com/smallnest/rpcx", unread},
	{"temporal sdk", "go.temporal.io/sdk", worker},
	{"twilio-go", "github.com/twilio/twilio-go", sends},
	{"twitchtv/twirp", "github.com/twitchtv/twirp", generated},
	{"ybbus/httpretry", "github.com/ybbus/httpretry", unread},
	{"zeromicro/go-zero", "github.com/zeromicro/go-zero", unread},
	{"cloud.google.com/go/pubsub", "cloud.google.com/go/pubsub/v2", unread},
}
