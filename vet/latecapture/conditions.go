package latecapture

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// passesOn is the fact that a function passes some of its parameters to an operation as conditions.
type passesOn struct{ modelcode.Parameters }

// AFact marks it as a fact.
func (*passesOn) AFact() {}

// search finds conditions.
type search struct {
	*modelcode.Pass
	passing *modelcode.Passing
	makers  map[*types.Func]bool // functions whose result is a condition
}

func newSearch(p *modelcode.Pass) *search {
	s := &search{Pass: p, makers: map[*types.Func]bool{}}
	s.passing = modelcode.NewPassing[passesOn](p, func(known *modelcode.Passing, d *ast.FuncDecl, found func(ast.Node)) {
		literals := p.Literals(d)
		each(p, known, d, func(argument ast.Expr) {
			if literal := p.Literal(argument, literals); literal != nil {
				argument = literal
			}
			found(argument)
		})
	})
	p.Functions(func(function ast.Node) {
		s.each(function, func(argument ast.Expr) {
			if call, ok := argument.(*ast.CallExpr); ok && p.Operation(call) == "" {
				if f := p.Function(call); f != nil {
					s.makers[f.Origin()] = true
				}
			}
		})
	})
	return s
}

// each calls f with each argument in the function that may be a condition.
func (s *search) each(function ast.Node, f func(argument ast.Expr)) {
	each(s.Pass, s.passing, function, f)
}

func each(p *modelcode.Pass, passing *modelcode.Passing, function ast.Node, f func(argument ast.Expr)) {
	ast.Inspect(function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name, callee := p.Operation(call), p.Function(call)
		all := strings.HasSuffix(name, "Where") || name == "Given" || strings.HasSuffix(name, "Receive") ||
			strings.HasSuffix(name, "ReceiveTimeout") || strings.HasPrefix(name, "Collect") || name == "ReceiveWithin" || name == "Table.Select" || name == "Table.Await"
		for i, argument := range call.Args {
			if all || name == "" && callee != nil && slices.Contains(passing.By(callee), min(i, callee.Signature().Params().Len()-1)) {
				f(ast.Unparen(argument))
			}
		}
		return true
	})
}

// condition is the code of a condition: a function literal, and the literals that it calls by
// variables of the same function.
type condition struct {
	*ast.FuncLit
	parts []*ast.FuncLit // FuncLit is the first
}

// within reports whether the variable is declared in the condition.
func (c *condition) within(v *types.Var) bool {
	return slices.ContainsFunc(c.parts, func(part *ast.FuncLit) bool { return modelcode.Within(v, part) })
}

// contains reports whether the position is in the condition.
func (c *condition) contains(pos token.Pos) bool {
	return slices.ContainsFunc(c.parts, func(part *ast.FuncLit) bool { return modelcode.Contains(part, pos) })
}

// inspect calls f with each node of the condition.
func (c *condition) inspect(f func(ast.Node)) {
	for _, part := range c.parts {
		ast.Inspect(part.Body, func(n ast.Node) bool {
			if n != nil {
				f(n)
			}
			return true
		})
	}
}

// conditions returns the function literals that are passed to an operation as a condition:
// directly, by a variable, by another function, or as the result of this function.
func (s *search) conditions(function ast.Node) []*condition {
	literals := s.Literals(function)
	var all []*condition
	add := func(e ast.Expr) {
		literal := s.Literal(e, literals)
		if literal != nil && !slices.ContainsFunc(all, func(c *condition) bool { return c.FuncLit == literal }) {
			all = append(all, &condition{literal, s.Closure(literal, literals, func(*types.Var) bool { return true })})
		}
	}
	s.each(function, add)
	if d, ok := function.(*ast.FuncDecl); ok && s.makers[s.TypesInfo.Defs[d.Name].(*types.Func)] {
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok {
				for _, e := range r.Results {
					add(e)
				}
			}
			_, inner := n.(*ast.FuncLit)
			return !inner
		})
	}
	return all
}
