package unreached

import (
	"go/ast"
	"strings"
)

// body is the code of a function that has a handle of a process, with the functions inside of it.
type body struct {
	name    string                // "" if it has none
	helper  bool                  // it calls Helper, so its operations count as operations of its callers
	inOrder []any                 // *operation, *ast.TypeSwitchStmt, and *ast.Ident that may name a function
	from    map[string][]ast.Expr // the calls that give a variable its values, with nil for another value

	proc    string          // the name of the package of operations in the file
	handles map[string]bool // the names of the handles
	around  []ast.Node      // the nodes around the present one, with it
}

// operation is a call of an operation.
type operation struct {
	call  *ast.CallExpr
	name  string   // as it is called
	block ast.Node // around it
}

// bodiesOf returns the functions of a file that have a handle.
func bodiesOf(file *ast.File) (all []*body) {
	proc := procName(file)
	if proc == "" {
		return nil
	}
	name := ""
	ast.Inspect(file, func(n ast.Node) bool {
		var is *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncDecl:
			name, is = n.Name.Name, n.Type
		case *ast.FuncLit:
			name, is = "", n.Type
		default:
			return true
		}
		b := &body{name: name, proc: proc, handles: map[string]bool{}, from: map[string][]ast.Expr{}}
		if b.handle(is); len(b.handles) == 0 {
			return true
		}
		ast.Inspect(n, b.visit)
		all = append(all, b)
		return false
	})
	return all
}

// handle adds the parameters of a function that are handles.
func (b *body) handle(f *ast.FuncType) {
	for _, field := range f.Params.List {
		star, is := field.Type.(*ast.StarExpr)
		if !is || !b.ofProc(star.X, map[string]bool{"P": true}) {
			continue
		}
		for _, name := range field.Names {
			b.handles[name.Name] = true
		}
	}
}

// ofProc reports whether an expression is one of the names of package proc, perhaps with types.
func (b *body) ofProc(e ast.Expr, names map[string]bool) bool {
	s, is := plain(e).(*ast.SelectorExpr)
	if !is || !names[s.Sel.Name] {
		return false
	}
	of, is := s.X.(*ast.Ident)
	return is && of.Name == b.proc
}

// plain returns a function without its types.
func plain(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return e.X
	case *ast.IndexListExpr:
		return e.X
	}
	return e
}

// isHandle reports whether an expression is a handle.
func (b *body) isHandle(e ast.Expr) bool {
	name, is := e.(*ast.Ident)
	return is && b.handles[name.Name]
}

// visit notes a node of the code.
func (b *body) visit(n ast.Node) bool {
	if n == nil {
		b.around = b.around[:len(b.around)-1]
		return true
	}
	b.around = append(b.around, n)
	switch n := n.(type) {
	case *ast.FuncLit:
		b.handle(n.Type)
	case *ast.CallExpr:
		if name := b.operation(n); name != "" {
			b.inOrder = append(b.inOrder, &operation{n, name, b.block()})
		}
		if s, is := n.Fun.(*ast.SelectorExpr); is && s.Sel.Name == "Helper" && b.isHandle(s.X) {
			b.helper = true
		}
	case *ast.TypeSwitchStmt, *ast.Ident:
		b.inOrder = append(b.inOrder, n)
	case *ast.AssignStmt:
		b.assign(n)
	}
	return true
}

// operation returns how the call calls an operation; "" if it does not, or perhaps not.
func (b *body) operation(c *ast.CallExpr) string {
	f := plain(c.Fun)
	s, is := f.(*ast.SelectorExpr)
	if !is {
		return ""
	}
	of, is := s.X.(*ast.Ident)
	if !is || !(methods[s.Sel.Name] && b.isHandle(of) || b.ofProc(f, functions) && len(c.Args) > 0 && b.isHandle(c.Args[0])) {
		return ""
	}
	return of.Name + "." + s.Sel.Name
}

// block returns the innermost block around the present node.
func (b *body) block() ast.Node {
	for i := len(b.around) - 1; ; i-- {
		switch n := b.around[i].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.FuncDecl:
			return n
		}
	}
}

// assign notes what gives variables their values.
func (b *body) assign(a *ast.AssignStmt) {
	if len(b.around) > 1 {
		if s, is := b.around[len(b.around)-2].(*ast.TypeSwitchStmt); is && s.Assign == a {
			return // of the variable of a type switch, which is another one in each case
		}
	}
	for i, left := range a.Lhs {
		if name, is := left.(*ast.Ident); is {
			var value ast.Expr
			if len(a.Rhs) == 1 && i == 0 || len(a.Rhs) == len(a.Lhs) {
				value = a.Rhs[i]
			}
			b.from[name.Name] = append(b.from[name.Name], value)
		}
	}
}

// messages returns the receives whose message a type switch is about; nil if they are not known.
func (b *body) messages(s *ast.TypeSwitchStmt) (receives []*ast.CallExpr) {
	var of ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		of = a.X
	case *ast.AssignStmt:
		of = a.Rhs[0]
	}
	of = of.(*ast.TypeAssertExpr).X
	values := []ast.Expr{of}
	if name, is := of.(*ast.Ident); is {
		values = b.from[name.Name]
	}
	for _, v := range values {
		c, is := v.(*ast.CallExpr)
		if !is {
			return nil
		}
		if _, name, _ := strings.Cut(b.operation(c), "."); name != "Receive" && name != "ReceiveTimeout" {
			return nil
		}
		receives = append(receives, c)
	}
	return receives
}
