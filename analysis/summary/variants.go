package summary

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Variant is one of the services that a program is: the one that runs under a
// sub-command, or with a value in the environment.
type Variant struct {
	graph.Selection
	// Together are the sub-commands that this one starts: it is all of them, and none
	// by itself.
	Together []string
	// Roots are the functions that the sub-command runs; empty where main decides.
	Roots []*ssa.Function
	// Others are the functions that other sub-commands run.
	Others map[*ssa.Function]bool
	// dead are the blocks that only run in other variants.
	dead map[*ssa.BasicBlock]bool
}

// Variants lists, in order of their names, the services that a program is, from
// its own functions and those of its main package; none where it is one.
func (x *Index) Variants(own []*ssa.Function, main *ssa.Package) []Variant {
	if vs := x.commands(own); len(vs) > 1 && len(vs[1].Together) == 0 {
		return vs
	}
	var fns []*ssa.Function
	for _, fn := range own {
		if fn.Package() == main {
			fns = append(fns, fn)
		}
	}
	return x.switches(fns)
}

// commands are the sub-commands of a library that run something. One that runs
// others of them is none by itself, but all of them together: what it runs stays
// apart. Those come last.
func (x *Index) commands(own []*ssa.Function) []Variant {
	byName := map[string][]*ssa.Function{}
	for _, fn := range own {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if a, ok := instr.(*ssa.Alloc); ok {
					x.command(a, byName)
				}
			}
		}
	}
	var out []Variant
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		v := Variant{Selection: graph.Selection{Source: graph.SourceArgument, Value: name}, Roots: byName[name], Others: map[*ssa.Function]bool{}}
		for other, roots := range byName {
			for _, fn := range roots {
				if other != name {
					v.Others[fn] = true
				}
			}
		}
		for _, other := range slices.Sorted(maps.Keys(byName)) {
			if other != name && x.runsAny(v.Roots, byName[other]) {
				v.Together = append(v.Together, other)
			}
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b Variant) int { return min(len(a.Together), 1) - min(len(b.Together), 1) })
	return out
}

// command notes a value that is a sub-command.
func (x *Index) command(a *ssa.Alloc, byName map[string][]*ssa.Function) {
	c, ok := sdk.CommandOf(typeName(a.Type()))
	if !ok || a.Referrers() == nil {
		return
	}
	name, runs := "", []*ssa.Function(nil)
	for _, ref := range *a.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Referrers() == nil {
			continue
		}
		field := fieldOf(a.Type(), fa.Field)
		for _, r := range *fa.Referrers() {
			s, ok := r.(*ssa.Store)
			if !ok || s.Addr != fa || field == nil {
				continue
			}
			if k, ok := s.Val.(*ssa.Const); ok && field.Name() == c.Name && k.Value != nil && k.Value.Kind() == constant.String {
				name, _, _ = strings.Cut(constant.StringVal(k.Value), " ")
			}
			if slices.Contains(c.Runs, field.Name()) {
				for _, t := range x.functions(s.Val, nil, nil) {
					runs = append(runs, t.fn)
				}
			}
		}
	}
	if name != "" && len(runs) > 0 {
		byName[name] = append(byName[name], runs...)
	}
}

// runsAny reports whether functions call some of others.
func (x *Index) runsAny(fns, others []*ssa.Function) bool {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if slices.Contains(others, c.Common().StaticCallee()) || slices.ContainsFunc(x.r.Callees(c), func(to *ssa.Function) bool { return slices.Contains(others, to) }) {
					return true
				}
			}
		}
	}
	return false
}

