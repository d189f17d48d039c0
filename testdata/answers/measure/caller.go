package measure

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// The replies that are no code of a protocol.
const (
	Success = "success"
	NoReply = "none"  // nothing came while the caller waited
	Broken  = "reset" // the connection broke
)

// Caller asks a service in the middle.
type Caller struct {
	protocol, addr string
	client         *http.Client
}

// NewCaller returns a caller of the service at an address.
func NewCaller(protocol, addr string) *Caller {
	c := &Caller{protocol: protocol, addr: addr, client: &http.Client{Transport: &http.Transport{}}}
	if protocol == "grpc" {
		h2 := &http.Protocols{}
		h2.SetUnencryptedHTTP2(true)
		c.client.Transport = &http.Transport{Protocols: h2}
	}
	return c
}

// Close drops the connections of the caller.
func (c *Caller) Close() { c.client.CloseIdleConnections() }

// item is the request for the item "1": a field of a message of protobuf.
var item = []byte{0x0a, 0x01, '1'}

// Ask sends one request and says what came: a code with its protocol, or one of
// the words. Nothing is waited for longer than wait.
func (c *Caller) Ask(ctx context.Context, wait time.Duration) string {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	req, err := c.request(ctx)
	if err != nil {
		return Broken
	}
	resp, err := c.client.Do(req)
	var timeout net.Error
	switch {
	case err == nil:
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return NoReply
	default:
		return Broken
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		if ctx.Err() != nil {
			return NoReply
		}
		return Broken
	}
	if c.protocol == "grpc" {
		return grpcReply(resp)
	}
	if resp.StatusCode < 400 {
		return Success
	}
	return "http:" + resp.Status[:3]
}

func (c *Caller) request(ctx context.Context) (*http.Request, error) {
	if c.protocol != "grpc" {
		return http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.addr+"/show/1", nil)
	}
	body := append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(item))), item...)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+c.addr+"/answers.v1.Shop/Show", bytes.NewReader(body))
	if err == nil {
		req.Header.Set("Content-Type", "application/grpc")
		req.Header.Set("Te", "trailers")
	}
	return req, err
}

func grpcReply(resp *http.Response) string {
	code := resp.Trailer.Get("Grpc-Status")
	if code == "" {
		code = resp.Header.Get("Grpc-Status")
	}
	switch code {
	case "":
		return Broken
	case "0":
		return Success
	}
	return "grpc:" + code
}
