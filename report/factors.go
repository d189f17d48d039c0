package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// factor is one cause of repeated calls: a layer or a fan-out, on one hop or,
// where one setting acts on many, on all of them.
type factor struct {
	number string
	what   string
	// known says how well the number is known and where it was read from.
	known   string
	retries string
	limits  string
	pos     graph.Pos
	// source is the table row of a number that nobody wrote.
	source string
	// note is a caveat of the number.
	note string
	hops []string
}

// cause is what makes two factors the same one.
type cause struct {
	fan          bool
	number, name string
	// retries differ where hops of different protocols share a setting.
	retries string
	source  string
	pos     graph.Pos
}

// factorsOf lists the factors of the calls in the order in which the calls are
// shown. Layers of one attempt are no factors; wide lists them too.
func factorsOf(l *layout, wide bool) []factor {
	var factors []factor
	index := make(map[cause]int)
	add := func(c cause, hop string, make func() factor) {
		i, ok := index[c]
		if !ok {
			i = len(factors)
			index[c], factors = i, append(factors, make())
		}
		factors[i].hops = append(factors[i].hops, hop)
	}
	for _, e := range l.order {
		name := hop(e)
		if wide {
			name = site(e)
		}
		if f := e.FanOut; f != nil {
			number := fanOutOf(e)
			if wide || number != "1" {
				add(cause{fan: true, number: number, name: f.Expr, pos: f.Pos}, name, func() factor { return fanOutFactor(f, number) })
			}
		}
		for i := range e.Layers {
			y := &e.Layers[i]
			if wide || attempts(y) != "1" || len(y.Tries) > 0 {
				c := cause{number: attempts(y), name: y.Name + string(y.Kind), retries: retriesOf(y), source: y.Source, pos: y.Pos}
				add(c, name, func() factor { return layerFactor(y) })
			}
		}
	}
	for i := range factors {
		slices.Sort(factors[i].hops)
		factors[i].hops = slices.Compact(factors[i].hops)
	}
	return factors
}

// fanOutOf is the number of calls one execution makes: the symbol where it is
// not known, with what is known round it.
func fanOutOf(e *graph.EdgeInfo) string {
	f := e.FanOut
	switch {
	case f == nil:
		return "1"
	case f.Bound == graph.BoundUnbounded || f.Factor == graph.Unbounded:
		return "unbounded"
	case f.Symbol && f.Factor > 1:
		return f.Factor.String() + " x " + f.Expr
	case f.Symbol:
		return f.Expr
	}
	return f.Factor.String()
}

// attempts is the number of a layer: the symbol where it is not known.
func attempts(y *graph.LayerInfo) string {
	switch {
	case y.Unbounded:
		return "unbounded"
	case y.Symbol:
		return "attempts(" + y.Expr + ")"
	}
	return y.Attempts.String()
}

func fanOutFactor(f *graph.FanOutInfo, number string) factor {
	how := "one after the other"
	if f.Parallel {
		how = "in parallel"
	}
	if f.FailFast {
		how += ", stops at the first failure"
	}
	expr := f.Expr
	if f.Symbol {
		expr = ""
	}
	return factor{number: number, what: "fan-out", known: known(f.Bound, expr, ""), limits: how, pos: f.Pos}
}

func layerFactor(y *graph.LayerInfo) factor {
	expr := y.Expr
	if y.Symbol {
		expr = ""
	}
	f := factor{
		number:  attempts(y),
		what:    layerName(y),
		known:   known(y.Bound, expr, y.Assumed),
		retries: retriesOf(y),
		limits:  layerLimits(y),
		pos:     y.Pos,
		source:  y.Source,
	}
	if y.Note != "" {
		f.note = y.Name + ": " + y.Note
	}
	if y.Implicit {
		f.known += ", nobody set it"
	}
	return f
}

// caveats are the notes on the factors, each once: one default acts on many
// hops, from many places.
func caveats(factors []factor) []string {
	var notes []string
	for _, f := range factors {
		if f.note != "" && !slices.Contains(notes, f.note) {
			notes = append(notes, f.note)
		}
	}
	return notes
}

