package graph

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ExprKind says how the text of an Expr comes about.
type ExprKind string

// The kinds of expressions. The zero kind is "nothing there".
const (
	ExprLiteral ExprKind = "literal" // Text as it stands
	ExprRef     ExprKind = "ref"     // the value of configuration key Text in Source, else Args[0], the default in code
	ExprConcat  ExprKind = "concat"  // the texts of Args joined
	ExprFirst   ExprKind = "first"   // the first of Args that is set
	ExprUnknown ExprKind = "unknown" // Text says what is not known, for the reader
)

// Expr is a number, a duration or an address that may come from outside the
// code: it is evaluated for each workload that runs the code.
type Expr struct {
	Kind   ExprKind    `json:"kind,omitempty"`
	Text   string      `json:"text,omitempty"`
	Source ValueSource `json:"source,omitempty"`
	Args   []Expr      `json:"args,omitempty"`
}

// Literal is the expression that is always text.
func Literal(text string) Expr { return Expr{Kind: ExprLiteral, Text: text} }

// UnknownExpr is a value that could not be found; what describes it to the
// reader, as n(req.Items).
func UnknownExpr(what string) Expr { return Expr{Kind: ExprUnknown, Text: what} }

// Lookup finds the value of a configuration key.
type Lookup func(source ValueSource, key string) (text string, ok bool)

// Eval returns the text of the expression, or ok false when it is not known or
// not set. A nil lookup knows no key.
func (e Expr) Eval(lookup Lookup) (text string, ok bool) {
	switch e.Kind {
	case ExprLiteral:
		return e.Text, true
	case ExprRef:
		if lookup != nil {
			if text, ok := lookup(e.Source, e.Text); ok {
				return text, true
			}
		}
		if len(e.Args) > 0 {
			return e.Args[0].Eval(lookup)
		}
	case ExprConcat:
		var b strings.Builder
		for _, a := range e.Args {
			part, ok := a.Eval(lookup)
			if !ok {
				return "", false
			}
			b.WriteString(part)
		}
		return b.String(), true
	case ExprFirst:
		for _, a := range e.Args {
			if text, ok := a.Eval(lookup); ok {
				return text, true
			}
		}
	}
	return "", false
}

// String describes the expression to a reader.
func (e Expr) String() string {
	switch e.Kind {
	case ExprRef:
		return "$" + e.Text
	case ExprConcat, ExprFirst:
		parts := make([]string, len(e.Args))
		for i, a := range e.Args {
			parts[i] = a.String()
		}
		if e.Kind == ExprFirst {
			return "first of " + strings.Join(parts, ", ")
		}
		return strings.Join(parts, "")
	}
	return e.Text
}

// BoundKind says how well a bound is known.
type BoundKind string

// The kinds of bounds, from the best known to the worst.
const (
	BoundExact      BoundKind = "exact"      // written in the code
	BoundConfigured BoundKind = "configured" // set by a flag, the environment, a manifest, the policy
	BoundDefault    BoundKind = "default"    // nobody set it
	BoundAssumed    BoundKind = "assumed"    // a guess, taken at its least in confident figures
	BoundUnbounded  BoundKind = "unbounded"  // no limit
)

// Bound is a number or a duration with how it is known and where it stands.
// The zero Bound is "not set", which is apart from a bound of zero.
type Bound struct {
	Value Expr `json:"value,omitzero"`
	// Plus is added to the number read: 1 where the source counts retries, so
	// that attempts always include the first one.
	Plus int       `json:"plus,omitempty"`
	Kind BoundKind `json:"kind,omitempty"`
	Pos  Pos       `json:"position,omitzero"`
}

// IsSet reports whether there is a bound at all.
func (b Bound) IsSet() bool { return b.Kind != "" }

// Exactly is the bound of a literal number.
func Exactly(n int, kind BoundKind, pos Pos) Bound {
	return Bound{Value: Literal(strconv.Itoa(n)), Kind: kind, Pos: pos}
}

// Lasting is the bound of a literal duration.
func Lasting(d time.Duration, kind BoundKind, pos Pos) Bound {
	return Bound{Value: Literal(d.String()), Kind: kind, Pos: pos}
}

// Endless is the unbounded bound.
func Endless(pos Pos) Bound { return Bound{Kind: BoundUnbounded, Pos: pos} }

// Count evaluates the bound to a number of attempts or calls; ok is false when
// it is not set, not known, or no number that is zero or more.
func (b Bound) Count(lookup Lookup) (n Count, ok bool) {
	if b.Kind == BoundUnbounded {
		return Unbounded, true
	}
	text, ok := b.Value.Eval(lookup)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || v < 0 || b.Plus < 0 {
		return 0, false
	}
	return Count(v).Add(Count(b.Plus)), true
}

// Duration evaluates the bound to a duration; ok is false when it is not set,
// not known, negative or no duration.
func (b Bound) Duration(lookup Lookup) (d time.Duration, ok bool) {
	if !b.IsSet() || b.Kind == BoundUnbounded {
		return 0, false
	}
	text, ok := b.Value.Eval(lookup)
	if !ok {
		return 0, false
	}
	d, err := ParseDuration(text)
	return d, err == nil
}

// ParseDuration reads a duration as Go writes it; "0" is zero. Negative
// durations and other texts are errors.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil {
		return 0, fmt.Errorf("no duration: %q (write 250ms, 2s, 1m)", text)
	}
	if d < 0 {
		return 0, fmt.Errorf("negative duration %q", text)
	}
	return d, nil
}
