package summary

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/grpcconfig"
	"golang.org/x/tools/go/ssa"
)

// ConfigText is a gRPC service config in the code.
type ConfigText struct {
	Value graph.Expr `json:"value"`
	// Pos is that of the literal, or of the call where the text comes from
	// elsewhere; Literal is whether the text stands there as it is, after one quote.
	Pos     graph.Pos `json:"position"`
	Literal bool      `json:"literal,omitempty"`
}

// configTexts are the service configs that a knob may be turned to.
func (w *Walker) configTexts(t turned) []ConfigText {
	if t.kept != nil {
		return t.kept.Texts
	}
	var out []ConfigText
	for _, o := range w.x.trace(t.value, t.frame) {
		for _, e := range w.x.exprs(o.value, o.frame) {
			c := ConfigText{Value: e, Pos: w.placed(t)}
			switch {
			case o.frame != nil:
				w.findText(&c, o.frame.fn)
			case t.fn != nil:
				w.findText(&c, t.fn)
			}
			if !slices.ContainsFunc(out, func(d ConfigText) bool { return reflect.DeepEqual(c, d) }) {
				out = append(out, c)
			}
		}
	}
	return out
}

// findText looks for a text in the function that uses it.
func (w *Walker) findText(c *ConfigText, fn *ssa.Function) {
	text, known := c.Value.Eval(nil)
	syntax := outermost(fn).Syntax()
	if !known || syntax == nil {
		return
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && s == text {
				c.Pos, c.Literal = w.x.r.Position(lit.Pos()), strings.HasPrefix(lit.Value, "`") && !strings.Contains(lit.Value, "\r")
			}
		}
		return true
	})
}

// at is the position of a byte of the text.
func (c *ConfigText) at(offset int) graph.Pos {
	if !c.Literal {
		return c.Pos
	}
	text, _ := c.Value.Eval(nil)
	pos, before := c.Pos, text[:offset]
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		pos.Line += strings.Count(before, "\n")
		pos.Col = offset - i
	} else {
		pos.Col += 1 + offset
	}
	return pos
}

// serviceConfig sets what a gRPC service config in the code says of a method.
func (w *Walker) serviceConfig(ly *graph.Layer, t turned, method string) {
	for _, text := range w.configTexts(t) {
		written, known := text.Value.Eval(nil)
		if !known {
			// A config that is not known may retry: up to what a client allows.
			ly.Attempts = graph.Exactly(grpcconfig.MaxAttempts, graph.BoundAssumed, w.placed(t))
			ly.RetriesOn = graph.AnyClass
			continue
		}
		c, err := grpcconfig.Parse(written)
		if err != nil {
			w.without(text.Pos, "gRPC refuses the "+err.Error()+": no client can be made with it")
			continue
		}
		for _, i := range c.Ignored {
			w.without(text.at(i.At), i.Why)
		}
		p, ok := c.Method(method)
		if !ok || p.Attempts < 2 {
			continue
		}
		pos := text.at(p.At)
		ly.Attempts, ly.Implicit = graph.Exactly(p.Attempts, graph.BoundExact, pos), false
		ly.RetriesOn = p.RetriesOn
		ly.Backoff = graph.Backoff{Kind: graph.BackoffExponential, Jitter: true, Multiplier: p.Multiplier,
			Base: graph.Lasting(p.Initial, graph.BoundExact, pos), Max: graph.Lasting(p.Max, graph.BoundExact, pos)}
		if t := c.Throttling; t != nil {
			ly.Budget = &graph.Budget{Kind: graph.BudgetThrottle, Ratio: t.TokenRatio, Tokens: t.MaxTokens, Pos: text.Pos}
		}
		if p.Timeout > 0 {
			ly.Overall = graph.Lasting(p.Timeout, graph.BoundExact, pos)
		}
	}
}

// without reports a setting that has no effect, once for each place.
func (w *Walker) without(pos graph.Pos, why string) {
	f := graph.Finding{Rule: "AMP302", Severity: graph.SeverityWarning, Message: why, Pos: pos}
	if !slices.ContainsFunc(w.out.Findings, func(g graph.Finding) bool { return g.Pos == pos && g.Message == why }) {
		w.out.Findings = append(w.out.Findings, f)
	}
}

// serviceConfigs are the sites of the service configs that a knob is turned to:
// where the most attempts are written, or those that have no effect.
func (k *configuration) serviceConfigs(fn *ssa.Function, t turned, knob *setKnob) []graph.Site {
	var out []graph.Site
	for _, text := range k.s.w.configTexts(t) {
		written, known := text.Value.Eval(nil)
		c, err := grpcconfig.Parse(written)
		if err != nil || !known {
			continue // nothing retries, or nothing is known that does
		}
		var b graph.Bound
		if p := c.Most(); p != nil {
			b = graph.Exactly(min(p.Attempts, grpcconfig.MaxAttempts), graph.BoundExact, text.at(p.At))
		} else if i := slices.IndexFunc(c.Ignored, func(i grpcconfig.Ignored) bool { return i.Key == "retryPolicy" }); i >= 0 {
			b = graph.Exactly(1, graph.BoundExact, text.at(c.Ignored[i].At))
		} else {
			continue
		}
		site := k.configSite(fn, t.pos, knob)
		site.Pos = b.Pos
		site.SetBound(b)
		out = append(out, site)
	}
	return out
}
