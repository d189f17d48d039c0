package summary

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// idempotent says whether a remote call can be made twice without a second
// effect: by what the table knows of it, by the method of HTTP, a key that the
// callee knows duplicates by, or the verb of a statement. A method of gRPC says
// nothing by itself.
func (w *Walker) idempotent(c ssa.CallInstruction, call *graph.LibraryCall, method []graph.Expr) graph.Answer {
	m := ""
	if len(method) == 1 {
		m, _ = method[0].Eval(nil)
	}
	answer := byMethod(call.Protocol, m)
	switch call.Mutates {
	case graph.Yes:
		answer = graph.No
	case graph.No:
		answer = graph.Yes
	}
	if answer == graph.No && call.Protocol == graph.ProtocolHTTP && hasKey(c.Parent()) {
		return graph.Yes
	}
	return answer
}

// byMethod is what the method of a request, or a statement, says.
func byMethod(p graph.Protocol, method string) graph.Answer {
	switch p {
	case graph.ProtocolHTTP:
		switch strings.ToUpper(method) {
		case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE":
			return graph.Yes
		case "POST", "PATCH":
			return graph.No
		}
	case "sql":
		return byVerb(strings.ToUpper(strings.TrimSpace(method)))
	}
	return ""
}

// byVerb is what the verb of a statement says: a second INSERT adds a row unless
// the statement says what to do with one that is there; a second UPDATE may add
// to what the first one did.
func byVerb(statement string) graph.Answer {
	verb, _, _ := strings.Cut(strings.Join(strings.Fields(statement), " "), " ")
	switch verb {
	case "SELECT", "SHOW", "EXPLAIN", "DELETE", "TRUNCATE":
		return graph.Yes
	case "INSERT":
		if strings.Contains(statement, "ON CONFLICT") || strings.Contains(statement, "ON DUPLICATE KEY") || strings.Contains(statement, "INSERT IGNORE") {
			return graph.Yes
		}
		return graph.No
	}
	return ""
}

// keys are the headers by which callees know a request that they have seen.
var keys = []string{"idempotency-key", "x-idempotency-key"}

// hasKey reports whether a function sets such a header.
func hasKey(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			f := callee(c.Common())
			if f == nil || f.FullName() != "(net/http.Header).Set" && f.FullName() != "(net/http.Header).Add" {
				continue
			}
			if k, ok := operand(c.Common(), 0).(*ssa.Const); ok && k.Value != nil && slices.Contains(keys, strings.ToLower(constant.StringVal(k.Value))) {
				return true
			}
		}
	}
	return false
}
