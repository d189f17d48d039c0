module conformance.test/connect

go 1.26.0

require connectrpc.com/connect v1.21.1

require google.golang.org/protobuf v1.36.12
