package sdk

import (
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// known are the client libraries that a table of them has to have, each with the
// start of the names of its rows, or of the name it has among those without one.
var known = map[string]string{
	"cenkalti-backoff-v4":            "cenkalti/backoff/v4",
	"cenkalti-backoff-v5":            "cenkalti/backoff/v5",
	"avast-retry-go-v4":              "avast/retry-go/v4",
	"avast-retry-go-v5":              "avast/retry-go/v5",
	"sethvargo-go-retry":             "sethvargo/go-retry",
	"failsafe-go":                    "failsafe-go",
	"eapache-retrier":                "eapache/go-resiliency",
	"lestrrat-backoff":               "lestrrat-go/backoff",
	"matryer-try":                    "matryer/try",
	"jpillora-backoff":               "jpillora/backoff",
	"rican7-retry":                   "Rican7/retry",
	"flowchartsman-retry":            "flowchartsman/retry",
	"client-go-util-retry":           "k8s.io/client-go retry",
	"apimachinery-wait":              "k8s.io/apimachinery wait",
	"consul-sdk-retry":               "hashicorp/consul/sdk retry",
	"kamilsk-retry":                  "kamilsk/retry",
	"giantswarm-retry-go":            "giantswarm/retry-go",
	"thanos-runutil":                 "thanos runutil",
	"dskit-backoff":                  "grafana/dskit backoff",
	"slok-goresilience":              "slok/goresilience",
	"yarpc":                          "go.uber.org/yarpc",
	"go-zero":                        "zeromicro/go-zero",
	"sony-gobreaker":                 "sony/gobreaker/v2",
	"hystrix-go":                     "afex/hystrix-go",
	"projectdiscovery-retryablehttp": "projectdiscovery/retryablehttp-go",
	"net-http":                       "net/http",
	"hashicorp-retryablehttp":        "hashicorp/go-retryablehttp",
	"resty-v2":                       "go-resty/resty/v2",
	"resty-v3":                       "resty.dev/v3",
	"rehttp":                         "PuerkitoBio/rehttp",
	"heimdall":                       "gojek/heimdall/v7",
	"imroc-req":                      "imroc/req",
	"sling":                          "dghubble/sling",
	"carlmjohnson-requests":          "carlmjohnson/requests",
	"ybbus-httpretry":                "ybbus/httpretry",
	"fasthttp":                       "valyala/fasthttp",
	"fiber-client":                   "gofiber/fiber client",
	"smithy-go":                      "aws/smithy-go",
	"grpc-go":                        "google.golang.org/grpc",
	"grpc-middleware-v2-retry":       "grpc-ecosystem/go-grpc-middleware/v2",
	"grpc-middleware-v1-retry":       "grpc-ecosystem/go-grpc-middleware",
	"connect-go":                     "connectrpc.com/connect",
	"twirp":                          "twitchtv/twirp",
	"go-kit-lb-retry":                "go-kit/kit lb",
	"go-micro":                       "go-micro",
	"kitex":                          "cloudwego/kitex",
	"dubbo-go":                       "dubbo-go",
	"kratos":                         "go-kratos/kratos",
	"rpcx":                           "smallnest/rpcx",
	"aws-sdk-go-v1":                  "aws-sdk-go",
	"aws-sdk-go-v2":                  "aws-sdk-go-v2",
	"gax-go":                         "googleapis/gax-go/v2",
	"gcs-storage":                    "cloud.google.com/go/storage",
	"gcp-pubsub":                     "cloud.google.com/go/pubsub",
	"gcp-spanner":                    "cloud.google.com/go/spanner",
	"gcp-firestore":                  "cloud.google.com/go/firestore",
	"gcp-bigquery":                   "cloud.google.com/go/bigquery",
	"google-api-go":                  "google-api-go-client",
	"azure-azcore":                   "azure-sdk-for-go azcore",
	"azure-autorest":                 "Azure/go-autorest",
	"minio-go":                       "minio/minio-go/v7",
	"stripe-go":                      "stripe-go",
	"slack-go":                       "slack-go/slack",
	"go-github":                      "google/go-github",
	"twilio-go":                      "twilio-go",
	"sendgrid-go":                    "sendgrid/sendgrid-go",
	"openai-go":                      "openai-go/v3",
	"anthropic-sdk-go":               "anthropic-sdk-go",
	"sashabaranov-go-openai":         "sashabaranov/go-openai",
	"go-elasticsearch":               "elastic/go-elasticsearch",
	"opensearch-go":                  "opensearch-go/v4",
	"olivere-elastic":                "olivere/elastic",
	"vault-api":                      "hashicorp/vault/api",
	"consul-api":                     "hashicorp/consul/api",
	"nomad-api":                      "hashicorp/nomad/api",
	"terraform-plugin-sdk-retry":     "terraform-plugin-sdk/v2 retry",
	"client-go-rest":                 "k8s.io/client-go",
	"controller-runtime":             "sigs.k8s.io/controller-runtime",
	"datadog-api-client":             "DataDog/datadog-api-client-go",
	"go-pagerduty":                   "PagerDuty/go-pagerduty",
	"cloudflare-go":                  "cloudflare-go/v6",
	"godo":                           "digitalocean/godo",
	"linodego":                       "linode/linodego",
	"otlp-exporters":                 "opentelemetry otlp exporters",
	"go-containerregistry":           "google/go-containerregistry",
	"oras-go":                        "oras-go",
	"database-sql":                   "database/sql",
	"pgx-v5":                         "jackc/pgx/v5",
	"lib-pq":                         "lib/pq",
	"go-sql-driver-mysql":            "go-sql-driver/mysql",
	"go-redis-v9":                    "redis/go-redis/v9",
	"rueidis":                        "redis/rueidis",
	"redigo":                         "gomodule/redigo",
	"mongo-driver":                   "mongo-driver",
	"gocql":                          "gocql/gocql",
	"etcd-client-v3":                 "etcd client/v3",
	"sarama":                         "IBM/sarama",
	"segmentio-kafka-go":             "segmentio/kafka-go",
	"franz-go":                       "twmb/franz-go",
	"confluent-kafka-go":             "confluentinc/confluent-kafka-go",
	"nats-go":                        "nats-io/nats.go",
	"rabbitmq-amqp091":               "rabbitmq/amqp091-go",
	"pulsar-client-go":               "apache/pulsar-client-go",
	"temporal-sdk":                   "temporal sdk",
	"cadence-client":                 "go.uber.org/cadence",
	"asynq":                          "hibiken/asynq",
	"machinery":                      "RichardKnop/machinery",
	"watermill-retry":                "ThreeDotsLabs/watermill",
	"gocraft-work":                   "gocraft/work",
	"river":                          "riverqueue/river",
	"aws-sqs":                        "aws-sdk-go-v2",
	"neo4j-driver":                   "neo4j-go-driver",
	"influxdb-client-v2":             "influxdata/influxdb-client-go",
	"clickhouse-go":                  "ClickHouse/clickhouse-go",
}

// Every library is a row, or is listed with the reason why not; nothing is both.
func TestKnownLibrariesAreThere(t *testing.T) {
	for id, name := range known {
		row := slices.ContainsFunc(All(), func(l graph.Library) bool { return named(l.Name, name) })
		without := slices.ContainsFunc(WithoutRow(), func(a Absent) bool { return a.Name == name })
		if row == without {
			t.Errorf("%s: row %q: %t, listed without one: %t", id, name, row, without)
		}
	}
	for _, a := range WithoutRow() {
		if a.Why == "" || a.Module == "" {
			t.Errorf("%s: no reason or no module", a.Name)
		}
		if slices.Contains(Modules(), a.Module) {
			t.Errorf("%s has a row", a.Name)
		}
	}
}

func named(row, name string) bool { return row == name || strings.HasPrefix(row, name+"/") }

// A library without a row is known by any of its packages and major versions, but for
// those of which nothing is missed.
func TestUnseen(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/ThreeDotsLabs/watermill/message":                      "ThreeDotsLabs/watermill",
		"github.com/confluentinc/confluent-kafka-go/kafka":                "confluentinc/confluent-kafka-go",
		"github.com/confluentinc/confluent-kafka-go/v2/kafka":             "confluentinc/confluent-kafka-go",
		"github.com/neo4j/neo4j-go-driver/v4/neo4j":                       "neo4j-go-driver",
		"google.golang.org/api/drive/v3":                                  "google-api-go-client",
		"google.golang.org/api/option":                                    "", // a helper
		"github.com/lib/pq":                                               "", // a driver
		"github.com/ThreeDotsLabs/watermillion":                           "",
		"github.com/hashicorp/go-retryablehttp":                           "", // has a row
		"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc": "",
	} {
		lib, ok := Unseen(path)
		if got := map[bool]string{true: lib.Name}[ok]; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
