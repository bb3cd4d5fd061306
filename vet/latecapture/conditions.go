package latecapture

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// passesOn is the fact that a function passes some of its parameters, given by their numbers, to an
// operation as conditions.
type passesOn struct{ Parameters []int }

// AFact marks it as a fact.
func (*passesOn) AFact() {}

// search finds conditions.
type search struct {
	*modelcode.Pass
	declared map[*types.Func]*ast.FuncDecl
	passesOn map[*types.Func][]int
	makers   map[*types.Func]bool // functions whose result is a condition
}

func newSearch(p *modelcode.Pass) *search {
	s := &search{p, map[*types.Func]*ast.FuncDecl{}, map[*types.Func][]int{}, map[*types.Func]bool{}}
	p.Functions(func(function ast.Node) {
		if d, ok := function.(*ast.FuncDecl); ok && d.Body != nil {
			s.declared[p.TypesInfo.Defs[d.Name].(*types.Func)] = d
		}
	})
	for more := true; more; {
		more = false
		for f, d := range s.declared {
			more = s.forward(f, d) || more
		}
	}
	for f, parameters := range s.passesOn {
		if f.Exported() {
			slices.Sort(parameters)
			p.ExportObjectFact(f, &passesOn{parameters})
		}
	}
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

// forward records which parameters of the function are conditions, and reports whether there is a
// new one.
func (s *search) forward(f *types.Func, d *ast.FuncDecl) (more bool) {
	parameters := f.Signature().Params()
	literals := s.Literals(d)
	s.each(d, func(argument ast.Expr) {
		var n ast.Node = argument
		if id, ok := argument.(*ast.Ident); ok {
			if v, ok := s.TypesInfo.Uses[id].(*types.Var); ok && literals[v] != nil {
				n = literals[v]
			}
		}
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			for i := 0; ok && i < parameters.Len(); i++ {
				v := parameters.At(i)
				if s.TypesInfo.Uses[id] == v && isFunction(v.Type()) && !slices.Contains(s.passesOn[f], i) {
					s.passesOn[f] = append(s.passesOn[f], i)
					more = true
				}
			}
			return true
		})
	})
	return more
}

// isFunction reports whether a type is that of a function, or of a list of functions.
func isFunction(t types.Type) bool {
	if several, ok := t.Underlying().(*types.Slice); ok {
		t = several.Elem()
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// each calls f with each argument in the function that may be a condition.
func (s *search) each(function ast.Node, f func(argument ast.Expr)) {
	ast.Inspect(function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := s.Operation(call); {
		case strings.HasSuffix(name, "Where"), name == "Given", strings.HasSuffix(name, "Receive"), strings.HasSuffix(name, "ReceiveTimeout"),
			name == "Table.Select", name == "Table.Await":
			for _, argument := range call.Args {
				f(ast.Unparen(argument))
			}
		case name == "":
			callee := s.Function(call)
			if callee == nil {
				return true
			}
			for i, argument := range call.Args {
				last := callee.Signature().Params().Len() - 1
				if slices.Contains(s.parameters(callee.Origin()), min(i, last)) {
					f(ast.Unparen(argument))
				}
			}
		}
		return true
	})
}

// parameters returns the numbers of the parameters of a function that are conditions.
func (s *search) parameters(f *types.Func) []int {
	var fact passesOn
	if f.Pkg() != s.Pkg && s.ImportObjectFact(f, &fact) {
		return fact.Parameters
	}
	return s.passesOn[f]
}

// condition is the code of a condition: a function literal, and those that it calls by variables of
// the same function.
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
	return slices.ContainsFunc(c.parts, func(part *ast.FuncLit) bool { return part.Pos() <= pos && pos < part.End() })
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
		literal, _ := ast.Unparen(e).(*ast.FuncLit)
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if v, ok := s.TypesInfo.Uses[id].(*types.Var); ok {
				literal = literals[v]
			}
		}
		if literal != nil && !slices.ContainsFunc(all, func(c *condition) bool { return c.FuncLit == literal }) {
			all = append(all, s.whole(literal, literals))
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

// whole returns the condition that begins with a literal.
func (s *search) whole(literal *ast.FuncLit, literals map[*types.Var]*ast.FuncLit) *condition {
	c := &condition{literal, []*ast.FuncLit{literal}}
	for i := 0; i < len(c.parts); i++ {
		ast.Inspect(c.parts[i].Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := s.TypesInfo.Uses[id].(*types.Var); ok && literals[v] != nil && !slices.Contains(c.parts, literals[v]) {
					c.parts = append(c.parts, literals[v])
				}
			}
			return true
		})
	}
	return c
}
