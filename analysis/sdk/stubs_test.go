package sdk

import (
	"go/ast"
	goimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const stubRoot = "../../testdata/src"

// What says why a module has no stub.
const (
	other    = "another version has a stub"
	noTests  = "no analysis test uses it; the names are held against the module itself"
	patterns = "its names are patterns over generated packages; held against the module itself"
)

// unstubbed are the modules without a stub, with the reason.
var unstubbed = map[string]string{
	"github.com/PagerDuty/go-pagerduty":                    noTests,
	"github.com/carlmjohnson/requests":                     noTests,
	"github.com/jackc/pgx/v4":                              noTests,
	"github.com/dghubble/sling":                            noTests,
	"github.com/digitalocean/godo":                         noTests,
	"github.com/go-chi/render":                             noTests,
	"github.com/gofiber/fiber/v3":                          noTests,
	"github.com/google/go-github/v72":                      noTests,
	"github.com/hashicorp/nomad/api":                       noTests,
	"github.com/olivere/elastic/v7":                        noTests,
	"github.com/sashabaranov/go-openai":                    noTests,
	"github.com/sendgrid/sendgrid-go":                      noTests,
	"github.com/slack-go/slack":                            noTests,
	"github.com/stripe/stripe-go/v82":                      noTests,
	"resty.dev/v3":                                         noTests,
	"github.com/juju/retry":                                noTests,
	"cloud.google.com/go/bigquery":                         noTests,
	"cloud.google.com/go/spanner":                          noTests,
	"cloud.google.com/go/storage":                          noTests,
	"firebase.google.com/go/v4":                            noTests,
	"connectrpc.com/connect":                               noTests,
	"github.com/Azure/azure-sdk-for-go/sdk/azcore":         patterns,
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob": noTests,
	"github.com/Azure/azure-storage-blob-go":               noTests,
	"github.com/Azure/go-autorest/autorest":                patterns,
	"github.com/Graylog2/go-gelf":                          noTests,
	"github.com/IBM/ibm-cos-sdk-go":                        patterns,
	"github.com/PuerkitoBio/rehttp":                        noTests,
	"github.com/Rican7/retry":                              noTests,
	"github.com/Shopify/sarama":                            noTests,
	"github.com/afex/hystrix-go":                           noTests,
	"github.com/anthropics/anthropic-sdk-go":               patterns,
	"github.com/apache/cassandra-gocql-driver/v2":          other,
	"github.com/avast/retry-go":                            other,
	"github.com/avast/retry-go/v3":                         other,
	"github.com/aws/aws-sdk-go":                            patterns,
	"github.com/aws/aws-sdk-go-v2/service/dynamodb":        patterns,
	"github.com/bradfitz/gomemcache":                       noTests,
	"github.com/cenkalti/backoff":                          other,
	"github.com/cenkalti/backoff/v3":                       other,
	"github.com/cloudflare/cloudflare-go/v6":               patterns,
	"github.com/eapache/go-resiliency":                     noTests,
	"github.com/elastic/go-elasticsearch/v7":               noTests,
	"github.com/elastic/go-elasticsearch/v8":               patterns,
	"github.com/elastic/go-elasticsearch/v9":               patterns,
	"github.com/failsafe-go/failsafe-go":                   noTests,
	"github.com/flowchartsman/retry":                       noTests,
	"github.com/fluent/fluent-logger-golang":               noTests,
	"github.com/go-kit/kit":                                noTests,
	"github.com/go-pg/pg/v10":                              noTests,
	"github.com/go-redis/redis/v8":                         other,
	"github.com/go-resty/resty/v2":                         noTests,
	"github.com/gojek/heimdall/v7":                         noTests,
	"github.com/gomodule/redigo":                           noTests,
	"github.com/googleapis/gax-go/v2":                      noTests,
	"github.com/grpc-ecosystem/go-grpc-middleware":         other,
	"github.com/hashicorp/consul/api":                      noTests,
	"github.com/hashicorp/vault/api":                       noTests,
	"github.com/jmoiron/sqlx":                              noTests,
	"github.com/linode/linodego":                           patterns,
	"github.com/matryer/try":                               noTests,
	"github.com/minio/minio-go/v7":                         noTests,
	"github.com/nats-io/nats.go":                           noTests,
	"github.com/ncw/swift":                                 noTests,
	"github.com/ncw/swift/v2":                              noTests,
	"github.com/openai/openai-go/v3":                       patterns,
	"github.com/opensearch-project/opensearch-go/v4":       patterns,
	"github.com/oracle/oci-go-sdk/v65":                     patterns,
	"github.com/rabbitmq/amqp091-go":                       noTests,
	"github.com/redis/rueidis":                             noTests,
	"github.com/segmentio/kafka-go":                        noTests,
	"github.com/sethvargo/go-retry":                        noTests,
	"github.com/sony/gobreaker":                            noTests,
	"github.com/sony/gobreaker/v2":                         noTests,
	"github.com/streadway/amqp":                            noTests,
	"github.com/thanos-io/thanos":                          noTests,
	"github.com/twmb/franz-go":                             noTests,
	"github.com/valyala/fasthttp":                          noTests,
	"go.etcd.io/etcd/client/v3":                            noTests,
	"go.mongodb.org/mongo-driver":                          noTests,
	"go.mongodb.org/mongo-driver/v2":                       noTests,
	"gorm.io/driver/mysql":                                 noTests,
	"k8s.io/apimachinery":                                  noTests,
	"k8s.io/client-go":                                     patterns,
	"sigs.k8s.io/controller-runtime":                       noTests,
	"github.com/XSAM/otelsql":                              noTests,
	"github.com/uptrace/opentelemetry-go-extra/otelsql":    noTests,
	"github.com/go-chi/chi/v5":                             noTests,
	"github.com/gin-gonic/gin":                             noTests,
	"github.com/labstack/echo/v4":                          noTests,
	"github.com/julienschmidt/httprouter":                  noTests,
	"github.com/grpc-ecosystem/grpc-gateway/v2":            noTests,
}

// stubs type-checks the packages of testdata/src, and finds those of the
// standard library.
type stubs struct {
	t    *testing.T
	fset *token.FileSet
	std  types.Importer
	done map[string]*types.Package
}

func newStubs(t *testing.T) *stubs {
	fset := token.NewFileSet()
	return &stubs{t, fset, goimporter.ForCompiler(fset, "gc", nil), map[string]*types.Package{}}
}

func hasStub(path string) bool {
	names, _ := filepath.Glob(filepath.Join(stubRoot, path, "*.go"))
	return len(names) > 0
}

// Import implements types.Importer.
func (s *stubs) Import(path string) (*types.Package, error) {
	if pkg := s.done[path]; pkg != nil {
		return pkg, nil
	}
	names, err := filepath.Glob(filepath.Join(stubRoot, path, "*.go"))
	if err != nil || len(names) == 0 {
		return s.std.Import(path)
	}
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(s.fset, name, nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: s, Error: func(err error) { s.t.Error(err) }}
	pkg, err := conf.Check(path, s.fset, files, nil)
	s.done[path] = pkg
	return pkg, err
}

func (s *stubs) find(path string) *types.Package {
	pkg, err := s.Import(path)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	return pkg
}

func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// Every row is held against its stub, and one without a stub says why.
func TestNamesAreThoseOfTheStubs(t *testing.T) {
	find := newStubs(t)
	for _, l := range All() {
		if reason := unstubbed[l.Module]; reason != "" {
			continue
		}
		missing := slices.DeleteFunc(packagePaths(&l), func(p string) bool { return isStd(p) || hasStub(p) })
		if len(missing) > 0 {
			t.Errorf("%s: no stub of %s, and no reason", l.Name, strings.Join(missing, ", "))
			continue
		}
		checkNames(t, &l, find.find)
	}
}

// decodes reports whether a package has a function that fills structs.
func decodes(pkg string) bool {
	for name := range decoders {
		if strings.HasPrefix(name, withoutMajor(pkg+".")) {
			return true
		}
	}
	return false
}

// rowless are stubs of packages that need no row: their types are round handlers, or
// sub-commands, or they say what a span is round; or they stand for what no row knows.
var rowless = map[string]bool{"github.com/example/jobs": true, "go.opencensus.io/plugin/ochttp": true, "github.com/spf13/cobra": true, "go.opentelemetry.io/otel/trace": true,
	"github.com/spf13/pflag": true, "github.com/knadh/koanf/v2": true, "github.com/knadh/koanf/providers/env": true,
	"github.com/knadh/koanf/providers/file": true, "github.com/knadh/koanf/providers/confmap": true}

// Every stub belongs to a row, and a module with a stub has no reason to have
// none.
func TestStubsBelongToRows(t *testing.T) {
	err := filepath.WalkDir(stubRoot, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		dir, err := filepath.Rel(stubRoot, filepath.Dir(path))
		if err != nil {
			return err
		}
		if isStd(filepath.ToSlash(dir)) {
			return nil // a case of an analysis test
		}
		owner := ""
		if decodes(filepath.ToSlash(dir)) || rowless[filepath.ToSlash(dir)] {
			return nil
		}
		for _, l := range All() {
			if len(l.Module) > len(owner) && strings.HasPrefix(filepath.ToSlash(dir)+"/", l.Module+"/") {
				owner = l.Module
			}
		}
		if owner == "" || unstubbed[owner] != "" {
			t.Errorf("%s: a stub without a row, or of a module that should have none", dir)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
