package cases

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// cases are the functions by name.
var cases = map[string]func(context.Context) error{
	"BackoffV4":            BackoffV4,
	"BackoffV4Max":         BackoffV4Max,
	"BackoffV5":            BackoffV5,
	"BackoffV5Tries":       BackoffV5Tries,
	"BackoffV5Constant":    BackoffV5Constant,
	"RetryGo":              RetryGo,
	"RetryGoFixed":         RetryGoFixed,
	"RetryGoMax":           RetryGoMax,
	"SethvargoExponential": SethvargoExponential,
	"SethvargoCapped":      SethvargoCapped,
	"SethvargoFibonacci":   SethvargoFibonacci,
	"Resiliency":           Resiliency,
	"ResiliencyConstant":   ResiliencyConstant,
	"Failsafe":             Failsafe,
	"FailsafeBackoff":      FailsafeBackoff,
	"FailsafeJitter":       FailsafeJitter,
	"Flowchartsman":        Flowchartsman,
	"Jpillora":             Jpillora,
	"Loop":                 Loop,
	"RetryableHTTP":        RetryableHTTP,
	"RetryableHTTPLinear":  RetryableHTTPLinear,
	"Resty":                Resty,
	"RestyWaits":           RestyWaits,
	"Rehttp":               Rehttp,
	"DynamoDB":             DynamoDB,
	"DynamoDBAttempts":     DynamoDBAttempts,
}

// runs is how often each case is run: jitter draws other pauses each time.
const runs = 300

// started is when the attempts of one run start, after the first one.
type started struct {
	first time.Time
	at    []time.Duration
}

// RoundTrip notes the time and answers that the server is not available.
func (s *started) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		io.Copy(io.Discard, req.Body)
		req.Body.Close()
	}
	now := time.Now()
	if len(s.at) == 0 {
		s.first = now
	}
	s.at = append(s.at, now.Sub(s.first))
	return &http.Response{StatusCode: 503, Status: "503 Service Unavailable", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(nil)), Request: req}, nil
}

// measured is when the attempts of a case started at the earliest and the latest,
// and how many there were, of all runs. Times are nanoseconds.
type measured struct {
	Least    int             `json:"least"`
	Most     int             `json:"most"`
	Earliest []time.Duration `json:"earliest"`
	Latest   []time.Duration `json:"latest"`
}

func (m *measured) add(at []time.Duration) {
	if m.Most == 0 || len(at) < m.Least {
		m.Least = len(at)
	}
	m.Most = max(m.Most, len(at))
	for i, d := range at {
		if i == len(m.Earliest) {
			m.Earliest, m.Latest = append(m.Earliest, d), append(m.Latest, d)
		}
		m.Earliest[i], m.Latest[i] = min(m.Earliest[i], d), max(m.Latest[i], d)
	}
}

// TestSchedules runs the cases in fake time and writes what it measured to the
// file that SCHEDULES names.
func TestSchedules(t *testing.T) {
	out := os.Getenv("SCHEDULES")
	all := map[string]*measured{}
	for name, run := range cases {
		m := &measured{}
		all[name] = m
		for range runs {
			synctest.Test(t, func(t *testing.T) {
				s := &started{}
				Transport, http.DefaultTransport = s, s
				if err := run(t.Context()); err == nil {
					t.Errorf("%s: no error of a server that always fails", name)
				}
				m.add(s.at)
			})
		}
		t.Logf("%s: %d to %d attempts, the last at %v to %v", name, m.Least, m.Most, m.Earliest[m.Least-1], m.Latest[m.Most-1])
	}
	if out == "" {
		return
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
