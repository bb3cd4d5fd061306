package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
)

// fragment is a piece of Go: a list of expressions, statements or clauses. The
// operands of a chain of && or || are a list of expressions, too.
type fragment struct {
	text  string
	nodes []ast.Node
	chain token.Token // && or || if the nodes are the operands of a chain
	start token.Pos   // of the text
}

// wrappings are what a fragment can be a part of, by what it consists of.
var wrappings = []struct {
	before, after string
	expressions   bool
}{
	{"package p; var _ = _{", "}", true},
	{"package p; func _() {", "\n}", false},
	{"package p; func _() { switch {", "\n} }", false},
	{"package p; func _() { select {", "\n} }", false},
}

// fragments parses what is there and what replaces it. Both consist of the same,
// so that one can stand where the other does.
func fragments(before, after string) (old, new fragment, err error) {
	for _, w := range wrappings {
		if old, err = parseFragment(before, w.before, w.after); err != nil || len(old.nodes) == 0 {
			continue
		}
		if new, err = parseFragment(after, w.before, w.after); err == nil && (len(new.nodes) > 0 || !w.expressions) {
			return old, new, nil
		}
	}
	return old, new, fmt.Errorf("old and new are not both expressions, both statements or both clauses: %q, %q", before, after)
}

func parseFragment(text, before, after string) (fragment, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", before+text+after, parser.SkipObjectResolution)
	if err != nil {
		return fragment{}, err
	}
	f := fragment{text: text, start: file.FileStart + token.Pos(len(before))}
	for _, s := range sequences(file) { // the first that begins in the text is the whole of it
		if s.nodes[0].Pos() >= f.start {
			f.nodes = s.nodes
			break
		}
	}
	if len(f.nodes) == 1 {
		if x, ok := f.nodes[0].(ast.Expr); ok {
			f.nodes, f.chain = operands(x)
		}
	}
	return f, nil
}

// sequence is a list of nodes in a file of which a fragment may be a part: the
// elements of a list in the syntax, the operands of a chain, or one node alone.
type sequence struct {
	nodes []ast.Node
	chain token.Token
}

// sequences returns all there are in a tree, the outer ones first.
func sequences(root ast.Node) []sequence {
	var all []sequence
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		if x, ok := n.(*ast.BinaryExpr); ok {
			if nodes, chain := operands(x); chain != token.ILLEGAL {
				all = append(all, sequence{nodes, chain})
			}
		}
		v := reflect.ValueOf(n).Elem()
		for i := range v.NumField() {
			if nodes := children(v.Field(i)); len(nodes) > 0 {
				all = append(all, sequence{nodes: nodes})
			}
		}
		return true
	})
	return all
}

// children returns the expressions or statements in a field of a node.
func children(field reflect.Value) []ast.Node {
	var nodes []ast.Node
	add := func(v reflect.Value) {
		switch n := v.Interface().(type) {
		case ast.Expr:
			nodes = append(nodes, n)
		case ast.Stmt:
			nodes = append(nodes, n)
		}
	}
	switch {
	case field.Kind() == reflect.Slice:
		for i := range field.Len() {
			add(field.Index(i))
		}
	case field.Kind() == reflect.Interface && !field.IsNil():
		add(field)
	}
	return nodes
}

// operands returns the operands of a chain of && or ||, or the expression itself.
func operands(x ast.Expr) ([]ast.Node, token.Token) {
	b, ok := x.(*ast.BinaryExpr)
	if !ok || b.Op != token.LAND && b.Op != token.LOR {
		return []ast.Node{x}, token.ILLEGAL
	}
	left, chain := operands(b.X)
	if chain != b.Op {
		left = []ast.Node{b.X}
	}
	return append(left, b.Y), b.Op
}
