package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"io"
	"strings"
	"text/template"

	"github.com/ampcheck/ampcheck/graph"
)

//go:embed witness/witness.go.tmpl
var witnessSource string

var witnessTemplate = template.Must(template.New("witness").Parse(witnessSource))

// Witness is a test that counts what one call becomes.
type Witness struct {
	// From is where the work arrives, To the node that fails.
	From, To string
	// Want is how many calls of To there are to be, and Attempts how often the test
	// tries, where From is a client that the test stands for.
	Want, Attempts int
	// Protocol is that of To, Class how it fails.
	Protocol graph.Protocol
	Class    graph.Class
	// Drive is the service that the test calls.
	Drive string
}

// witnessProtocols are those that a test can play, with the status of a failure that
// has none.
var witnessProtocols = map[graph.Protocol]string{graph.ProtocolHTTP: "503", graph.ProtocolGRPC: "14", "sql": ""}

// Playable reports whether a test can play a node of this protocol.
func Playable(p graph.Protocol) bool {
	_, ok := witnessProtocols[p]
	return ok
}

// WriteWitness writes the source of the test. It uses the standard library only.
func WriteWitness(w io.Writer, x *Witness) error {
	status, ok := witnessProtocols[x.Protocol]
	if !ok {
		return fmt.Errorf("a test cannot play %s, which speaks %q", x.To, x.Protocol)
	}
	if _, code, found := strings.Cut(x.Class.String(), ":"); found {
		status = code
	}
	// Names go into comments and strings: what ends one of those is left out.
	name := strings.NewReplacer("\"", "", "\\", "", "`", "", "%", "%%", "{{", "").Replace
	var b bytes.Buffer
	err := witnessTemplate.Execute(&b, map[string]any{
		"From": name(Plain(x.From)), "To": name(Plain(x.To)), "Drive": name(Plain(x.Drive)),
		"Want": x.Want, "Attempts": x.Attempts, "Protocol": string(x.Protocol), "Status": status,
		"Leaf": "127.0.0.1:18999", "Example": "http://127.0.0.1:8080/",
	})
	if err != nil {
		return err
	}
	source, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("writing the test: %w", err)
	}
	_, err = w.Write(source)
	return err
}
