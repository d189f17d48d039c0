package graph

import (
	"encoding/json"
	"strconv"
	"testing"
)

// Input that tells more classes apart than there is room for gives the same
// figures every time, and none below the true one.
func TestManyClasses(t *testing.T) {
	f := &Fragment{}
	c := &Call{To: Endpoint{Service: "b"}, Confidence: ConfidenceStatic}
	for code := 440; code < 500; code++ {
		class, _ := HTTPClass(code)
		id := strconv.Itoa(code)
		f.Layers = append(f.Layers, Layer{ID: id, Kind: KindLoop, Attempts: Exactly(2, BoundExact, Pos{}), RetriesOn: NewClassSet(class), Backoff: Backoff{Kind: BackoffNone}})
		c.Layers = append(c.Layers, id)
	}
	f.Handlers = []Handler{{Service: "a", Body: &Step{Call: c}}}
	var first []byte
	for range 20 {
		got, err := json.Marshal(Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if string(got) != string(first) {
			t.Fatalf("got\n%s\nand\n%s", first, got)
		}
	}
	// Each layer retries one class, and the class may change from try to try:
	// every try but the last of a layer is one more call, so 61 are possible.
	var res Result
	if err := json.Unmarshal(first, &res); err != nil {
		t.Fatal(err)
	}
	if n := nodeOf(t, &res, "b"); n.Calls < 61 {
		t.Errorf("%s calls, and 61 are possible", n.Calls)
	}
}
