package summary

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// answersDirective is a fact from the author, in the comment of a handler: what it
// makes of the failures of its calls.
//
//	//ampcheck:answers passes | terminal | succeeds | unknown | CLASS ...
const answersDirective = "//ampcheck:answers"

// idempotentDirective is a fact from the author, in the comment of a function: the
// calls made in it can be made twice without a second effect, or, with no behind
// it, cannot.
//
//	//ampcheck:idempotent [yes | no]
const idempotentDirective = "//ampcheck:idempotent"

// directive is what stands behind a directive in the comment of a function.
func directive(fn *ssa.Function, name string) (rest string, at token.Pos, ok bool) {
	decl, isDecl := fn.Syntax().(*ast.FuncDecl)
	if !isDecl || decl.Doc == nil {
		return "", token.NoPos, false
	}
	for _, c := range decl.Doc.List {
		rest, ok := strings.CutPrefix(c.Text, name)
		if ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return rest, c.Pos(), true
		}
	}
	return "", token.NoPos, false
}

// declaredIdempotent is what the author says of a call: in the comment of the
// nearest function on the way to it that has one.
func declaredIdempotent(f *frame) graph.Answer {
	for ; f != nil; f = f.up {
		fn := f.fn
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		if rest, _, ok := directive(fn, idempotentDirective); ok {
			if word, _, _ := strings.Cut(strings.TrimSpace(rest), " "); word == string(graph.No) {
				return graph.No
			}
			return graph.Yes
		}
	}
	return ""
}

// declaredAnswers are the rules that the comment of a function states; a word that
// is no answer is a problem at its place, and states nothing.
func (w *Walker) declaredAnswers(fn *ssa.Function) []graph.AnswerRule {
	rest, at, ok := directive(fn, answersDirective)
	if !ok {
		return nil
	}
	pos := w.x.r.Position(at)
	rule, err := answerRule(strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }))
	if err != nil {
		w.out.Problems = append(w.out.Problems, graph.Problem{Pos: pos, Message: err.Error()})
		return nil
	}
	rule.Callee, rule.Classes, rule.Pos = anyCallee, graph.AnyClass, pos
	return []graph.AnswerRule{rule}
}

func answerRule(words []string) (rule graph.AnswerRule, err error) {
	if len(words) == 1 {
		switch k := graph.AnswerKind(words[0]); k {
		case graph.AnswerPasses, graph.AnswerTerminal, graph.AnswerSucceeds, graph.AnswerUnknown:
			rule.Kind = k
			return rule, nil
		}
	}
	rule.Kind = graph.AnswerBecomes
	if rule.Becomes, err = graph.ParseClasses(words); err != nil {
		return rule, fmt.Errorf("%s: %w; or passes, terminal, succeeds or unknown", answersDirective, err)
	}
	if rule.Becomes.Empty() {
		return rule, fmt.Errorf("%s says nothing: write passes, terminal, succeeds, unknown or failure classes behind it", answersDirective)
	}
	return rule, nil
}
