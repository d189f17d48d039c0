package configscan

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Conditions of the Common Expression Language, as Caddy writes them. They are evaluated
// over all that their parts may be and not for one request: what stands in braces has no
// value before there is one.

// celOutcome is the set of how a condition can end.
type celOutcome uint8

const (
	celTrue celOutcome = 1 << iota
	celFalse
	celFails
)

// not is the outcome of the negated condition.
func (o celOutcome) not() celOutcome { return o&celFails | (o&celTrue)<<1 | (o&celFalse)>>1 }

// and is that of both conditions: one that is false decides, whatever the other.
func (o celOutcome) and(p celOutcome) (both celOutcome) {
	for _, a := range celOutcomes {
		for _, b := range celOutcomes {
			switch {
			case o&a == 0 || p&b == 0:
			case a == celFalse || b == celFalse:
				both |= celFalse
			default:
				both |= max(a, b)
			}
		}
	}
	return both
}

func (o celOutcome) or(p celOutcome) celOutcome { return o.not().and(p.not()).not() }

var celOutcomes = []celOutcome{celTrue, celFalse, celFails}

// celValue is a value in an expression; the zero value may be any.
type celValue struct {
	kind    celKind
	outcome celOutcome
	number  float64
	text    string
	items   []celValue
	// named is set for a name in braces by itself, which is no condition.
	named bool
}

type celKind int

const (
	celAny celKind = iota
	celNull
	celBool
	celNumber
	celText
	celList
)

func celCondition(b bool) celValue {
	if b {
		return celValue{kind: celBool, outcome: celTrue}
	}
	return celValue{kind: celBool, outcome: celFalse}
}

var (
	celEither = celValue{kind: celBool, outcome: celTrue | celFalse}
	celFailed = celValue{kind: celBool, outcome: celFails}
)

// condition is what a value says where a condition stands.
func (v celValue) condition() celOutcome {
	switch v.kind {
	case celAny:
		return celTrue | celFalse
	case celBool:
		return v.outcome
	}
	return celFails
}

// evalCEL evaluates a condition of the common expression language
// (github.com/google/cel-spec) as far as comparisons, lists and what joins them
// go; a function or method may answer anything. lookup gives the values of names
// in braces. What it cannot read, and what is no condition, is an error.
func evalCEL(text string, lookup func(name string) celValue) (celOutcome, error) {
	const longest = 4096
	if len(text) > longest {
		return 0, errors.New("it is too long")
	}
	words, err := celWords(text)
	if err != nil {
		return 0, err
	}
	p := &celParser{words: words, lookup: lookup}
	v := p.choice()
	switch {
	case p.err != nil:
		return 0, p.err
	case p.peek() != "":
		return 0, fmt.Errorf("%q is not expected", p.peek())
	case v.kind != celBool || v.named:
		return 0, errors.New("it is no condition")
	}
	return v.outcome, nil
}

// celWord matches a word of an expression: a name in braces, a text, a number, a
// name or a sign.
var celWord = regexp.MustCompile(`^(?:\{[a-zA-Z][\w.-]+\}|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?|[A-Za-z_]\w*|\|\||&&|[=!<>]=|[-+*/%!<>?:.,()\[\]])`)

func celWords(text string) (words []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		w := celWord.FindString(text)
		if w == "" {
			return nil, fmt.Errorf("%.10q cannot be read", text)
		}
		words, text = append(words, w), text[len(w):]
	}
	return words, nil
}

// celParser evaluates while it reads. After an error it reads on to the end of
// what it is in, and gives any value.
type celParser struct {
	words  []string
	lookup func(name string) celValue
	depth  int
	err    error
}

func (p *celParser) peek() string {
	if len(p.words) == 0 || p.err != nil {
		return ""
	}
	return p.words[0]
}

func (p *celParser) next() string {
	w := p.peek()
	if w != "" {
		p.words = p.words[1:]
	}
	return w
}

func (p *celParser) take(word string) bool {
	if p.peek() != word {
		return false
	}
	p.next()
	return true
}

func (p *celParser) expect(word string) {
	if !p.take(word) && p.err == nil {
		p.err = fmt.Errorf("%q is missing", word)
	}
}

// choice is a ? b : c, or less.
func (p *celParser) choice() celValue {
	const deepest = 100
	if p.depth++; p.depth > deepest && p.err == nil {
		p.err = errors.New("it is nested too deep")
	}
	defer func() { p.depth-- }()
	v := p.either()
	if !p.take("?") {
		return v
	}
	then := p.choice()
	p.expect(":")
	otherwise, o := p.choice(), v.condition()
	return celValue{kind: celBool, outcome: o.and(then.condition()).or(o.not().and(otherwise.condition()))}
}

func (p *celParser) either() celValue {
	v := p.both()
	for p.take("||") {
		v = celValue{kind: celBool, outcome: v.condition().or(p.both().condition())}
	}
	return v
}

