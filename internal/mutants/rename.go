package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
)

// renaming is how the names in one fragment become those in another that is
// otherwise the same. A name is a whole selector, as a.b.c: a field that moves to
// a part of its struct, or a function to another package, changes the length of it.
//
// The name etc is no name. It stands for one expression, or in a list for any number
// of them or of statements.
type renaming struct {
	standard map[string]bool   // names of packages of the standard library
	to, from map[string]string // whole selectors, one to one
	first    map[string]string // the first identifiers of selectors
	selected map[string]string // the others
	etc      []ast.Node
}

func newRenaming(standard map[string]bool) *renaming {
	return &renaming{standard, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, nil}
}

// match reports whether two nodes are the same but for names and adds how these differ.
func (r *renaming) match(a, b ast.Node) bool {
	a, b = unparen(a), unparen(b)
	if isEtc(a) {
		r.etc = []ast.Node{b}
		return true
	}
	if p, q := selector(a), selector(b); p != nil || q != nil {
		return p != nil && q != nil && r.names(p, q)
	}
	if x, ok := a.(*ast.SelectorExpr); ok {
		y, ok := b.(*ast.SelectorExpr)
		return ok && r.match(x.X, y.X) && r.name(r.selected, x.Sel.Name, y.Sel.Name)
	}
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	return v.Type() == w.Type() && r.values(v.Elem(), w.Elem())
}

func unparen(n ast.Node) ast.Node {
	if x, ok := n.(ast.Expr); ok {
		return ast.Unparen(x)
	}
	return n
}

// values does that for parts of nodes.
func (r *renaming) values(v, w reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !r.values(v.Field(i), w.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		return r.lists(v, w)
	case reflect.Interface, reflect.Pointer:
		if _, ok := v.Interface().(*ast.CommentGroup); ok {
			return true
		}
		if v.IsNil() || w.IsNil() {
			return v.IsNil() == w.IsNil()
		}
		a, ok := v.Interface().(ast.Node)
		return !ok || r.match(a, w.Interface().(ast.Node))
	}
	if p, ok := v.Interface().(token.Pos); ok { // that of an ellipsis, for example
		return p.IsValid() == w.Interface().(token.Pos).IsValid()
	}
	return v.Equal(w)
}

// lists does that for lists of nodes.
func (r *renaming) lists(v, w reflect.Value) bool {
	more := w.Len() - v.Len()
	for i, j := 0, 0; i < v.Len(); i, j = i+1, j+1 {
		if n, ok := v.Index(i).Interface().(ast.Node); ok && isEtc(n) && more >= -1 {
			r.etc = nil
			for ; more >= 0; more, j = more-1, j+1 {
				r.etc = append(r.etc, w.Index(j).Interface().(ast.Node))
			}
			more, j = 0, j-1
			continue
		}
		if j >= w.Len() || !r.values(v.Index(i), w.Index(j)) {
			return false
		}
	}
	return more == 0
}

// isEtc reports whether a node of a fragment stands for any others.
func isEtc(n ast.Node) bool {
	if s, ok := n.(*ast.ExprStmt); ok {
		n = s.X
	}
	x, ok := n.(*ast.Ident)
	return ok && x.Name == "etc"
}

// selector returns the identifiers of a.b.c, or nil.
func selector(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.Ident:
		return []string{n.Name}
	case *ast.SelectorExpr:
		if before := selector(n.X); before != nil {
			return append(before, n.Sel.Name)
		}
	}
	return nil
}

// names adds that one selector becomes another.
func (r *renaming) names(p, q []string) bool {
	a, b := strings.Join(p, "."), strings.Join(q, ".")
	if r.fixed(p) || r.fixed(q) {
		return a == b
	}
	if !r.name(r.to, a, b) || !r.name(r.from, b, a) {
		return false
	}
	if len(p) != len(q) {
		return true
	}
	for i := range p[1:] {
		r.name(r.selected, p[i+1], q[i+1])
	}
	return r.name(r.first, p[0], q[0])
}

// fixed reports whether Go gives the name.
func (r *renaming) fixed(p []string) bool {
	if len(p) > 1 {
		return r.standard[p[0]]
	}
	return p[0] == "_" || types.Universe.Lookup(p[0]) != nil
}

// name adds a to names, as becoming b, or reports that it becomes something else.
func (r *renaming) name(names map[string]string, a, b string) bool {
	if c, ok := names[a]; ok {
		return b == c
	}
	names[a] = b
	return true
}

// cost returns how many names there are, and how many of them differ.
func (r *renaming) cost() (all, differ int) {
	changed := map[[2]string]bool{}
	for a, b := range r.to {
		p, q := strings.Split(a, "."), strings.Split(b, ".")
		if len(p) == len(q) {
			for i := range p {
				changed[[2]string{p[i], q[i]}] = p[i] != q[i]
			}
			continue
		}
		for len(p) > 0 && len(q) > 0 && p[len(p)-1] == q[len(q)-1] {
			p, q = p[:len(p)-1], q[:len(q)-1]
		}
		for len(p) > 0 && len(q) > 0 && p[0] == q[0] {
			p, q = p[1:], q[1:]
		}
		changed[[2]string{strings.Join(p, "."), strings.Join(q, ".")}] = true
	}
	for a, b := range r.selected {
		changed[[2]string{a, b}] = a != b
	}
	for _, differs := range changed {
		if differs {
			differ++
		}
	}
	return len(changed), differ
}

// apply returns the text of a fragment with the names changed. The text of what etc
// stands for is given.
func (r *renaming) apply(f fragment, etc string) string {
	text, done := "", f.start
	change := func(n ast.Node, name string) {
		text += f.text[done-f.start:n.Pos()-f.start] + name
		done = n.End()
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		if n != nil && isEtc(n) {
			change(n, etc)
			return false
		}
		if p := selector(n); p != nil {
			change(n, r.become(p))
			return false
		}
		if x, ok := n.(*ast.SelectorExpr); ok {
			ast.Inspect(x.X, visit)
			change(x.Sel, cmp.Or(r.selected[x.Sel.Name], x.Sel.Name))
			return false
		}
		return true
	}
	for _, n := range f.nodes {
		ast.Inspect(n, visit)
	}
	return text + f.text[done-f.start:]
}

// become returns what becomes of a selector, by the longest beginning of it that is known.
func (r *renaming) become(p []string) string {
	for n := len(p); n > 0; n-- {
		known, ok := r.to[strings.Join(p[:n], ".")]
		if !ok && n == 1 {
			known = cmp.Or(r.first[p[0]], p[0])
		} else if !ok {
			continue
		}
		for _, s := range p[n:] {
			known += "." + cmp.Or(r.selected[s], s)
		}
		return known
	}
	return ""
}
