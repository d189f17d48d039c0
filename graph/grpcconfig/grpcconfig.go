// Package grpcconfig reads gRPC service configs as grpc-go does, wherever they
// stand: in a string of the code, in a ConfigMap, in a DNS record.
//
// Sources: google.golang.org/grpc@v1.85.0 service_config.go:147-290 (parsing,
// names, retry policies), internal/serviceconfig (durations, status codes).
package grpcconfig

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// MaxAttempts is how many attempts a client makes at most, whatever the policy
// says, unless the dial option WithMaxCallAttempts sets another limit.
const MaxAttempts = 5

// Config is a service config, by method.
type Config struct {
	methods map[string]*Policy
	// Throttling is set where retryThrottling is.
	Throttling *Throttling
	// Ignored are the settings without effect.
	Ignored []Ignored
}

// Ignored is a setting that the client takes and does nothing with.
type Ignored struct {
	// Entry is the index in methodConfig, -1 for a key beside it; Key is the
	// one that is ignored, "" for the whole entry.
	Entry int
	Key   string
	Why   string
	// At is where its value begins in the text, in bytes.
	At int
}

// Policy is what holds for a method.
type Policy struct {
	// Attempts is the number that is written, the first attempt included; 1
	// where there is no retry policy. It is not cut to MaxAttempts.
	Attempts int
	// At is where that number is written in the text, in bytes; 0 where it is not.
	At int
	// RetriesOn are the classes of the status codes that are retried. With
	// UNAVAILABLE they hold the reset of a connection, which a client sees as it.
	RetriesOn graph.ClassSet
	// Initial and Max are the first and the longest pause, Multiplier the growth.
	Initial, Max time.Duration
	Multiplier   float64
	// Timeout limits the whole call; 0 is none.
	Timeout time.Duration
}

// Throttling is the retry budget of the client.
type Throttling struct {
	MaxTokens  float64
	TokenRatio float64
}

type wire struct {
	MethodConfig []struct {
		Name *[]struct {
			Service string `json:"service"`
			Method  string `json:"method"`
		} `json:"name"`
		Timeout       *duration       `json:"timeout"`
		RetryPolicy   *wirePolicy     `json:"retryPolicy"`
		HedgingPolicy json.RawMessage `json:"hedgingPolicy"`
		// Not used here; a client refuses those of a wrong type.
		WaitForReady            *bool  `json:"waitForReady"`
		MaxRequestMessageBytes  *int64 `json:"maxRequestMessageBytes"`
		MaxResponseMessageBytes *int64 `json:"maxResponseMessageBytes"`
	} `json:"methodConfig"`
	RetryThrottling *struct {
		MaxTokens  float64 `json:"maxTokens"`
		TokenRatio float64 `json:"tokenRatio"`
	} `json:"retryThrottling"`
	RetryPolicy json.RawMessage `json:"retryPolicy"`
}

type wirePolicy struct {
	MaxAttempts          int       `json:"maxAttempts"`
	InitialBackoff       *duration `json:"initialBackoff"`
	MaxBackoff           *duration `json:"maxBackoff"`
	BackoffMultiplier    float64   `json:"backoffMultiplier"`
	RetryableStatusCodes []code    `json:"retryableStatusCodes"`
}

// duration is written as "0.5s".
type duration time.Duration

// seconds matches a number of seconds with the unit s, and no other unit.
var seconds = regexp.MustCompile(`^(-?)\+?([0-9]*)(?:\.([0-9]{0,9}))?s$`)

// mostSeconds is the longest duration that protobuf allows.
const mostSeconds = 315_576_000_000

// UnmarshalJSON reads a number of seconds; more than fit are as many as fit
// (internal/serviceconfig/duration.go:61-135).
func (d *duration) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	m := seconds.FindStringSubmatch(s)
	if m == nil || m[2]+m[3] == "" {
		return fmt.Errorf("no duration: %q (write 0.5s)", s)
	}
	whole, err := strconv.ParseInt("0"+m[2], 10, 64)
	if err != nil || whole > mostSeconds {
		return fmt.Errorf("no duration: %q is too long", s)
	}
	nanos, _ := strconv.ParseInt((m[3] + "000000000")[:9], 10, 64)
	switch most := int64(math.MaxInt64); {
	case whole >= most/int64(time.Second):
		*d = duration(most)
	default:
		*d = duration(whole*int64(time.Second) + nanos)
	}
	if m[1] == "-" {
		*d = -*d
	}
	return nil
}

// code is a status code by name or number.
type code int

var codeNames = []string{"OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
	"PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL",
	"UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"}

