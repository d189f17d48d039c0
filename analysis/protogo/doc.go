// Package protogo writes the Go declarations that protoc makes of protocol buffer
// files, for repositories that do not commit them: messages, enumerations, and the
// clients and servers of gRPC services. Clients call the connection as those of
// protoc-gen-go-grpc do; nothing else has a body that does what the real one does,
// so the source is for a type checker and a call graph, and not to be run.
//
// Names and shapes: https://protobuf.dev/reference/go/go-generated/ and
// https://grpc.io/docs/languages/go/generated-code/
package protogo
