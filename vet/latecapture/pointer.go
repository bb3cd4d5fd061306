package latecapture

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// writtenFields returns the fields that code of the model changes, with the positions.
func writtenFields(p *modelcode.Pass) map[types.Object]token.Pos {
	fields := map[types.Object]token.Pos{}
	p.Functions(func(function ast.Node) {
		p.Writes(function, func(w modelcode.Write) {
			if s, ok := w.Target.(*ast.SelectorExpr); ok && !w.Address {
				if field := p.TypesInfo.Uses[s.Sel]; !fields[field].IsValid() {
					fields[field] = s.Pos()
				}
			}
		})
	})
	return fields
}

// pointers finds fields that conditions read through pointers and that change.
type pointers struct {
	*search
	fields map[types.Object]token.Pos
}

// throughPointer reports the fields that a condition reads through a captured pointer, itself or in
// a function to which it passes the pointer.
func (s pointers) throughPointer(c *condition) {
	captured := func(v *types.Var) bool { return !modelcode.Global(v) && !c.within(v) }
	c.inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if s.changes(n, captured) {
				s.find(n.Pos(), n, "proc.Given")
			}
		case *ast.CallExpr:
			if read := s.readBy(n, captured, map[*ast.FuncDecl]bool{}); read != nil {
				s.find(n.Pos(), read, "proc.Given")
			}
		}
	})
}

// methodValue reports the fields that a method value, if it is a condition, reads through its
// receiver.
func (s pointers) methodValue(argument ast.Expr) {
	selector, ok := argument.(*ast.SelectorExpr)
	if !ok {
		return
	}
	selection := s.TypesInfo.Selections[selector]
	if selection == nil || selection.Kind() != types.MethodVal {
		return
	}
	d := s.Declaration(selection.Obj().(*types.Func))
	if read := s.readIn(d, s.Receiver(d), map[*ast.FuncDecl]bool{}); read != nil {
		s.find(argument.Pos(), read, s.receiveCode(selector, selection))
	}
}

// receiveCode returns the code of a receive that passes the state to the method as a condition.
func (s pointers) receiveCode(method *ast.SelectorExpr, selection *types.Selection) string {
	if selection.Type().(*types.Signature).Params().Len() != 1 {
		return "proc.Given"
	}
	state, of := types.ExprString(method.X), types.TypeString(selection.Recv(), types.RelativeTo(s.Pkg))
	if !strings.HasPrefix(of, "*") { // methodValue handles methods of pointers only
		state, of = "&"+state, "*"+of
	}
	return fmt.Sprintf("proc.Given(%s, (%s).%s)", state, of, method.Sel.Name)
}

func (s pointers) find(pos token.Pos, read *ast.SelectorExpr, given string) {
	s.Report(pos, "the condition reads %s through a pointer, and it changes at %s when the search may still ask the condition; "+
		"copy it into a variable of its own first, or let a receive do that: %s",
		types.ExprString(read), s.Fset.Position(s.fields[s.TypesInfo.Uses[read.Sel]]), given)
}

// changes reports whether an expression reads a field that changes, through a pointer in a variable
// for which of returns true.
func (s pointers) changes(read *ast.SelectorExpr, of func(*types.Var) bool) bool {
	v := s.pointer(read.X)
	return v != nil && of(v) && s.fields[s.TypesInfo.Uses[read.Sel]].IsValid()
}

// pointer returns the variable of an expression, if it holds a pointer.
func (s pointers) pointer(e ast.Expr) *types.Var {
	if v := s.VariableOf(e); v != nil && modelcode.IsPointer(v.Type()) {
		return v
	}
	return nil
}

// readBy returns the changing field that a call reads through the pointers passed to it, or nil.
func (s pointers) readBy(call *ast.CallExpr, of func(*types.Var) bool, seen map[*ast.FuncDecl]bool) *ast.SelectorExpr {
	f := s.Function(call)
	d := s.Declaration(f)
	if d == nil {
		return nil
	}
	if selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if v := s.pointer(selector.X); v != nil && of(v) {
			if read := s.readIn(d, s.Receiver(d), seen); read != nil {
				return read
			}
		}
	}
	parameters := f.Origin().Signature().Params()
	for i, argument := range call.Args {
		if v := s.Variable(argument); v != nil && modelcode.IsPointer(v.Type()) && of(v) && i < parameters.Len() {
			if read := s.readIn(d, parameters.At(i), seen); read != nil {
				return read
			}
		}
	}
	return nil
}

// readIn returns the changing field that a function reads through a parameter.
func (s pointers) readIn(d *ast.FuncDecl, parameter *types.Var, seen map[*ast.FuncDecl]bool) (read *ast.SelectorExpr) {
	if d == nil || parameter == nil || seen[d] || !modelcode.IsPointer(parameter.Type()) {
		return nil
	}
	seen[d] = true
	own := func(v *types.Var) bool { return v == parameter }
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if read == nil && s.changes(n, own) {
				read = n
			}
		case *ast.CallExpr:
			if read == nil {
				read = s.readBy(n, own, seen)
			}
		}
		return read == nil
	})
	return read
}
