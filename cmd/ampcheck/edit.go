package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// oneAttempt is a file in which a layer makes one attempt where it made more: the
// number at the place is 1 instead, or 0 where it counts what comes after the first.
// Nothing else of the file changes. The error says why a person has to do it.
func oneAttempt(data []byte, change graph.AdvisedChange) ([]byte, error) {
	start, end, err := numberAt(data, change.Pos)
	if err != nil {
		return nil, err
	}
	text := string(data[start:end])
	n, err := strconv.ParseUint(text, 0, 31)
	if err != nil {
		return nil, fmt.Errorf("%s is no plain number", text)
	}
	one := "1"
	switch graph.Count(n) {
	case change.From:
	case change.From.Less1():
		one = "0" // what is written counts the retries
	default:
		return nil, fmt.Errorf("the number written there is %s", text)
	}
	return bytes.Join([][]byte{data[:start], []byte(one), data[end:]}, nil), nil
}

var errNoNumber = errors.New("no number is written there: it is a default, or comes from another place")

// numberAt is the range of the number that is written at a place of a file.
func numberAt(data []byte, pos graph.Pos) (start, end int, err error) {
	if strings.HasSuffix(pos.File, ".go") {
		return numberInGo(data, pos)
	}
	start, ok := offset(data, pos)
	if !ok {
		return 0, 0, errNoNumber
	}
	if m := number.FindSubmatchIndex(data[start:]); m != nil {
		return start + m[2], start + m[3], nil
	}
	return 0, 0, errNoNumber
}

// number is one in a configuration file, with or without quotes.
var number = regexp.MustCompile(`^["']?([0-9]+)(?:$|[^0-9A-Za-z_.-])`)

// offset is where a place lies, whose columns count characters.
func offset(data []byte, pos graph.Pos) (int, bool) {
	at := 0
	for range pos.Line - 1 {
		n := bytes.IndexByte(data[at:], '\n')
		if n < 0 {
			return 0, false
		}
		at += n + 1
	}
	line, _, _ := bytes.Cut(data[at:], []byte("\n"))
	col := 1
	for i := range string(line) {
		if col == pos.Col {
			return at + i, true
		}
		col++
	}
	return 0, false
}

var (
	errGenerated = errors.New("the file is generated: change what it is made from")
	errStated    = errors.New("a comment states the number: change what it speaks of, then the comment")
)

// numberInGo is the same for Go code, where a place is that of the call, the field or
// the loop that takes the number.
func numberInGo(data []byte, pos graph.Pos) (start, end int, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, err
	}
	if ast.IsGenerated(file) {
		return 0, 0, errGenerated
	}
	at := func(p token.Pos) bool {
		where := fset.Position(p)
		return where.Line == pos.Line && where.Column == pos.Col
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if at(c.Pos()) {
				return 0, 0, errStated
			}
		}
	}
	var found []ast.Expr
	ast.Inspect(file, func(n ast.Node) bool {
		if taken := takes(n, at); len(taken) > 0 {
			found = taken // what lies deeper is nearer to the place
		}
		return true
	})
	var literals []*ast.BasicLit
	for _, x := range found {
		if l, ok := x.(*ast.BasicLit); ok && l.Kind == token.INT {
			literals = append(literals, l)
		}
	}
	if len(literals) != 1 {
		return 0, 0, errNoNumber
	}
	return fset.Position(literals[0].Pos()).Offset, fset.Position(literals[0].End()).Offset, nil
}

// takes lists the expressions from which a node that is at a place takes a number.
func takes(n ast.Node, at func(token.Pos) bool) []ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		if at(n.Lparen) || at(n.Pos()) {
			return n.Args
		}
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && len(n.Rhs) == 1 && (at(n.Lhs[0].Pos()) || at(n.TokPos) || at(n.Rhs[0].Pos()) || at(nameOf(n.Lhs[0]))) {
			return n.Rhs
		}
	case *ast.KeyValueExpr:
		if at(n.Pos()) || at(n.Colon) || at(n.Value.Pos()) {
			return []ast.Expr{n.Value}
		}
	case *ast.RangeStmt:
		if at(n.For) {
			return []ast.Expr{n.X}
		}
	case *ast.ForStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); ok && at(n.For) {
			return []ast.Expr{b.X, b.Y}
		}
	}
	return nil
}

// nameOf is where the name of what is assigned to stands: that of the field.
func nameOf(x ast.Expr) token.Pos {
	if s, ok := x.(*ast.SelectorExpr); ok {
		return s.Sel.Pos()
	}
	return x.Pos()
}