// retriesOf lists the classes a layer retries.
func retriesOf(y *graph.LayerInfo) string {
	if len(y.RetriesOn) == 0 {
		return "nothing"
	}
	return strings.Join(y.RetriesOn, ", ")
}

func layerName(y *graph.LayerInfo) string {
	switch kind := string(y.Kind); {
	case y.Name == "":
		return kind
	case strings.Contains(y.Name, kind):
		return y.Name
	default:
		return y.Name + " (" + kind + ")"
	}
}

func known(bound graph.BoundKind, expr, assumed string) string {
	text := string(bound)
	if expr != "" {
		text += ": " + expr
	}
	if assumed != "" {
		text += ", assumed to act: " + assumed
	}
	return text
}

// layerLimits words the timers, the pauses and what differs by class.
func layerLimits(y *graph.LayerInfo) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if y.PerTryTimeout != "" {
		add("per try %s", y.PerTryTimeout)
	}
	if y.Timeout != "" {
		add("in all %s", y.Timeout)
	}
	if y.AttemptsSlow != nil {
		add("%s when each try times out", y.AttemptsSlow)
	}
	if tries := triesOf(y); tries != "" {
		add("by class: %s", tries)
	}
	if b := y.Backoff; b != nil {
		add("%s", backoffOf(b))
	}
	if b := y.Budget; b != nil {
		add("%s", budgetOf(b, y.Attempts))
	}
	return strings.Join(parts, "; ")
}

// budgetOf words a retry budget: what it is, and what it lets through over time.
func budgetOf(b *graph.BudgetInfo, attempts graph.Count) string {
	text := "budget " + string(b.Kind)
	for _, p := range []struct {
		name  string
		value float64
	}{{"ratio", b.Ratio}, {"per second", b.MinPerSecond}, {"at once", b.MinConcurrent}, {"tokens", b.Tokens}, {"cost", b.Cost}} {
		if p.value != 0 {
			text += fmt.Sprintf(", %s %s", p.name, ratio(p.value))
		}
	}
	if b.Sustained == nil || *b.Sustained >= attempts.Float() {
		return text + ", which holds nothing back for certain"
	}
	text += ": at most " + ratio(*b.Sustained) + "x over time"
	if b.Burst != nil {
		text += fmt.Sprintf(", after a burst of %s retries", ratio(*b.Burst))
	}
	return text
}

func triesOf(y *graph.LayerInfo) string {
	var tries []string
	for class, n := range y.Tries {
		tries = append(tries, fmt.Sprintf("%s %s", class, n))
	}
	slices.Sort(tries)
	return strings.Join(tries, ", ")
}

func backoffOf(b *graph.BackoffInfo) string {
	if b.Kind == graph.BackoffNone {
		return "no backoff"
	}
	text := "backoff " + string(b.Kind)
	if b.Base != "" {
		text += " from " + b.Base
	}
	if b.Max != "" {
		text += " to " + b.Max
	}
	if !b.Jitter {
		text += ", no jitter"
	}
	return text
}

// place is where the number was read: a position, and the table row behind it.
func (f factor) place() string {
	switch {
	case f.pos.IsZero():
		return f.source
	case f.source != "" && f.source != f.pos.String():
		return f.pos.String() + " (" + f.source + ")"
	}
	return f.pos.String()
}

// where lists the hops, or counts them when one cause acts on many.
func (f factor) where(wide bool) string {
	if len(f.hops) == 1 || wide {
		return strings.Join(f.hops, ", ")
	}
	return plural(len(f.hops), "hop")
}

// times is the number as a factor; what is no number stands for itself.
func (f factor) times() string {
	if strings.Trim(f.number, "0123456789") != "" {
		return f.number
	}
	return f.number + "x"
}

// text words a factor in one line, without its place.
func (f factor) text() string { return f.times() + " " + f.what + ", " + f.known + f.details() }

// details words what a factor retries and what limits it.
func (f factor) details() string {
	text := ""
	if f.retries != "" {
		text += "; retries " + f.retries
	}
	if f.limits != "" {
		text += "; " + f.limits
	}
	return text
}

// isAt reports whether findings name this place for the factor.
func (f factor) isAt(pos graph.Pos) bool {
	if f.pos.IsZero() {
		return f.source == pos.String()
	}
	return f.pos == pos
}
