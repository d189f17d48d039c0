package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/conformance/measure"
)

// Reasons why a row is not measured.
const (
	noCase  = "no case yet"
	noCalls = "it serves, groups or routes: nothing of it is sent"
)

// unmeasured are the rows, by name and first version, that no case measures,
// with the reason.
var unmeasured = map[string]string{
	"Graylog2/go-gelf":                       noCase,
	"apache/cassandra-gocql-driver/v2":       noCase,
	"uptrace/opentelemetry-go-extra/otelsql": noCalls,
	"cloud.google.com/go/firestore":          noCase,
	"cloud.google.com/go/firestore v1.11.0":  noCase,
	"cloud.google.com/go/firestore v1.6.1":   noCase,
	"firebase admin SDK":                     noCase,
	"julienschmidt/httprouter":               noCalls,
	"azure-sdk-for-go azblob":                noCase,
	"chi":                                    noCalls,
	"chi render":                             noCalls,
	"gofiber/fiber server/v2":                noCalls,
	"gofiber/fiber server/v3":                noCalls,
	"cloud.google.com/go/spanner":            noCase,
	"cloudflare-go/v6":                       noCase,
	"echo":                                   noCalls,
	"elastic/go-elasticsearch/v8":            noCase,
	"elastic/go-elasticsearch/v9":            noCase,
	"errors":                                 noCalls,
	"fluent/fluent-logger-golang":            noCase,
	"gin":                                    noCalls,
	"go-kit/kit lb":                          noCase,
	"gocql/gocql":                            noCase,
	"golang.org/x/sync/errgroup":             noCalls,
	"google.golang.org/grpc server":          noCalls,
	"google.golang.org/grpc status":          noCalls,
	"gorilla/mux":                            noCalls,
	"grpc-gateway":                           noCalls,
	"k8s.io/client-go":                       noCase,
	"ncw/swift":                              noCase,
	"net/http answers":                       noCalls,
	"net/http server":                        noCalls,
	"openai-go/v3":                           noCase,
	"oracle/oci-go-sdk/v65":                  noCase,
	"rabbitmq/amqp091-go":                    noCase,
	"sigs.k8s.io/controller-runtime":         noCase,
	"streadway/amqp":                         noCase,
	"sync":                                   noCalls,
	"thanos runutil":                         noCase,
	"twmb/franz-go":                          noCase,
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

// untried are the knobs of measured rows that no case turns, with the reason.
var untried = map[string]string{
	"github.com/digitalocean/godo.NewFromToken":                          "no case yet",
	"(*cloud.google.com/go/storage.BucketHandle).If":                     "no case yet",
	"(*cloud.google.com/go/storage.ObjectHandle).If":                     "no case yet",
	"github.com/Azure/go-autorest/autorest.DoRetryForStatusCodesWithCap": "no case yet",
	"github.com/Azure/go-autorest/autorest.Client.RetryAttempts":         "no case yet",
	"AWS_MAX_ATTEMPTS": "no case yet",
	"github.com/Azure/azure-storage-blob-go/azblob.RetryReaderOptions.MaxRetryRequests": "no case yet: a body that breaks off",
	"github.com/go-redis/redis/v8.ClusterOptions.MaxRedirects":                          "no case yet",
	"VAULT_MAX_RETRIES": "no case yet",
	"github.com/redis/go-redis/v9.ClusterOptions.MaxRedirects": "no case yet",
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
			short := k.Name[strings.LastIndexByte(k.Name, '.')+1:]
			tried := strings.Contains(programs[l.Name], short)
			if why := untried[k.Name]; l.Measured && tried == (why != "") {
				t.Errorf("%s: knob %s: in a case: %t, listed as not tried: %q", l.Name, k.Name, tried, why)
			}
		}
	}
}

// source is the text of all programs of a case.
func source(t *testing.T, c *measure.Case) string {
	t.Helper()
	var text strings.Builder
	for _, setting := range c.Settings {
		program, err := os.ReadFile(filepath.Join(c.Dir, setting, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		text.Write(program)
	}
	return text.String()
}
