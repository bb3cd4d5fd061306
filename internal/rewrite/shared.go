package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// findShared finds the variables within functions that several goroutines may share: their address is taken, or a function literal captures
// them, unless their only assignment is their declaration, which comes before. Variables of packages are shared in any case.
func (r *rewriter) findShared() {
	for _, o := range r.Info.Defs {
		if o != nil && o.Pkg() != nil {
			r.pkg = o.Pkg()
			break
		}
	}
	captured, assigned := map[types.Object]bool{}, map[types.Object]bool{}
	var literals []*ast.FuncLit
	ast.PreorderStack(r.Syntax, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			o, is := r.Info.Uses[n].(*types.Var)
			if literals = literals[:0]; !is || o.IsField() {
				break
			}
			for _, s := range stack {
				if l, is := s.(*ast.FuncLit); is {
					literals = append(literals, l)
				}
			}
			if k := len(literals); k > 0 && (o.Pos() < literals[k-1].Pos() || literals[k-1].End() <= o.Pos()) {
				captured[o] = true
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				r.shared[r.root(n.X)] = true
			}
		case *ast.SliceExpr:
			if isArray(r.Info.TypeOf(n.X)) {
				r.shared[r.root(n.X)] = true
			}
		case *ast.SelectorExpr:
			if s := r.Info.Selections[n]; s != nil && s.Kind() == types.MethodVal && byPointer(s.Obj()) && !isPointer(r.Info.TypeOf(n.X)) {
				r.shared[r.root(n.X)] = true
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				assigned[r.root(l)] = true
			}
		case *ast.IncDecStmt:
			assigned[r.root(n.X)] = true
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				assigned[r.root(n.Key)] = true
				if n.Value != nil {
					assigned[r.root(n.Value)] = true
				}
			}
		}
		return true
	})
	for o := range captured {
		if assigned[o] {
			r.shared[o] = true
		}
	}
}

// root returns the variable of which an expression denotes a part, or nil.
func (r *rewriter) root(e ast.Expr) types.Object {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			return r.Info.Uses[x]
		case *ast.SelectorExpr:
			if s := r.Info.Selections[x]; s == nil || s.Indirect() {
				return nil
			}
			e = x.X
		case *ast.IndexExpr:
			if !isArray(r.Info.TypeOf(x.X)) {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}

// byPointer reports whether a method has a receiver that is a pointer.
func byPointer(method types.Object) bool {
	f, is := method.(*types.Func)
	return is && isPointer(f.Signature().Recv().Type())
}

func isPointer(t types.Type) bool { return of[*types.Pointer](t) }
func isArray(t types.Type) bool   { return of[*types.Array](t) }
func isSlice(t types.Type) bool   { return of[*types.Slice](t) }
func isMap(t types.Type) bool     { return of[*types.Map](t) }

// of reports whether the underlying type of t is of that kind.
func of[K types.Type](t types.Type) bool {
	if t == nil {
		return false
	}
	_, is := t.Underlying().(K)
	return is
}

// inMemory reports whether an expression denotes memory that goroutines may share.
func (r *rewriter) inMemory(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.inMemory(e.X)
	case *ast.Ident:
		o, is := r.Info.Uses[e].(*types.Var)
		return is && !o.IsField() && (r.shared[o] || o.Pkg() != nil && o.Parent() == o.Pkg().Scope())
	case *ast.StarExpr:
		return !r.Info.Types[e].IsType()
	case *ast.SelectorExpr:
		switch s := r.Info.Selections[e]; {
		case s == nil: // of another package
			_, is := r.Info.Uses[e.Sel].(*types.Var)
			return is
		case s.Kind() != types.FieldVal:
			return false
		case s.Indirect():
			return true
		}
		return r.inMemory(e.X)
	case *ast.IndexExpr:
		t := r.Info.TypeOf(e.X)
		return isSlice(t) || isPointer(t) || isArray(t) && r.inMemory(e.X) || of[*types.Interface](t) && r.Info.Types[e].Addressable()
	}
	return false
}

// acts reports whether evaluating the expression may be an event: it has a call or a receive.
func (r *rewriter) acts(e ast.Node) (acts bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			acts = acts || n.Op == token.ARROW
		case *ast.CallExpr:
			f := r.Info.Types[n.Fun]
			acts = acts || !f.IsType() && !f.IsBuiltin()
		}
		return !acts
	})
	return acts
}
