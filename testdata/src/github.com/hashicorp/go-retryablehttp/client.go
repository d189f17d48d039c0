// Package retryablehttp holds the signatures of github.com/hashicorp/go-retryablehttp that tests use.
package retryablehttp

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

type (
	CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)
	Backoff    func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration
)

type Client struct {
	HTTPClient   *http.Client
	Logger       interface{}
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	CheckRetry   CheckRetry
	Backoff      Backoff
}

type Request struct{ *http.Request }

type RoundTripper struct{ Client *Client }

func NewClient() *Client

func (c *Client) Do(req *Request) (*http.Response, error)
func (c *Client) Get(url string) (*http.Response, error)
func (c *Client) Head(url string) (*http.Response, error)
func (c *Client) Post(url, bodyType string, body interface{}) (*http.Response, error)
func (c *Client) PostForm(url string, data url.Values) (*http.Response, error)
func (c *Client) StandardClient() *http.Client

func (rt *RoundTripper) RoundTrip(req *http.Request) (*http.Response, error)

func Get(url string) (*http.Response, error)
func Head(url string) (*http.Response, error)
func Post(url, bodyType string, body interface{}) (*http.Response, error)
func PostForm(url string, data url.Values) (*http.Response, error)

func FromRequest(r *http.Request) (*Request, error)
func NewRequest(method, url string, rawBody interface{}) (*Request, error)
func NewRequestWithContext(ctx context.Context, method, url string, rawBody interface{}) (*Request, error)

func (r *Request) WithContext(ctx context.Context) *Request

func DefaultRetryPolicy(ctx context.Context, resp *http.Response, err error) (bool, error)
