package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// fluent-logger-golang writes a message up to 13 times on connections that break,
// and dials up to 13 times for each that is not there; a dial that fails to its end
// ends the message. MaxRetry counts tries and 0 is 13. With Async a worker does so
// behind the caller's back. No deadline holds unless WriteTimeout is set.
var _ = register(fluentModule, func() graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: "fluent", Address: maker, NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "fluent MaxRetry", Kind: graph.KindClientDefault, Attempts: 13, RetriesOn: unsent.Union(on("reset")),
			Backoff: graph.BackoffExponential, Base: "500ms", Max: "60s", Factor: 1.5,
		}},
	}
	const config = fluentModule + "/fluent.Config."
	return graph.Library{
		Name: "fluent/fluent-logger-golang",
		Calls: slices.Concat(
			each(send, "(*"+fluentModule+"/fluent.Fluent).", "Post", "PostWithTime", "EncodeAndPostData", "PostRawData"),
			[]graph.LibraryCall{{Func: fluentModule + "/fluent.New", Effect: graph.EffectConstructs, Protocol: "fluent", Address: fieldOf(0, "FluentHost"), Options: param(0), NoContext: true}},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: config + "MaxRetry", Role: graph.RoleAttempts, Zero: "default"},
			{Kind: graph.KnobField, Name: config + "WriteTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
		},
		Sources: []string{
			fluentModule + "@v1.10.2 fluent/fluent.go:33",
			fluentModule + "@v1.10.2 fluent/fluent.go:35",
			fluentModule + "@v1.10.2 fluent/fluent.go:165",
			fluentModule + "@v1.10.2 fluent/fluent.go:524",
			fluentModule + "@v1.10.2 fluent/fluent.go:539",
			fluentModule + "@v1.10.2 fluent/fluent.go:600",
			fluentModule + "@v1.10.2 fluent/fluent.go:677",
		},
	}
})

// go-gelf writes a message to a TCP connection up to 4 times, each time a second
// later on a new one: MaxReconnect counts retries. UDP is sent once, and nothing
// says that it arrived.
var _ = register(gelfModule, func() graph.Library {
	send := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: "gelf", Address: maker, NoContext: true}
	tcp := send
	tcp.Layers = []graph.LibraryLayer{{
		Name: "gelf MaxReconnect", Kind: graph.KindClientDefault, Attempts: 4, RetriesOn: unsent.Union(on("reset")),
		Backoff: graph.BackoffConstant, Base: "1s",
	}}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: "gelf", Address: param(0), NoContext: true}
	return graph.Library{
		Name: "Graylog2/go-gelf",
		Calls: slices.Concat(
			each(tcp, "(*"+gelfModule+"/gelf.TCPWriter).", "Write", "WriteMessage"),
			each(tcp, "("+gelfModule+"/gelf.Writer).", "Write", "WriteMessage"),
			each(send, "(*"+gelfModule+"/gelf.UDPWriter).", "Write", "WriteMessage"),
			each(constructs, gelfModule+"/gelf.", "NewTCPWriter", "NewUDPWriter"),
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: gelfModule + "/gelf.TCPWriter.MaxReconnect", Role: graph.RoleRetries},
		},
		Sources: []string{
			gelfModule + "@v0.0.0-20191017102106-1550ee647df0 gelf/tcpwriter.go:12",
			gelfModule + "@v0.0.0-20191017102106-1550ee647df0 gelf/tcpwriter.go:13",
			gelfModule + "@v0.0.0-20191017102106-1550ee647df0 gelf/tcpwriter.go:83",
			gelfModule + "@v0.0.0-20191017102106-1550ee647df0 gelf/tcpwriter.go:92",
		},
	}
})

const (
	fluentModule = "github.com/fluent/fluent-logger-golang"
	gelfModule   = "github.com/Graylog2/go-gelf"
)
