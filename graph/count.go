package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

// Count is a number of calls or attempts. It saturates instead of wrapping,
// and it can be Unbounded. Zero times Unbounded is zero: a call that is never
// made is not made without end.
type Count uint64

const (
	// Unbounded is a count without any limit.
	Unbounded Count = math.MaxUint64
	// Saturated is the largest finite count; figures that reach it are "at
	// least" figures.
	Saturated Count = math.MaxUint64 - 1
)

// Add returns c + d, saturating.
func (c Count) Add(d Count) Count {
	if c == Unbounded || d == Unbounded {
		return Unbounded
	}
	s, carry := bits.Add64(uint64(c), uint64(d), 0)
	if carry != 0 || Count(s) > Saturated {
		return Saturated
	}
	return Count(s)
}

// Mul returns c x d, saturating.
func (c Count) Mul(d Count) Count {
	if c == 0 || d == 0 {
		return 0
	}
	if c == Unbounded || d == Unbounded {
		return Unbounded
	}
	hi, lo := bits.Mul64(uint64(c), uint64(d))
	if hi != 0 || Count(lo) > Saturated {
		return Saturated
	}
	return Count(lo)
}

// Less1 returns c - 1, and 0 for 0; Unbounded stays Unbounded.
func (c Count) Less1() Count {
	if c == 0 || c == Unbounded {
		return c
	}
	return c - 1
}

// minus returns c - d, for d up to c; Unbounded stays Unbounded.
func (c Count) minus(d Count) Count {
	if c == Unbounded {
		return c
	}
	return c - d
}

// Float returns the count as a float64, +Inf for Unbounded.
func (c Count) Float() float64 {
	if c == Unbounded {
		return math.Inf(1)
	}
	return float64(c)
}

// String prints the number, "unbounded", or "at least" the largest number.
func (c Count) String() string {
	switch c {
	case Unbounded:
		return "unbounded"
	case Saturated:
		return "≥ 1.8e19"
	}
	return strconv.FormatUint(uint64(c), 10)
}

// MarshalJSON writes a number, or null for Unbounded.
func (c Count) MarshalJSON() ([]byte, error) {
	if c == Unbounded {
		return []byte("null"), nil
	}
	return strconv.AppendUint(nil, uint64(c), 10), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Count) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*c = Unbounded
		return nil
	}
	var n uint64
	if err := json.Unmarshal(text, &n); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	*c = Count(n)
	return nil
}