func (p *celParser) both() celValue {
	v := p.relation()
	for p.take("&&") {
		v = celValue{kind: celBool, outcome: v.condition().and(p.relation().condition())}
	}
	return v
}

func (p *celParser) relation() celValue {
	v := p.sum()
	for {
		switch op := p.peek(); op {
		case "==", "!=", "<", "<=", ">", ">=", "in":
			p.next()
			v = celCompare(op, v, p.sum())
		default:
			return v
		}
	}
}

// sum is what is calculated, which may be anything.
func (p *celParser) sum() celValue {
	v := p.unary()
	for strings.Contains("+-*/%", p.peek()) && p.peek() != "" {
		p.next()
		p.unary()
		v = celValue{}
	}
	return v
}

func (p *celParser) unary() celValue {
	switch {
	case p.take("!"):
		return celValue{kind: celBool, outcome: p.unary().condition().not()}
	case p.take("-"):
		v := p.unary()
		v.number = -v.number
		return v
	}
	return p.selected()
}

// selected is a value with what is asked of it: nothing can be asked of what is
// not there.
func (p *celParser) selected() celValue {
	v := p.primary()
	for {
		none := v.kind == celNull
		switch {
		case p.take("."):
			p.next()
			if p.take("(") {
				p.list(")")
			}
		case p.take("["):
			p.choice()
			p.expect("]")
		default:
			return v
		}
		if v = celEither; none {
			v = celFailed
		}
	}
}

func (p *celParser) list(end string) (items []celValue) {
	for p.err == nil && !p.take(end) {
		items = append(items, p.choice())
		if !p.take(",") {
			p.expect(end)
			return items
		}
	}
	return items
}

func (p *celParser) primary() celValue {
	w := p.next()
	switch {
	case w == "(":
		v := p.choice()
		p.expect(")")
		return v
	case w == "[":
		return celValue{kind: celList, items: p.list("]")}
	case w == "true" || w == "false":
		return celCondition(w == "true")
	case w == "null":
		return celValue{kind: celNull}
	case strings.HasPrefix(w, "{"):
		v := p.lookup(w[1 : len(w)-1])
		v.named = true
		return v
	case strings.HasPrefix(w, `"`) || strings.HasPrefix(w, "'"):
		return celValue{kind: celText, text: w[1 : len(w)-1]}
	case w != "" && w[0] >= '0' && w[0] <= '9':
		n, _ := strconv.ParseFloat(w, 64)
		return celValue{kind: celNumber, number: n}
	case w != "" && celWordStart(w[0]):
		return p.called(w)
	}
	if p.err == nil {
		p.err = errors.New("a value is missing")
	}
	return celValue{}
}

func celWordStart(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// called is the answer of a function: a number made an integer is that number.
func (p *celParser) called(name string) celValue {
	if !p.take("(") {
		return celValue{}
	}
	args := p.list(")")
	if name != "int" && name != "double" && name != "uint" {
		return celEither
	}
	if len(args) == 1 && args[0].kind == celNumber {
		return celValue{kind: celNumber, number: args[0].number}
	}
	if len(args) == 1 && args[0].kind == celNull {
		return celFailed
	}
	return celValue{}
}

// celCompare compares two values: those of different kinds are not equal, and
// in no order.
func celCompare(op string, a, b celValue) celValue {
	failed := func(v celValue) bool { return v.kind == celBool && v.outcome == celFails }
	switch {
	case failed(a) || failed(b):
		return celFailed
	case op == "in":
		return celIn(a, b)
	case op == "==" || op == "!=":
		o := celEqual(a, b)
		if op == "!=" {
			o = o.not()
		}
		return celValue{kind: celBool, outcome: o}
	case a.kind == celAny || b.kind == celAny || a.kind == celText && b.kind == celText:
		return celEither
	case a.kind != celNumber || b.kind != celNumber:
		return celFailed
	}
	below, above := a.number < b.number, a.number > b.number
	return celCondition(op == "<" && below || op == ">" && above || op == "<=" && !above || op == ">=" && !below)
}

func celEqual(a, b celValue) celOutcome {
	switch {
	case a.kind == celAny || b.kind == celAny || a.kind == celList && b.kind == celList:
		return celTrue | celFalse
	case a.kind != b.kind:
		return celFalse
	case a.kind == celBool:
		return a.outcome.and(b.outcome).or(a.outcome.not().and(b.outcome.not()))
	}
	return celCondition(a.number == b.number && a.text == b.text).outcome
}

func celIn(a, list celValue) celValue {
	switch list.kind {
	case celAny:
		return celEither
	case celList:
		o := celFalse
		for _, item := range list.items {
			o = o.or(celEqual(a, item))
		}
		return celValue{kind: celBool, outcome: o}
	}
	return celFailed
}
