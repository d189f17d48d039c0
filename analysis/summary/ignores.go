package summary

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// ignoreDirective accepts a finding of the line it stands on, or of the one below.
//
//	//ampcheck:ignore RULE reason
const ignoreDirective = "ampcheck:ignore"

// Ignores are the suppressions in the comments of files; at is the place of one.
func Ignores(files []*ast.File, at func(token.Pos) graph.Pos) []graph.Ignore {
	var all []graph.Ignore
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				text, line := strings.CutPrefix(c.Text, "//")
				rest, ok := strings.CutPrefix(strings.TrimSpace(text), ignoreDirective)
				if !line || !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
					continue
				}
				rule, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
				pos := at(c.Pos())
				all = append(all, graph.Ignore{Rule: rule, Path: pos.File, Line: pos.Line, Reason: strings.TrimSpace(reason), Pos: pos})
			}
		}
	}
	return all
}
