// Grpcconfig asks grpc-go what its clients make of the service configs of their
// scanner, and writes it down.
//
//	cd testdata/oracle/grpcconfig && go run . [-o ../grpc-config.json]
package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

func main() {
	documents.Main(documents.GRPCConfig, "google.golang.org/grpc", ask)
}

// ask is one line for each method that the config names, and one for another.
func ask(d documents.Document) ([]string, error) {
	conn, config, err := client(d.Text())
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	names := slices.Collect(maps.Keys(config.Methods))
	var lines []string
	for _, name := range documents.Methods(names) {
		lines = append(lines, effect(name, conn.GetMethodConfig("/"+name), config))
	}
	return lines, nil
}

// client is a client with the config, in use.
func client(text string) (*grpc.ClientConn, *grpc.ServiceConfig, error) {
	got := make(chan resolver.ClientConn, 1)
	builder := manual.NewBuilderWithScheme("oracle")
	builder.BuildCallback = func(_ resolver.Target, cc resolver.ClientConn, _ resolver.BuildOptions) { got <- cc }
	conn, err := grpc.NewClient("oracle:///server",
		grpc.WithResolvers(builder), grpc.WithDefaultServiceConfig(text), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return nil, errors.New("no server") }))
	if err != nil {
		return nil, nil, err
	}
	conn.Connect()
	cc := <-got
	parsed := cc.ParseServiceConfig(text)
	if parsed.Err != nil {
		conn.Close()
		return nil, nil, parsed.Err
	}
	// The state is taken whatever comes of the servers in it.
	_ = cc.UpdateState(resolver.State{Addresses: []resolver.Address{{Addr: "server"}}, ServiceConfig: parsed})
	return conn, parsed.Config.(*grpc.ServiceConfig), nil
}

// effect is what happens to the calls of a method.
func effect(name string, m grpc.MethodConfig, config *grpc.ServiceConfig) string {
	e := documents.Effect{Rule: name}
	if m.Timeout != nil && *m.Timeout >= 0 { // stream.go:401
		e.Overall = *m.Timeout
	}
	p := m.RetryPolicy
	if p == nil {
		return e.String()
	}
	e.Attempts, e.Pause, e.MaxPause = fmt.Sprint(p.MaxAttempts), p.InitialBackoff, p.MaxBackoff
	for code := range p.RetryableStatusCodes {
		if class, ok := graph.GRPCClass(int(code)); ok {
			e.On = e.On.Union(graph.NewClassSet(class))
		}
		if code == codes.Unavailable { // what a client makes of a connection that breaks
			e.On = e.On.Union(graph.NewClassSet(graph.ClassReset))
		}
	}
	e.Cap = strings.TrimSpace(fmt.Sprintf("x%g %s", p.BackoffMultiplier, throttling(config)))
	return e.String()
}

// throttling is read where no other package can.
func throttling(config *grpc.ServiceConfig) string {
	t := reflect.ValueOf(config).Elem().FieldByName("retryThrottling")
	if t.IsNil() {
		return ""
	}
	return fmt.Sprintf("%g%% %g", 100*t.Elem().FieldByName("TokenRatio").Float(), t.Elem().FieldByName("MaxTokens").Float())
}
