module conformance.test/otelsql-uptrace

go 1.26.0

require (
	github.com/lib/pq v1.12.3
	github.com/uptrace/opentelemetry-go-extra/otelsql v0.3.2
)

require (
	github.com/go-logr/logr v1.4.2 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	go.opentelemetry.io/otel v1.30.0 // indirect
	go.opentelemetry.io/otel/metric v1.30.0 // indirect
	go.opentelemetry.io/otel/trace v1.30.0 // indirect
)
