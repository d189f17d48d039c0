package sdk

// AttemptHeader is a header, or a key of metadata, in which a caller that tries
// again says which try a request is.
type AttemptHeader struct {
	// Name is in lower case.
	Name string
	// First are the values on a first request, "" for none, and Again some of those
	// on repeated ones.
	First, Again []string
}

// attemptHeaders are those that libraries and proxies set by themselves.
//
// Envoy counts from 1, where the virtual host says include_request_attempt_count
// (envoyproxy/envoy@1c5af1d9c07b source/common/router/router.cc); grpc-go counts the
// tries before this one, and sends nothing with the first
// (google.golang.org/grpc@v1.85.0 internal/transport/http2_client.go, and
// http_util.go, which hands it to the application); kitex marks requests of its
// retries, whatever their number (github.com/cloudwego/kitex pkg/retry).
var attemptHeaders = []AttemptHeader{
	{Name: "x-envoy-attempt-count", First: []string{"", "1"}, Again: []string{"2", "3", "4", "10"}},
	{Name: grpcAttempts, First: []string{""}, Again: []string{"1", "2", "3", "4"}},
	{Name: "retryreq", First: []string{""}, Again: []string{"1", "2", "3"}},
}

// grpcAttempts is set by the retries of grpc-go.
const grpcAttempts = "grpc-previous-rpc-attempts"

// AttemptHeaders returns the headers that say which try a request is.
func AttemptHeaders() []AttemptHeader { return attemptHeaders }

// OwnAttemptHeader is a header of that name which counts from 1, and may be missing
// on a first request.
func OwnAttemptHeader(name string) AttemptHeader {
	return AttemptHeader{Name: name, First: []string{"", "1"}, Again: []string{"2", "3", "4", "10"}}
}

// RequestRead is a function that looks up what a request carries.
type RequestRead struct {
	// Key is the parameter with the name that is looked up.
	Key int
	// Carried is set where it is a method of the headers themselves, List where it
	// returns all values, Found where it returns whether there is one too.
	Carried, List, Found bool
	// Context functions return all that the request of a context carries, and
	// whether there is such a request.
	Context bool
}

var requestReads = map[string]RequestRead{
	"(net/http.Header).Get":                                        {Carried: true},
	"(net/http.Header).Values":                                     {Carried: true, List: true},
	"(google.golang.org/grpc/metadata.MD).Get":                     {Carried: true, List: true},
	"google.golang.org/grpc/metadata.ValueFromIncomingContext":     {Key: 1, List: true},
	"google.golang.org/grpc/metadata.FromIncomingContext":          {Context: true},
	"(*github.com/gin-gonic/gin.Context).GetHeader":                {},
	"github.com/bytedance/gopkg/cloud/metainfo.GetPersistentValue": {Key: 1, Found: true},
	"(*github.com/gofiber/fiber/v2.Ctx).Get":                       {},
	"(github.com/gofiber/fiber/v3.Ctx).Get":                        {},
}

// ReadsRequest returns what is known of a function that looks up what a request
// carries, by its full name.
func ReadsRequest(name string) (RequestRead, bool) {
	r, ok := requestReads[name]
	return r, ok
}
