// Grpc passes each request of HTTP on as one call of gRPC, with the service
// config of a file, and answers 502 where the call fails.
//
//	grpc FILE LISTEN SERVER
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// callFor is how long the caller waits for an answer.
const callFor = 3 * time.Second

// empty is a message without fields.
type empty struct{}

// Marshal, Unmarshal and Name make empty its own codec.
func (empty) Marshal(any) ([]byte, error) { return nil, nil }
func (empty) Unmarshal([]byte, any) error { return nil }
func (empty) Name() string                { return "empty" }

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "grpc:", err)
		os.Exit(1)
	}
}

func run(file, listen, server string) error {
	config, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	conn, err := grpc.NewClient("passthrough:///"+server, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(string(config)))
	if err != nil {
		return err
	}
	defer conn.Close()
	return http.ListenAndServe(listen, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := "/shop.Stock/Get"
		if r.URL.Path == "/well" {
			method = "/shop.Stock/Well"
		}
		ctx, cancel := context.WithTimeout(r.Context(), callFor)
		defer cancel()
		if err := conn.Invoke(ctx, method, &empty{}, &empty{}, grpc.ForceCodec(empty{})); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	}))
}
