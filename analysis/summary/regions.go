package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// region is the control flow of a function or of a part of it.
type region struct {
	kind regionKind
	call ssa.CallInstruction // regionCall
	sent ssa.Value           // regionSend: the function
	kids []*region
	cond *ssa.If // regionAlt: the branch, kids[0] is taken when it holds
	// ends marks, for each kid of an alternative, that it does not go on behind
	// the alternative: it returns, panics or leaves the loop.
	ends []bool
	loop *loop
}

type regionKind uint8

const (
	regionSeq regionKind = iota
	regionCall
	regionSend
	regionAlt
	regionLoop
)

// maxRegions bounds the tree of one function; beyond it the tree is cut.
const maxRegions = 20_000

// builder makes the region tree of one function.
type builder struct {
	fn    *ssa.Function
	keep  func(ssa.CallInstruction) bool
	post  []*ssa.BasicBlock // immediate post-dominators by block index
	loops map[*ssa.BasicBlock]*loop
	memo  map[regionKey]*region
	size  int
	// truncated is set when the tree was cut.
	truncated bool
	// deferred are the calls that run when the function returns, the last first.
	deferred []*region
}

type regionKey struct {
	from, stop *ssa.BasicBlock
	in         *loop
}

// regions builds the tree of the calls that keep accepts.
func regions(fn *ssa.Function, keep func(ssa.CallInstruction) bool) (*region, bool) {
	if len(fn.Blocks) == 0 {
		return &region{}, false
	}
	b := &builder{fn: fn, keep: keep, post: postDominators(fn), loops: loopsOf(fn), memo: map[regionKey]*region{}}
	r := b.seq(fn.Blocks[0], nil, nil, false)
	if len(b.deferred) > 0 {
		slices.Reverse(b.deferred)
		r = &region{kind: regionSeq, kids: append([]*region{r}, b.deferred...)}
	}
	return r, b.truncated
}

// seq is the region from a block up to, not including, stop; inside a loop it
// ends where the loop is left or its header is reached again.
func (b *builder) seq(at, stop *ssa.BasicBlock, in *loop, start bool) *region {
	key := regionKey{at, stop, in}
	if !start {
		if r, ok := b.memo[key]; ok {
			return r
		}
	}
	r := &region{kind: regionSeq}
	if b.size++; b.size > maxRegions {
		b.truncated = true
		return r
	}
	for at != nil && at != stop {
		if in != nil && (!in.blocks[at] || at == in.header && !start) {
			break
		}
		if l := b.loops[at]; l != nil && l != in {
			at = b.loop(r, l, stop, in)
			start = false
			continue
		}
		start = false
		at = b.block(r, at, in)
	}
	b.memo[key] = r
	return r
}

// block adds the calls of one block and what its branch leads to, and returns
// the block to go on with.
func (b *builder) block(r *region, at *ssa.BasicBlock, in *loop) *ssa.BasicBlock {
	for _, instr := range at.Instrs {
		for _, v := range sentFunctions(instr) {
			r.kids = append(r.kids, &region{kind: regionSend, sent: v})
		}
		c, ok := instr.(ssa.CallInstruction)
		if !ok || !b.keep(c) {
			continue
		}
		call := &region{kind: regionCall, call: c}
		if _, ok := c.(*ssa.Defer); !ok || in != nil {
			r.kids = append(r.kids, call)
		} else if !slices.ContainsFunc(b.deferred, func(d *region) bool { return d.call == c }) {
			b.deferred = append(b.deferred, call)
		}
	}
	switch len(at.Succs) {
	case 0:
		return nil
	case 1:
		return at.Succs[0]
	}
	cond, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	join := b.post[at.Index]
	if in != nil && join != nil && !in.blocks[join] {
		join = nil
	}
	alt := &region{kind: regionAlt, cond: cond}
	for _, s := range at.Succs {
		alt.kids = append(alt.kids, b.seq(s, join, in, false))
		alt.ends = append(alt.ends, join == nil || b.never(s, join, in))
	}
	r.kids = append(r.kids, alt)
	return join
}

// never reports whether no way leads from a block to join.
func (b *builder) never(from, join *ssa.BasicBlock, in *loop) bool {
	seen := map[*ssa.BasicBlock]bool{}
	stack := []*ssa.BasicBlock{from}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at == join {
			return false
		}
		if seen[at] || in != nil && !in.blocks[at] {
			continue
		}
		seen[at] = true
		stack = append(stack, at.Succs...)
	}
	return true
}

// loop adds a loop and what follows each of its exits, and returns the block
// where they meet.
func (b *builder) loop(r *region, l *loop, stop *ssa.BasicBlock, in *loop) *ssa.BasicBlock {
	body := b.seq(l.header, nil, l, true)
	r.kids = append(r.kids, &region{kind: regionLoop, loop: l, kids: []*region{body}})
	join := b.post[l.header.Index]
	for join != nil && l.blocks[join] {
		join = b.post[join.Index]
	}
	if in != nil && join != nil && !in.blocks[join] {
		join = nil
	}
	alt := &region{kind: regionAlt}
	for _, e := range l.exits {
		if e == join {
			continue
		}
		if k := b.seq(e, join, in, false); len(k.kids) > 0 {
			alt.kids = append(alt.kids, k)
			alt.ends = append(alt.ends, join == nil || b.never(e, join, in))
		}
	}
	if len(alt.kids) > 0 {
		r.kids = append(r.kids, alt)
	}
	return join
}

// postDominators finds the immediate post-dominator of each block; nil where
// that is the end of the function or there is none.
func postDominators(fn *ssa.Function) []*ssa.BasicBlock {
	n := len(fn.Blocks)
	// Order the blocks by a walk of the reversed graph from all blocks without
	// successors; place n is the virtual end.
	const none = -1
	order, place := []int{n}, make([]int, n+1)
	for i := range place {
		place[i] = none
	}
	var post []int
	seen := make([]bool, n)
	var walk func(i int)
	walk = func(i int) {
		seen[i] = true
		for _, p := range fn.Blocks[i].Preds {
			if !seen[p.Index] {
				walk(p.Index)
			}
		}
		post = append(post, i)
	}
	for _, blk := range fn.Blocks {
		if len(blk.Succs) == 0 && !seen[blk.Index] {
			walk(blk.Index)
		}
	}
	for i := len(post) - 1; i >= 0; i-- {
		order = append(order, post[i])
	}
	for i, b := range order {
		place[b] = i
	}
	idom := make([]int, n+1)
	for i := range idom {
		idom[i] = none
	}
	idom[n] = n
	meet := func(a, b int) int {
		for a != b {
			for place[a] > place[b] {
				a = idom[a]
			}
			for place[b] > place[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, i := range order[1:] {
			to := none
			consider := func(s int) {
				if place[s] == none || idom[s] == none {
					return
				}
				if to == none {
					to = s
				} else {
					to = meet(to, s)
				}
			}
			if len(fn.Blocks[i].Succs) == 0 {
				consider(n)
			}
			for _, s := range fn.Blocks[i].Succs {
				consider(s.Index)
			}
			if to != none && idom[i] != to {
				idom[i], changed = to, true
			}
		}
	}
	out := make([]*ssa.BasicBlock, n)
	for i := range out {
		if idom[i] != none && idom[i] != n {
			out[i] = fn.Blocks[idom[i]]
		}
	}
	return out
}
