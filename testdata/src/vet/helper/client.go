package helper

import "net/http"

type patient struct {
	next http.RoundTripper
	n    int
}

func (p patient) RoundTrip(req *http.Request) (*http.Response, error) { // want RoundTrip:`^loop p.n \(http\)$`
	var resp *http.Response
	var err error
	for i := 0; i < p.n; i++ {
		if resp, err = p.next.RoundTrip(req); err == nil {
			return resp, nil
		}
	}
	return resp, err
}

// Patient makes a transport that tries n times.
func Patient(next http.RoundTripper, n int) http.RoundTripper { // want Patient:`^returns a setting$`
	return patient{next, n}
}

// HTTP is a client that tries twice.
var HTTP = &http.Client{Transport: Patient(http.DefaultTransport, 2)} // want HTTP:`^returns a setting$`

// Client calls over a client of HTTP.
type Client struct {
	HTTP *http.Client
	name string
}

// NewClient is given one.
func NewClient(c *http.Client) *Client { return &Client{HTTP: c, name: "client"} } // want NewClient:`^returns HTTP parameter 0$`

// Get tries as often as the client does.
func (c *Client) Get() error { // want Get:`^http$`
	_, err := c.HTTP.Get("http://client")
	return err
}
