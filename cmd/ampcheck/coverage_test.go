package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/conformance/measure"
)

// Reasons why a row is not measured.
const (
	noCalls = "it serves, groups or routes: nothing of it is sent"
	noCase  = "no case yet"
	noReply = "its servers answer nothing: what becomes of a message is seen by the next one, if at all"
)

// unmeasured are the rows, by name and first version, that no case measures,
// with the reason.
var unmeasured = map[string]string{
	"Graylog2/go-gelf":                      noReply,
	"cloud.google.com/go/firestore":         noCase,
	"cloud.google.com/go/firestore v1.11.0": noCase,
	"cloud.google.com/go/firestore v1.6.1":  noCase,
	"firebase admin SDK":                    noCase,
	"k8s.io/client-go":                      noCase,
	"ncw/swift":                             "its client is made when it authenticates, which no server lets it do yet",
	"openai-go/v3":                          noCase,
	"oracle/oci-go-sdk/v65":                 noCase,
	"sigs.k8s.io/controller-runtime":        noCase,
	"go-kratos/kratos":                      noCase,
	"go-kratos/kratos server":               noCalls,
	"julienschmidt/httprouter":              noCalls,
	"azure-sdk-for-go azblob":               "it asks again for the rest of a body that breaks off, and no server breaks bodies off yet",
	"chi":                                   noCalls,
	"chi render":                            noCalls,
	"gofiber/fiber server/v2":               noCalls,
	"gofiber/fiber server/v3":               noCalls,
	"cloud.google.com/go/spanner":           "it runs functions in transactions, for which it opens sessions that no server keeps yet",
	"echo":                                  noCalls,
	"errors":                                noCalls,
	"fluent/fluent-logger-golang":           noReply,
	"gin":                                   noCalls,
	"go-kit/kit lb":                         "the balancer is a function that calls one of several others, which is not followed: no call is seen",
	"golang.org/x/sync/errgroup":            noCalls,
	"google.golang.org/grpc server":         noCalls,
	"google.golang.org/grpc status":         noCalls,
	"gorilla/mux":                           noCalls,
	"grpc-gateway":                          noCalls,
	"net/http answers":                      noCalls,
	"net/http server":                       noCalls,
	"sync":                                  noCalls,
}

// Every row has a source, and is measured or listed with the reason why not.
func TestEveryRowIsMeasuredOrSaysWhyNot(t *testing.T) {
	for _, l := range sdk.All() {
		key := strings.TrimSpace(l.Name + " " + l.Since)
		if len(l.Sources) == 0 {
			t.Errorf("%s: no source", key)
		}
		if why := unmeasured[key]; l.Measured == (why != "") {
			t.Errorf("%s: measured: %t, listed as not measured: %q", key, l.Measured, why)
		}
	}
	for key := range unmeasured {
		if !slices.ContainsFunc(sdk.All(), func(l graph.Library) bool { return strings.TrimSpace(l.Name+" "+l.Since) == key }) {
			t.Errorf("%s is listed as not measured and is no row", key)
		}
	}
}

// untried are the knobs of measured rows that no case of theirs turns, with the reason.
var untried = map[string]string{
	"aws-sdk-go-v2 dynamodb: github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts":               "turned in the case of aws-sdk-go-v2; DynamoDB has it too",
	"gofiber/fiber client: github.com/gofiber/fiber/v3/addon/retry.Config":                                     "turned under its other name, client.RetryConfig",
	"nats-io/nats.go: github.com/nats-io/nats.go.RetryAttempts":                                                "the older API of JetStream, which has no case yet",
	"twmb/franz-go: github.com/twmb/franz-go/pkg/kgo.RequestRetries":                                           "of requests other than records, which have no case yet",
	"azure-storage-blob-go: github.com/Azure/azure-storage-blob-go/azblob.RetryReaderOptions.MaxRetryRequests": "a body that breaks off, which no server does yet",
	"go-redis/redis/v8: github.com/go-redis/redis/v8.ClusterOptions.MaxRedirects":                              "a cluster of several servers that send a command on to each other",
	"redis/go-redis/v9: github.com/redis/go-redis/v9.ClusterOptions.MaxRedirects":                              "a cluster of several servers that send a command on to each other",
}

// Every knob that sets the attempts of a measured row is turned in a case: what
// it counts, retries or attempts, is measured.
func TestEveryKnobOfAttemptsHasACase(t *testing.T) {
	cases, _ := readMeasurement(t)
	programs := map[string]string{}
	for _, c := range cases {
		programs[c.Library] += source(t, c)
	}
	for _, l := range sdk.All() {
		for _, k := range l.Knobs {
			switch k.Role {
			case graph.RoleAttempts, graph.RoleRetries, graph.RoleCap:
			default:
				continue
			}
			short := regexp.QuoteMeta(k.Name[strings.LastIndexByte(k.Name, '.')+1:])
			tried := regexp.MustCompile(`\b` + short + `\b`).MatchString(programs[l.Name])
			if why := untried[l.Name+": "+k.Name]; l.Measured && tried == (why != "") {
				t.Errorf("%s: knob %s: in a case: %t, listed as not tried: %q", l.Name, k.Name, tried, why)
			}
		}
	}
}

// unset are the measured rows, by name and first version, whose attempts cannot be both
// changed and switched off, with the reason.
var unset = map[string]string{
	"googleapis/gax-go/v2": "retries are off by default; an option switches them on, without a count",
	"mongo-driver":         "retries are on or off; a timeout in their place has no end, which the setting timeout shows",
	"mongo-driver/v2":      "retries are on or off; those of an overloaded server have a count, which the setting adaptive shows",
	"redis/rueidis":        "retries are on, without a count, or off",
}

// Every measured row whose attempts can be set is measured with them as they are, changed
// and switched off, and what was counted is not the same in all three.
func TestEveryRowIsMeasuredWithItsAttemptsChangedAndOff(t *testing.T) {
	_, records := readMeasurement(t)
	for _, l := range sdk.All() {
		settable := slices.ContainsFunc(l.Knobs, func(k graph.Knob) bool {
			return k.Role == graph.RoleAttempts || k.Role == graph.RoleRetries || k.Role == graph.RoleCap
		})
		if !l.Measured || !settable {
			continue
		}
		changed, off, matters := false, false, false
		for _, r := range records {
			if r.Library != l.Name || r.Since != l.Since {
				continue
			}
			counted := map[string][]measure.Number{}
			for _, c := range r.Cells {
				counted[c.Setting] = append(counted[c.Setting], c.Measured)
			}
			changed, off = changed || counted["changed"] != nil, off || counted["off"] != nil
			for _, numbers := range counted {
				matters = matters || !slices.Equal(numbers, counted["default"])
			}
		}
		key := strings.TrimSpace(l.Name + " " + l.Since)
		if why := unset[key]; (changed && off) == (why != "") {
			t.Errorf("%s: changed: %t, off: %t, listed with the reason why not: %q", key, changed, off, why)
		}
		if !matters {
			t.Errorf("%s: no setting changes what is counted", key)
		}
	}
}

// source is the text of all programs of a case, and of what deploys them.
func source(t *testing.T, c *measure.Case) string {
	t.Helper()
	var text strings.Builder
	for _, setting := range c.Settings {
		files, err := filepath.Glob(filepath.Join(c.Dir, setting, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(data)
		}
	}
	return text.String()
}
