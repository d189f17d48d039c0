package grpcconfig

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

const policyText = `{"maxAttempts":4,"initialBackoff":"0.05s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE",8]}`

func TestMethod(t *testing.T) {
	c, err := Parse(`{"methodConfig":[
		{"name":[{"service":"shop.Stock","method":"Get"}],"timeout":"2s","retryPolicy":` + policyText + `},
		{"name":[{"service":"shop.Stock"}]},
		{"name":[{}],"retryPolicy":` + strings.Replace(policyText, "4", "10", 1) + `},
		{"retryPolicy":` + policyText + `}],
		"retryPolicy":{}, "retryThrottling":{"maxTokens":10,"tokenRatio":0.1}}`)
	if err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]int{"shop.Stock/Get": 4, "/shop.Stock/Put": 1, "other.Service/Get": 10} {
		if p, ok := c.Method(method); !ok || p.Attempts != want {
			t.Errorf("%s: %+v, want %d attempts", method, p, want)
		}
	}
	p, _ := c.Method("shop.Stock/Get")
	want, _ := graph.ParseClasses([]string{"reset", "grpc:14", "grpc:8"})
	if p.RetriesOn != want || p.Timeout != 2*time.Second || p.Initial != 50*time.Millisecond {
		t.Errorf("policy of Get: %+v", p)
	}
	if len(c.Ignored) != 2 {
		t.Errorf("ignored: %v, want the entry without a name and the retryPolicy outside", c.Ignored)
	}
	if c.Throttling == nil || c.Throttling.MaxTokens != 10 {
		t.Errorf("throttling: %+v", c.Throttling)
	}
}

// Where the numbers and the ignored settings are written.
func TestPlaces(t *testing.T) {
	text := `{ "retryPolicy" : {"maxAttempts":9},
		"methodConfig":[{"name":[{"service":"a"}],"retryPolicy":` + policyText + `},
		{"retryPolicy":{ "backoffMultiplier":1, "MaxAttempts": 7, "initialBackoff":"1s","maxBackoff":"1s","retryableStatusCodes":["UNAVAILABLE"]}, "name":[{}]}, {"hedgingPolicy":{}}]}`
	c, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]string{"a/Get": "4,", "b/Get": "7,"} {
		if p, _ := c.Method(method); !strings.HasPrefix(text[p.At:], want) {
			t.Errorf("%s: expected the attempts at %q, found %q", method, want, text[p.At:])
		}
	}
	for i, want := range []string{`{"maxAttempts":9}`, `{}}]`, `{"hedgingPolicy"`} {
		if got := text[c.Ignored[i].At:]; !strings.HasPrefix(got, want) {
			t.Errorf("%+v: expected %q, found %q", c.Ignored[i], want, got)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no json":          `{`,
		"milliseconds":     strings.Replace(policyText, `"1s"`, `"100ms"`, 1),
		"minutes":          strings.Replace(policyText, `"1s"`, `"1m0s"`, 1),
		"one attempt":      strings.Replace(policyText, `"maxAttempts":4`, `"maxAttempts":1`, 1),
		"no maxBackoff":    strings.Replace(policyText, `"maxBackoff":"1s",`, ``, 1),
		"no codes":         strings.Replace(policyText, `["UNAVAILABLE",8]`, `[]`, 1),
		"unknown code":     strings.Replace(policyText, `UNAVAILABLE`, `unavailable`, 1),
		"no unit":          strings.Replace(policyText, `"1s"`, `"1"`, 1),
		"number for pause": strings.Replace(policyText, `"1s"`, `1`, 1),
		"ten digits":       strings.Replace(policyText, `"1s"`, `"1.0123456789s"`, 1),
		"no digit":         strings.Replace(policyText, `"1s"`, `".s"`, 1),
		"too long":         strings.Replace(policyText, `"1s"`, `"315576000001s"`, 1),
	} {
		if name != "no json" {
			text = `{"methodConfig":[{"name":[{}],"retryPolicy":` + text + `}]}`
		}
		if c, err := Parse(text); err == nil {
			t.Errorf("%s: accepted as %+v", name, c)
		}
	}
}

// A number of seconds may have a sign, and no more seconds are taken than fit.
func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"+1s": time.Second, ".5s": 500 * time.Millisecond, "2.s": 2 * time.Second, "-0.25s": -250 * time.Millisecond,
		"1.000000001s": time.Second + 1, "99999999999s": math.MaxInt64,
	} {
		c, err := Parse(`{"methodConfig":[{"name":[{}],"timeout":"` + text + `"}]}`)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if p, _ := c.Method("a/b"); p.Timeout != want {
			t.Errorf("%s: expected %s, found %s", text, want, p.Timeout)
		}
	}
}

// What grpc-go does not look at cannot make it refuse a config.
func TestNotLookedAt(t *testing.T) {
	for text, ignored := range map[string]string{
		`{"methodConfig":[{"retryPolicy":{"maxAttempts":1}}]}`: "an entry of methodConfig without a name has no effect",
		`{"retryThrottling":{"maxTokens":0}}`:                  "retryThrottling has no effect without methodConfig: no call is retried",
	} {
		c, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if len(c.Ignored) != 1 || c.Ignored[0].Why != ignored {
			t.Errorf("%s: expected %q, found %+v", text, ignored, c.Ignored)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"methodConfig":[{"name":[{}],"retryPolicy":` + policyText + `}]}`)
	f.Add(`{"retryThrottling":{"maxTokens":1,"tokenRatio":1}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := Parse(text); err == nil {
			if p, ok := c.Method("a/b"); ok && (p.Attempts < 1 || p.At > len(text)) {
				t.Errorf("%d attempts, written at %d of %d", p.Attempts, p.At, len(text))
			}
		}
	})
}