// UnmarshalJSON reads a name in capitals or a number from 0 to 16.
func (c *code) UnmarshalJSON(b []byte) error {
	var n int
	if json.Unmarshal(b, &n) == nil {
		if n < 0 || n >= len(codeNames) {
			return fmt.Errorf("no status code: %d", n)
		}
		*c = code(n)
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	for i, name := range codeNames {
		if s == name {
			*c = code(i)
			return nil
		}
	}
	return fmt.Errorf("no status code: %q", s)
}

// Parse reads a service config. A config that grpc-go refuses is an error: with
// it the client cannot be made.
func Parse(text string) (*Config, error) {
	var w wire
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		return nil, fmt.Errorf("service config: %w", err)
	}
	c := &Config{methods: map[string]*Policy{}}
	if len(w.RetryPolicy) > 0 {
		c.Ignored = append(c.Ignored, Ignored{-1, "retryPolicy", "retryPolicy outside methodConfig has no effect", valueAt(text, "retryPolicy")})
	}
	if w.RetryThrottling != nil && w.MethodConfig == nil { // not even looked at
		c.Ignored = append(c.Ignored, Ignored{-1, "retryThrottling", "retryThrottling has no effect without methodConfig: no call is retried", valueAt(text, "retryThrottling")})
	} else if t := w.RetryThrottling; t != nil {
		if t.MaxTokens <= 0 || t.MaxTokens > 1000 || t.TokenRatio <= 0 {
			return nil, errors.New("service config: retryThrottling needs maxTokens above 0 and at most 1000, and tokenRatio above 0")
		}
		c.Throttling = &Throttling{t.MaxTokens, t.TokenRatio}
	}
	for i, m := range w.MethodConfig {
		if len(m.HedgingPolicy) > 0 {
			c.Ignored = append(c.Ignored, Ignored{i, "hedgingPolicy", "hedgingPolicy has no effect in grpc-go", valueAt(text, "methodConfig", i, "hedgingPolicy")})
		}
		if m.Name == nil || len(*m.Name) == 0 {
			c.Ignored = append(c.Ignored, Ignored{i, "", "an entry of methodConfig without a name has no effect", valueAt(text, "methodConfig", i)})
		}
		if m.Name == nil { // not even looked at
			continue
		}
		p, err := policy(m.RetryPolicy)
		if err != nil {
			return nil, fmt.Errorf("service config: methodConfig %d: %w", i, err)
		}
		p.At = valueAt(text, "methodConfig", i, "retryPolicy", "maxAttempts")
		if m.Timeout != nil {
			p.Timeout = time.Duration(*m.Timeout)
		}
		for _, n := range *m.Name {
			if n.Service == "" && n.Method != "" {
				return nil, fmt.Errorf("service config: methodConfig %d: a method %q without a service", i, n.Method)
			}
			key := "/" + n.Service + "/" + n.Method
			if n.Service == "" {
				key = ""
			}
			if c.methods[key] != nil {
				return nil, fmt.Errorf("service config: methodConfig %d: %q is configured twice", i, key)
			}
			c.methods[key] = p
		}
	}
	return c, nil
}

func policy(w *wirePolicy) (*Policy, error) {
	p := &Policy{Attempts: 1}
	if w == nil {
		return p, nil
	}
	switch {
	case w.MaxAttempts <= 1:
		return nil, errors.New("maxAttempts has to be 2 or more")
	case w.InitialBackoff == nil || *w.InitialBackoff <= 0:
		return nil, errors.New("initialBackoff has to be above 0")
	case w.MaxBackoff == nil || *w.MaxBackoff <= 0:
		return nil, errors.New("maxBackoff has to be above 0")
	case w.BackoffMultiplier <= 0:
		return nil, errors.New("backoffMultiplier has to be above 0")
	case len(w.RetryableStatusCodes) == 0:
		return nil, errors.New("retryableStatusCodes is empty")
	}
	p.Attempts, p.Multiplier = w.MaxAttempts, w.BackoffMultiplier
	p.Initial, p.Max = time.Duration(*w.InitialBackoff), time.Duration(*w.MaxBackoff)
	for _, n := range w.RetryableStatusCodes {
		if class, ok := graph.GRPCClass(int(n)); ok {
			p.RetriesOn = p.RetriesOn.Union(graph.NewClassSet(class))
		}
		if n == unavailable {
			p.RetriesOn = p.RetriesOn.Union(graph.NewClassSet(graph.ClassReset))
		}
	}
	return p, nil
}

// unavailable is the status code UNAVAILABLE.
const unavailable = 14

// Most is the policy with the most attempts, nil where no method is retried.
func (c *Config) Most() *Policy {
	var most *Policy
	for _, name := range slices.Sorted(maps.Keys(c.methods)) {
		if p := c.methods[name]; p.Attempts > 1 && (most == nil || p.Attempts > most.Attempts) {
			most = p
		}
	}
	return most
}

// Method is the policy for a method, written service/method with or without a
// slash in front: its own, that of its service, or that for everything.
func (c *Config) Method(full string) (*Policy, bool) {
	full = "/" + strings.TrimPrefix(full, "/")
	if p := c.methods[full]; p != nil {
		return p, true
	}
	if i := strings.LastIndexByte(full, '/'); i >= 0 {
		if p := c.methods[full[:i+1]]; p != nil {
			return p, true
		}
	}
	p, ok := c.methods[""]
	return p, ok
}
