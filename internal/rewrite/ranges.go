package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// ranges replaces a range over a channel or a map by a loop with a condition. It gives variables the lives that the version of the language of the file
// says, and needs no version.
func (r *rewriter) ranges(n *ast.RangeStmt) {
	var function string
	over, left := r.text(n.X), []ast.Expr{n.Key}
	if r.Races && isMap(r.Info.TypeOf(n.X)) {
		over = call("ReadMap", over)
	}
	switch core(r.Info.TypeOf(n.X)).(type) {
	case *types.Chan:
		function = "Received"
	case *types.Map:
		function = "Entries"
		left = append(left, n.Value)
	default:
		return
	}
	var vars, at []string
	for _, e := range left {
		v, to := "_", "nil"
		if id, is := e.(*ast.Ident); e != nil && (!is || id.Name != "_") {
			if to = "&" + r.text(e); n.Tok == token.DEFINE {
				v = r.text(e)
			}
			if _, is := ast.Unparen(e).(*ast.IndexExpr); is && n.Tok == token.ASSIGN {
				if _, is := core(r.Info.TypeOf(ast.Unparen(e).(*ast.IndexExpr).X)).(*types.Map); is {
					r.fail(n, "a range that assigns to an element of a map cannot be explored; assign to a variable")
				}
			}
		}
		vars, at = append(vars, v), append(at, to)
	}
	r.edits = append(r.edits, edit{r.at(n.For), r.at(n.Body.Lbrace), fmt.Sprintf("for %s, %sI := %s; %sI.Next(%s); ",
		strings.Join(vars, ", "), as, call(function, over), as, strings.Join(at, ", "))})
}

// core returns the underlying type; for a type parameter, the underlying type of the first type for which it may stand.
func core(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	i, is := t.Underlying().(*types.Interface)
	if _, parameter := types.Unalias(t).(*types.TypeParam); !is || !parameter {
		return t.Underlying()
	}
	for e := range i.EmbeddedTypes() {
		if u, is := e.(*types.Union); is && u.Len() > 0 {
			return u.Term(0).Type().Underlying()
		}
		if c := core(e); c != nil {
			return c
		}
	}
	return i
}

// keyed reports whether pointers to the type may be keys of a map of the file. Then the order of the map is the order in which they are made.
func (r *rewriter) keyed(t types.Type) bool {
	if r.keys == nil {
		r.keys = map[types.Type]bool{}
		for _, v := range r.Info.Types {
			if m, is := core(v.Type).(*types.Map); is {
				r.keysIn(m.Key())
			}
		}
	}
	p := types.NewPointer(t)
	for k := range r.keys {
		if i, is := k.Underlying().(*types.Interface); types.Identical(k, p) || is && types.Implements(p, i) {
			return true
		}
	}
	return false
}

// keysIn collects the pointers and interfaces in the type of a key.
func (r *rewriter) keysIn(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		if _, parameter := types.Unalias(t).(*types.TypeParam); !parameter {
			r.keys[t] = true
		}
	case *types.Struct:
		for f := range u.Fields() {
			r.keysIn(f.Type())
		}
	case *types.Array:
		r.keysIn(u.Elem())
	}
}
