package summary

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// idempotent says whether a remote call can be made twice without a second
// effect: by what the author says of a function round it, by what the table knows
// of it, by the method of HTTP, a key that the callee knows duplicates by, or the
// verb of a statement. A method of gRPC says nothing by itself.
func (w *Walker) idempotent(c ssa.CallInstruction, f *frame, call *graph.LibraryCall, method []graph.Expr) graph.Answer {
	if declared := declaredIdempotent(f); declared != "" {
		return declared
	}
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
	keyed := call.Protocol == graph.ProtocolHTTP || call.Protocol == graph.ProtocolGRPC
	if answer != graph.Yes && keyed && w.hasKey(c, f) {
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

// keys are the headers, and the names of metadata, by which callees know a request
// that they have seen; keyFields are the fields of a request that hold one.
var (
	keys      = []string{"idempotency-key", "x-idempotency-key"}
	keyFields = []string{"IdempotencyKey", "IdempotencyToken", "ClientToken", "ClientRequestToken"}
)

// keySetters are the functions that put a header or metadata on a request, with the
// parameter that names it: the first of a list of names and values, or the only one.
var keySetters = map[string]int{
	"(net/http.Header).Set":                                   0,
	"(net/http.Header).Add":                                   0,
	"(google.golang.org/grpc/metadata.MD).Set":                0,
	"(google.golang.org/grpc/metadata.MD).Append":             0,
	"google.golang.org/grpc/metadata.Pairs":                   0,
	"google.golang.org/grpc/metadata.AppendToOutgoingContext": 1,
}

// hasKey reports whether a request carries a key: in a field of what is sent, or
// put on it in the function that sends it, or in one that makes what is sent.
func (w *Walker) hasKey(c ssa.CallInstruction, f *frame) bool {
	seen := map[*ssa.Function]bool{}
	within := func(fn *ssa.Function) bool {
		for ; fn != nil && !seen[fn]; fn = fn.Parent() {
			seen[fn] = true
			if setsKey(fn) {
				return true
			}
		}
		return false
	}
	if within(w.x.written(c, f).Parent()) {
		return true
	}
	for _, v := range operands(c.Common()) {
		for _, o := range w.x.trace(v, f) {
			if made, ok := o.value.(ssa.Instruction); ok && within(made.Parent()) {
				return true
			}
		}
		if w.hasKeyField(v, f) {
			return true
		}
	}
	return false
}

// setsKey reports whether a function puts a key on a request.
func setsKey(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case ssa.CallInstruction:
				named := callee(x.Common())
				if named == nil {
					continue
				}
				if i, ok := keySetters[named.FullName()]; ok {
					v := operand(x.Common(), i)
					if slices.ContainsFunc(append(variadic(v), v), isKey) {
						return true
					}
				}
			case *ssa.MapUpdate:
				if isKey(x.Key) {
					return true
				}
			}
		}
	}
	return false
}

func isKey(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.String && slices.Contains(keys, strings.ToLower(constant.StringVal(k.Value)))
}

// hasKeyField reports whether a value is a struct in which a key is set.
func (w *Walker) hasKeyField(v ssa.Value, f *frame) bool {
	for obj, fr := range w.literals(v, f) {
		for _, name := range keyFields {
			for _, s := range w.x.named(typeName(obj.Type()) + "." + name) {
				if _, ok := w.on(s.of, map[ssa.Value]*frame{obj: fr}); ok && s.of != nil && !isEmpty(s.value) {
					return true
				}
			}
		}
	}
	return false
}

// isEmpty reports whether a value is the zero value, written down.
func isEmpty(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "")
}
