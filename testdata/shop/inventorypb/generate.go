// Package inventorypb is the API of the inventory service.
package inventorypb

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative inventory.proto
