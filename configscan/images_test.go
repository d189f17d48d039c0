package configscan

import (
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

func TestImagePart(t *testing.T) {
	for image, want := range map[string]part{
		"redis":                   redisStore,
		"redis:7-alpine":          redisStore,
		"docker.io/library/redis": redisStore,
		"registry.example.com:5000/bitnami/postgresql:16@sha256:00": sqlStore,
		"mcr.microsoft.com/mssql/server:2022-latest":                sqlStore,
		"confluentinc/cp-kafka:7.6.0":                               kafkaQueue,
		"shop/server:1":                                             {},
		"oliver006/redis-exporter":                                  {},
		"shop/redis-cart":                                           {},
		"server":                                                    {},
		"":                                                          {},
	} {
		if got := imagePart(image); got != want {
			t.Errorf("%q: got %v, want %v", image, got, want)
		}
	}
}

func TestPortProtocol(t *testing.T) {
	tests := []struct {
		app, name string
		number    int
		want      graph.Protocol
	}{
		{"grpc", "http", 80, graph.ProtocolGRPC},
		{"kubernetes.io/h2c", "", 80, ""},
		{"example.com/own", "http-api", 80, graph.ProtocolHTTP},
		{"", "http", 6379, graph.ProtocolHTTP},
		{"", "grpc-web-api", 80, graph.ProtocolGRPC},
		{"", "grpc-api", 80, graph.ProtocolGRPC},
		{"", "HTTP2-api", 80, graph.ProtocolHTTP},
		{"", "tcp-redis", 6379, protocolRedis},
		{"", "tcp", 7000, graph.ProtocolOther},
		{"", "mongo", 80, protocolMongoDB},
		{"", "", 5432, protocolSQL},
		{"", "", 80, ""},
		{"", "web", 8080, ""},
		{"", "httpx", 8080, ""},
	}
	for _, tt := range tests {
		if got := portProtocol(tt.app, tt.name, tt.number); got != tt.want {
			t.Errorf("%q %q %d: got %q, want %q", tt.app, tt.name, tt.number, got, tt.want)
		}
	}
}
