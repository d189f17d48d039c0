package program

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// remoteStd are the packages of the standard library whose interfaces stand for
// a call to somewhere else.
var remoteStd = map[string]bool{
	"net/http": true, "net/rpc": true, "net/smtp": true, "database/sql": true, "database/sql/driver": true,
}

// everyday are methods by which a type fits into the standard library, whichever
// interface declares them.
var everyday = map[string]string{
	"Error":  "func() string",
	"String": "func() string",
	"Close":  "func() error",
	"Read":   "func([]byte) (int, error)",
	"Write":  "func([]byte) (int, error)",
}

// isUbiquitous reports whether a call goes to a method that types of all kinds
// have: those of error, fmt.Stringer, io.Reader and their like. Resolving them
// by type or flow connects everything with everything.
func (p *Program) isUbiquitous(call *ssa.CallCommon) bool {
	if !call.IsInvoke() {
		return false
	}
	m := call.Method
	if m.Pkg() == nil {
		return true // error
	}
	if want, ok := everyday[m.Name()]; ok && shape(m.Signature()) == want {
		return true
	}
	return inStandard(m.Pkg().Path()) && !p.own[m.Pkg()] && !remoteStd[m.Pkg().Path()]
}

// inStandard reports whether a path is one of the standard library, or of a module of
// the tree: the paths of all others have a dot.
func inStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// shape is a signature without names.
func shape(sig *types.Signature) string {
	return types.TypeString(types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic()), nil)
}

func unnamed(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(0, nil, "", v.Type()))
	}
	return types.NewTuple(vars...)
}
