package sdk

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// importer finds a package by path; nil where there is none.
type importer func(path string) *types.Package

// packagePath is the package of a full name: what stands before the first dot
// after the last slash, dots in the path of the module aside.
func packagePath(module, name string) string {
	path := strings.TrimLeft(name, "(*")
	i := strings.LastIndex(path, "/") + 1
	if strings.HasPrefix(path, module+".") {
		i = len(module)
	}
	if j := strings.IndexByte(path[i:], '.'); j >= 0 {
		i += j
	}
	return path[:i]
}

// packagePaths are the packages that a row names, sorted. Those of environment
// variables, addresses and contexts have none, and one with a star stands for many.
func packagePaths(l *graph.Library) []string {
	var paths []string
	for _, c := range l.Calls {
		paths = append(paths, packagePath(l.Module, c.Func))
	}
	for _, k := range l.Knobs {
		if k.Kind != graph.KnobEnv && k.Kind != graph.KnobDSN && k.Kind != graph.KnobDeadline {
			paths = append(paths, packagePath(l.Module, k.Name))
		}
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return strings.Contains(p, "*") })
	slices.Sort(paths)
	return slices.Compact(paths)
}

// functions are all functions and methods that a package declares, those of
// interfaces and the named function types too, by full name.
func functions(pkg *types.Package) map[string]*types.Func {
	fs := map[string]*types.Func{}
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			fs[obj.FullName()] = obj
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			if sig, ok := named.Underlying().(*types.Signature); ok {
				f := types.NewFunc(obj.Pos(), pkg, name, sig)
				fs[f.FullName()] = f
			}
			for m := range named.Methods() {
				fs[m.FullName()] = m
			}
			if i, ok := named.Underlying().(*types.Interface); ok {
				for m := range i.ExplicitMethods() {
					fs[m.FullName()] = m
				}
			}
		}
	}
	return fs
}

// checkNames holds every name of a row against the packages, and every operand
// against the signature.
func checkNames(t *testing.T, l *graph.Library, find importer) {
	t.Helper()
	all := map[string]*types.Func{}
	for _, path := range packagePaths(l) {
		pkg := find(path)
		if pkg == nil {
			t.Errorf("%s: no package %s", l.Name, path)
			continue
		}
		for name, f := range functions(pkg) {
			all[name] = f
		}
	}
	for i := range l.Calls {
		c := &l.Calls[i]
		if strings.Contains(packagePath(l.Module, c.Func), "*") {
			continue
		}
		fitted := fitting(c.Func, all)
		if len(fitted) == 0 && (c.Failure == nil || !isValue(c.Func, find)) {
			t.Errorf("%s: no function %s", l.Name, c.Func)
		}
		for _, f := range fitted {
			checkOperands(t, l, c, f)
		}
	}
	for i := range l.Knobs {
		checkKnob(t, l, &l.Knobs[i], all, find)
	}
}

// isValue reports whether a name is that of a package variable, or of a field of a
// type: a failure can be kept in either.
func isValue(full string, find importer) bool {
	slash := strings.LastIndexByte(full, '/')
	path, rest, ok := strings.Cut(full[slash+1:], ".")
	pkg := find(full[:slash+1] + path)
	if !ok || pkg == nil {
		return false
	}
	name, field, isField := strings.Cut(rest, ".")
	obj := pkg.Scope().Lookup(name)
	if _, isVar := obj.(*types.Var); isVar && !isField {
		return true
	}
	if obj == nil || !isField {
		return false
	}
	s, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range s.Fields() {
		if v.Name() == field {
			return true
		}
	}
	return false
}

func fitting(name string, all map[string]*types.Func) []*types.Func {
	if f := all[name]; f != nil {
		return []*types.Func{f}
	}
	var fs []*types.Func
	if star(name) >= 0 {
		for full, f := range all {
			if match(name, full) {
				fs = append(fs, f)
			}
		}
	}
	return fs
}