// switches are the values that a program compares the sub-command, or a variable
// of the environment, with: of several, the one with the most.
func (x *Index) switches(fns []*ssa.Function) []Variant {
	found := map[graph.Selection][]decision{}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			d, ok := x.decision(b)
			if !ok {
				continue
			}
			key := graph.Selection{Source: d.on.Source, Key: d.on.Key}
			found[key] = append(found[key], d)
		}
	}
	var best []decision
	for _, key := range slices.SortedFunc(maps.Keys(found), func(a, b graph.Selection) int { return strings.Compare(a.Key, b.Key) }) {
		if len(values(found[key])) > len(values(best)) {
			best = found[key]
		}
	}
	all := values(best)
	if len(all) < 2 {
		return nil
	}
	var out []Variant
	for _, value := range all {
		v := Variant{Selection: best[0].on, dead: map[*ssa.BasicBlock]bool{}}
		v.Value = value
		for _, d := range best {
			out := d.block.Succs[1]
			if d.on.Value != value {
				out = d.block.Succs[0]
			}
			for _, b := range out.Parent().Blocks {
				if len(out.Preds) == 1 && out.Dominates(b) {
					v.dead[b] = true
				}
			}
		}
		out = append(out, v)
	}
	return out
}

// decision is a block that ends in a comparison with a text.
type decision struct {
	block *ssa.BasicBlock
	on    graph.Selection
}

func values(ds []decision) []string {
	all := map[string]bool{}
	for _, d := range ds {
		all[d.on.Value] = true
	}
	return slices.Sorted(maps.Keys(all))
}

func (x *Index) decision(b *ssa.BasicBlock) (decision, bool) {
	if len(b.Instrs) == 0 {
		return decision{}, false
	}
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return decision{}, false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.Op != token.EQL || !isString(cond.X.Type()) {
		return decision{}, false
	}
	k, ok := cond.Y.(*ssa.Const)
	v := cond.X
	if !ok {
		k, ok = cond.X.(*ssa.Const)
		v = cond.Y
	}
	if !ok || k.Value == nil || constant.StringVal(k.Value) == "" {
		return decision{}, false
	}
	on, ok := x.selection(v)
	on.Value = constant.StringVal(k.Value)
	return decision{b, on}, ok
}

// selection is where a text comes from that decides what a program is.
func (x *Index) selection(v ssa.Value) (graph.Selection, bool) {
	for _, o := range x.trace(v, nil) {
		value := o.value
		if e, ok := value.(*ssa.Extract); ok {
			value = e.Tuple
		}
		switch v := value.(type) {
		case *ssa.UnOp:
			if a, ok := v.X.(*ssa.IndexAddr); ok && isArgs(a.X) {
				return graph.Selection{Source: graph.SourceArgument}, true
			}
		case *ssa.Call:
			if f := callee(&v.Call); f != nil && sdk.IsArgument(f.FullName()) {
				return graph.Selection{Source: graph.SourceArgument}, true
			}
		}
	}
	for _, e := range x.exprs(v, nil) {
		if e.Kind == graph.ExprRef && e.Source == graph.SourceEnv {
			return graph.Selection{Source: graph.SourceEnv, Key: e.Text}, true
		}
	}
	return graph.Selection{}, false
}

// isArgs reports whether a value is os.Args, or a part of it.
func isArgs(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Slice:
		return isArgs(v.X)
	case *ssa.UnOp:
		g, ok := v.X.(*ssa.Global)
		return ok && g.Name() == "Args" && g.Pkg != nil && g.Pkg.Pkg.Path() == "os"
	}
	return false
}

// In is the index as one variant of the program sees it: values that only others
// compute are none.
func (x *Index) In(v *Variant) *Index {
	in := *x
	in.dead, in.tells = v.dead, nil
	in.traced, in.nothing = map[tracedKey][]origin{}, map[*ssa.Function]bool{}
	in.classes, in.influences, in.answered = map[classKey]repetition{}, map[ssa.CallInstruction]*influence{}, map[answerKey]*known{}
	return &in
}

// Called lists the functions that a call may reach in the variant.
func (x *Index) Called(c ssa.CallInstruction) []*ssa.Function {
	var out []*ssa.Function
	for _, t := range x.callees(c, nil) {
		out = append(out, t.fn)
	}
	return out
}

// Dead reports whether a block never runs in the variant.
func (v *Variant) Dead(b *ssa.BasicBlock) bool { return v.dead[b] }
