package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// part is what an image or a port tells of the service behind it.
type part struct {
	kind     graph.NodeKind
	protocol graph.Protocol
}

// The protocols of datastores and queues, in the words of the JSON report.
const (
	protocolSQL       graph.Protocol = "sql"
	protocolRedis     graph.Protocol = "redis"
	protocolMongoDB   graph.Protocol = "mongodb"
	protocolMemcached graph.Protocol = "memcached"
	protocolKafka     graph.Protocol = "kafka"
	protocolAMQP      graph.Protocol = "amqp"
	protocolNATS      graph.Protocol = "nats"
)

var (
	sqlStore   = part{graph.NodeDatastore, protocolSQL}
	redisStore = part{graph.NodeDatastore, protocolRedis}
	mongoStore = part{graph.NodeDatastore, protocolMongoDB}
	memStore   = part{graph.NodeDatastore, protocolMemcached}
	httpStore  = part{graph.NodeDatastore, graph.ProtocolHTTP}
	grpcStore  = part{graph.NodeDatastore, graph.ProtocolGRPC}
	otherStore = part{graph.NodeDatastore, graph.ProtocolOther}
	kafkaQueue = part{graph.NodeQueue, protocolKafka}
	amqpQueue  = part{graph.NodeQueue, protocolAMQP}
	natsQueue  = part{graph.NodeQueue, protocolNATS}
	otherQueue = part{graph.NodeQueue, graph.ProtocolOther}
)

// images maps the name of an image, the last segment of its path, to what runs
// in it: the official image and those of the usual distributors. Only exact
// names are here: redis-exporter is no datastore.
var images = map[string]part{
	"redis": redisStore, "redis-stack": redisStore, "redis-stack-server": redisStore, "redis-cluster": redisStore,
	"redis-sentinel": redisStore, "valkey": redisStore, "valkey-cluster": redisStore, "keydb": redisStore, "dragonfly": redisStore,

	"postgres": sqlStore, "postgresql": sqlStore, "postgresql-repmgr": sqlStore, "postgis": sqlStore, "pgvector": sqlStore,
	"timescaledb": sqlStore, "timescaledb-ha": sqlStore, "spilo": sqlStore, "cockroach": sqlStore, "yugabyte": sqlStore,
	"mysql": sqlStore, "mysql-server": sqlStore, "mariadb": sqlStore, "mariadb-galera": sqlStore,
	"percona": sqlStore, "percona-server": sqlStore, "percona-xtradb-cluster": sqlStore, "tidb": sqlStore,
	"mssql/server": sqlStore, "azure-sql-edge": sqlStore, "database/free": sqlStore, "oracle-xe": sqlStore,

	"mongo": mongoStore, "mongodb": mongoStore, "mongodb-community-server": mongoStore, "mongodb-sharded": mongoStore, "ferretdb": mongoStore,
	"memcached": memStore,

	"elasticsearch": httpStore, "elasticsearch-oss": httpStore, "opensearch": httpStore, "solr": httpStore,
	"meilisearch": httpStore, "minio": httpStore, "couchdb": httpStore, "influxdb": httpStore, "dynamodb-local": httpStore,
	"etcd":      grpcStore,
	"cassandra": otherStore, "scylla": otherStore, "neo4j": otherStore, "clickhouse-server": otherStore, "clickhouse": otherStore,
	"couchbase": otherStore, "zookeeper": otherStore, "cp-zookeeper": otherStore,

	"kafka": kafkaQueue, "cp-kafka": kafkaQueue, "kafka-native": kafkaQueue, "cp-server": kafkaQueue, "redpanda": kafkaQueue,
	"rabbitmq": amqpQueue, "lavinmq": amqpQueue, "activemq-artemis": amqpQueue,
	"nats": natsQueue, "nats-streaming": natsQueue,
	"pulsar": otherQueue, "eclipse-mosquitto": otherQueue, "activemq": otherQueue, "activemq-classic": otherQueue, "nsq": otherQueue,
}

// telemetryImages are those of what takes metrics, traces and logs. The addresses
// in their configuration are what they look at, which no request waits for.
var telemetryImages = setOf("opentelemetry-collector", "opentelemetry-collector-contrib", "opentelemetry-collector-k8s", "otelcol", "alloy",
	"prometheus", "grafana", "loki", "promtail", "tempo", "mimir", "all-in-one", "jaeger", "jaeger-collector", "jaeger-query", "zipkin",
	"fluentd", "fluent-bit", "vector", "statsd", "statsd-exporter", "telegraf", "node-exporter", "cadvisor", "pushgateway", "alertmanager", "kibana", "filebeat")

// isTelemetryImage knows what only watches the others.
func isTelemetryImage(image string) bool {
	name, _, _ := strings.Cut(image, "@")
	name, _, _ = strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ":")
	return telemetryImages[name]
}

// imagePart looks an image up by the last segment of its path, then by the last
// two, without registry, tag and digest.
func imagePart(image string) part {
	name, _, _ := strings.Cut(image, "@")
	segments := strings.Split(name, "/")
	last := len(segments) - 1
	segments[last], _, _ = strings.Cut(segments[last], ":")
	if p, ok := images[segments[last]]; ok {
		return p
	}
	if last == 0 {
		return part{}
	}
	return images[segments[last-1]+"/"+segments[last]]
}

// storePorts are the registered ports of stores and queues, as each writes them
// in its own default configuration.
var storePorts = map[int]graph.Protocol{
	6379: protocolRedis, 5432: protocolSQL, 3306: protocolSQL, 1433: protocolSQL, 27017: protocolMongoDB,
	11211: protocolMemcached, 9092: protocolKafka, 5672: protocolAMQP, 4222: protocolNATS,
}
