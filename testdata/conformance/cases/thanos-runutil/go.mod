module conformance.test/thanos-runutil

go 1.26.0

require github.com/thanos-io/thanos v0.42.4

require (
	github.com/go-kit/log v0.2.1 // indirect
	github.com/go-logfmt/logfmt v0.6.0 // indirect
	github.com/pkg/errors v0.9.1 // indirect
)
