package summary

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// answersDirective is a fact from the author, in the comment of a handler: what it
// makes of the failures of its calls.
//
//	//ampcheck:answers passes | terminal | succeeds | unknown | CLASS ...
const answersDirective = "//ampcheck:answers"

// declaredAnswers are the rules that the comment of a function states; a word that
// is no answer is a problem at its place, and states nothing.
func (w *Walker) declaredAnswers(fn *ssa.Function) []graph.AnswerRule {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || decl.Doc == nil {
		return nil
	}
	for _, c := range decl.Doc.List {
		rest, ok := strings.CutPrefix(c.Text, answersDirective)
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		pos := w.x.r.Position(c.Pos())
		rule, err := answerRule(strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }))
		if err != nil {
			w.out.Problems = append(w.out.Problems, graph.Problem{Pos: pos, Message: err.Error()})
			return nil
		}
		rule.Callee, rule.Classes, rule.Pos = anyCallee, graph.AnyClass, pos
		return []graph.AnswerRule{rule}
	}
	return nil
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
