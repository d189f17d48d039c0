package summary

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// statements are what the bodies of the fuzzed functions are made of; %s stands
// for more of them.
var statements = []string{
	"err = call()", "if err != nil {\n%s}\n", "if n > 3 {\n%s} else {\n%s}", "for i := 0; i < n; i++ {\n%s}\n", "for {\n%s}\n",
	"for range xs {\n%s}\n", "for range 5 {\n%s}\n", "n++", "n--", "if n == m { break }", "if err == nil { continue }", "if err == nil { return nil }",
	"return err", "switch n {\ncase 1:\n%scase 2:\n%sdefault:\n%s}\n", "defer call()", "go call()", "func() {\n%s}()", "if ok() { goto out }",
	"select {\ncase <-ch:\n%sdefault:\n%s}\n", "for n < m && err != nil {\n%s}\n", "n = m - n", "goto top", "panic(err)", "n, err = n/m, call()",
}

// fuzzed makes a function of the statements that the seed chooses.
func fuzzed(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, seed))
	var body func(depth int, loop bool) string
	body = func(depth int, loop bool) string {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			s := statements[r.IntN(len(statements))]
			if strings.Contains(s, "goto") && depth > 0 && r.IntN(3) > 0 || !loop && (strings.Contains(s, "break") || strings.Contains(s, "continue")) {
				s = "n++"
			}
			for strings.Contains(s, "%s") {
				inner := "n++\n"
				if depth < 4 {
					inner = body(depth+1, loop && !strings.HasPrefix(s, "func") || strings.HasPrefix(s, "for"))
				}
				s = strings.Replace(s, "%s", inner, 1)
			}
			b.WriteString(s + "\n")
		}
		return b.String()
	}
	return fmt.Sprintf(`package p
func call() error { return nil }
func ok() bool { return false }
func f(n, m int, xs []int, ch chan int) (err error) {
	n++
top:
	m++
	if m > 9 { goto top }
	if ok() { goto out }
%sout:
	return err
}`, "{\n"+body(0, false)+"}\n")
}

// FuzzExecute builds the regions of a random function and runs its loops: no
// panic, and no run without an end.
func FuzzExecute(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	x := tableIndex()
	f.Fuzz(func(t *testing.T, seed uint64) {
		src := fuzzed(seed)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		conf := &types.Config{Importer: importer.Default(), Error: func(error) {}}
		pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("p", ""), []*ast.File{file}, ssa.BuilderMode(0))
		if err != nil {
			return // a goto over a variable, an unused label
		}
		start := time.Now()
		fn := pkg.Func("f")
		regions(fn, func(ssa.CallInstruction) bool { return true })
		loops := loopsOf(fn)
		for _, l := range loops {
			for b := range l.blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok {
						l.classify(c, loops, x.follow(c))
					}
				}
			}
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("took %s:\n%s", took, src)
		}
	})
}
