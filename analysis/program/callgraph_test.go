package program_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/analysis/program"
)

// TestCallees resolves the dynamic calls of testdata/program/calls.txt, in which
// calls of net/http are the sinks. The file callees says what the calls of
// functions in the slice can call; its lines are sorted.
func TestCallees(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join(casesDir, "calls.txt"))
	if err != nil {
		t.Fatal(err)
	}
	last := archive.Files[len(archive.Files)-1]
	if last.Name != "callees" {
		t.Fatalf("the last file is %s, not callees", last.Name)
	}
	archive.Files = archive.Files[:len(archive.Files)-1]
	o := setUp(t, archive)
	for _, loader := range []string{program.LoaderSource, program.LoaderAuto} {
		o.Loader = loader
		if d := gocmp.Diff(strings.Split(string(last.Data), "\n"), calleesOf(t, o)); d != "" {
			t.Errorf("%s: want (-) and got (+):\n%s", loader, d)
		}
	}
}

func calleesOf(t *testing.T, o program.Options) []string {
	t.Helper()
	var lines []string
	problems, err := program.Load(context.Background(), o, func(p *program.Program) error {
		p.ReleaseSyntax()
		p.Resolve(nil, isHTTP)
		for _, fn := range p.Slice() {
			lines = append(lines, callLines(p, fn)...)
		}
		return nil
	})
	if err != nil || len(problems) > 0 {
		t.Fatalf("loading: %v %v", err, problems)
	}
	slices.Sort(lines)
	return append(slices.Compact(lines), "")
}

// callLines are the dynamic calls of a function and what they can call.
func callLines(p *program.Program, fn *ssa.Function) []string {
	var lines []string
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			site, ok := instr.(ssa.CallInstruction)
			if !ok || site.Common().StaticCallee() != nil {
				continue
			}
			if _, builtin := site.Common().Value.(*ssa.Builtin); builtin {
				continue
			}
			fns, confidence := p.Callees(site)
			line := fmt.Sprintf("%s: %s:", fn, strings.TrimSpace(site.Common().Description()))
			for _, callee := range fns {
				line += " " + callee.String()
			}
			lines = append(lines, strings.TrimSpace(line+" "+string(confidence)))
		}
	}
	return lines
}

func isHTTP(site ssa.CallInstruction) bool {
	fn := site.Common().StaticCallee()
	return fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil && fn.Object().Pkg().Path() == "net/http"
}