func checkOperands(t *testing.T, l *graph.Library, c *graph.LibraryCall, f *types.Func) {
	t.Helper()
	sig := f.Signature()
	for what, a := range map[string]*graph.Arg{
		"address": c.Address, "method": c.Method, "path": c.Path, "runs": c.Runs, "options": c.Options,
	} {
		if a == nil || a.Const != "" || a.Env != "" {
			continue
		}
		var typ types.Type
		switch {
		case a.Receiver && sig.Recv() == nil && (f.Parent() == nil || star(c.Func) >= 0):
			continue // a named function type: what is meant is the client that holds it
		case a.Receiver && sig.Recv() == nil:
			t.Errorf("%s: %s: %s is the receiver, and there is none", l.Name, c.Func, what)
			continue
		case a.Receiver:
			typ = sig.Recv().Type()
		case a.Index >= sig.Params().Len():
			if star(c.Func) < 0 {
				t.Errorf("%s: %s: %s is parameter %d of %d", l.Name, c.Func, what, a.Index, sig.Params().Len())
			}
			continue
		default:
			typ = sig.Params().At(a.Index).Type()
		}
		if a.Field != "" {
			if typ = fieldType(typ, a.Field); typ == nil {
				t.Errorf("%s: %s: %s: no field %s", l.Name, c.Func, what, a.Field)
				continue
			}
		}
		if what == "runs" && !runnable(typ) {
			t.Errorf("%s: %s: cannot run a %s", l.Name, c.Func, typ)
		}
	}
	if c.Rest && !sig.Variadic() && star(c.Func) < 0 {
		t.Errorf("%s: %s is not variadic", l.Name, c.Func)
	}
	if c.NoContext && takesContext(sig) {
		t.Errorf("%s: %s takes a context", l.Name, c.Func)
	}
}

func takesContext(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if types.TypeString(p.Type(), nil) == "context.Context" {
			return true
		}
	}
	return false
}

func runnable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	case *types.Slice:
		return runnable(u.Elem())
	}
	return false
}

func fieldType(t types.Type, name string) types.Type {
	obj, _, _ := types.LookupFieldOrMethod(t, true, packageOf(t), name)
	if v, ok := obj.(*types.Var); ok {
		return v.Type()
	}
	return nil
}

// hasField follows a type and the fields of its fields.
func hasField(pkg *types.Package, path []string) bool {
	obj := pkg.Scope().Lookup(path[0])
	if obj == nil {
		return false
	}
	typ := obj.Type()
	for _, name := range path[1:] {
		found, _, _ := types.LookupFieldOrMethod(typ, true, pkg, name)
		v, ok := found.(*types.Var)
		if !ok {
			return false
		}
		typ = v.Type()
	}
	return true
}

func packageOf(t types.Type) *types.Package {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}

func checkKnob(t *testing.T, l *graph.Library, k *graph.Knob, all map[string]*types.Func, find importer) {
	t.Helper()
	path := packagePath(l.Module, k.Name)
	rest := strings.TrimPrefix(k.Name[len(path):], ".")
	switch k.Kind {
	case graph.KnobEnv, graph.KnobDSN, graph.KnobDeadline:
	case graph.KnobOption, graph.KnobSetter, graph.KnobWrapper, graph.KnobParam:
		f := all[k.Name]
		if strings.Contains(path, "*") {
			return
		}
		if f == nil {
			t.Errorf("%s: no function %s", l.Name, k.Name)
			return
		}
		n := f.Signature().Params().Len()
		needs := k.Fixed == "" && k.Role != graph.RoleLayer
		if needs && k.Arg >= n || k.Kind == graph.KnobWrapper && k.Inner >= n {
			t.Errorf("%s: %s has %d parameters", l.Name, k.Name, n)
		}
	case graph.KnobField:
		if strings.Contains(path, "*") {
			return
		}
		if pkg := find(path); pkg != nil && !hasField(pkg, strings.Split(rest, ".")) {
			t.Errorf("%s: no field %s", l.Name, k.Name)
		}
	case graph.KnobType, graph.KnobVariable:
		if pkg := find(path); pkg != nil {
			switch pkg.Scope().Lookup(rest).(type) {
			case *types.TypeName, *types.Var:
			default:
				t.Errorf("%s: no %s %s", l.Name, k.Kind, k.Name)
			}
		}
	default:
		t.Errorf("%s: %s: unknown kind %q", l.Name, k.Name, k.Kind)
	}
}
