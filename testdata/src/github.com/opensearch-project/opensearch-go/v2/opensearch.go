// Package opensearch holds the signatures of github.com/opensearch-project/opensearch-go/v2
// that tests use.
package opensearch

import (
	"net/http"

	"github.com/opensearch-project/opensearch-go/v2/opensearchapi"
)

type Config struct {
	Addresses            []string
	RetryOnStatus        []int
	DisableRetry         bool
	EnableRetryOnTimeout bool
	MaxRetries           int
	Transport            http.RoundTripper
}

type Client struct {
	*opensearchapi.API
}

func NewClient(cfg Config) (*Client, error)
