package configscan

import (
	"errors"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// field follows keys of a message of protocol buffers in its YAML or JSON form,
// where each key may be written in snake_case or in lowerCamelCase. Of both the
// first is taken (protobuf: JSON mapping).
func field(v Value, keys ...string) Value {
	for _, key := range keys {
		next := v.Get(key)
		if !next.Exists() {
			if c := v.Get(camelCase(key)); c.Exists() {
				next = c
			}
		}
		v = next
	}
	return v
}

// camelCase turns retry_on into retryOn.
func camelCase(key string) string {
	parts := strings.Split(key, "_")
	for i, p := range parts[1:] {
		if p != "" {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

// protoDuration reads a duration in the JSON form of protocol buffers: seconds,
// with the unit s (protobuf: google/protobuf/duration.proto).
func protoDuration(s string) (time.Duration, error) {
	if !strings.HasSuffix(s, "s") || strings.ContainsAny(s, "mhuµn") {
		return 0, errors.New("no number of seconds with the unit s")
	}
	return graph.ParseDuration(s)
}
