package modelcode

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// search finds the code of a model in a package.
type search struct {
	info      *types.Info
	declared  map[*types.Func]*ast.FuncDecl
	values    map[*types.Var]*ast.ValueSpec // the declarations of package variables that hold functions
	reachable map[ast.Node]bool
}

func find(p *analysis.Pass) *code {
	if p.Pkg.Path() == procPath {
		return &code{}
	}
	s := &search{info: p.TypesInfo, declared: map[*types.Func]*ast.FuncDecl{}, values: map[*types.Var]*ast.ValueSpec{}, reachable: map[ast.Node]bool{}}
	for _, file := range p.Files {
		for _, d := range file.Decls {
			s.declare(d)
		}
	}
	for _, file := range p.Files {
		ast.Inspect(file, s.root)
	}
	c := &code{declared: s.declared}
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if s.reachable[n] {
				c.functions = append(c.functions, n)
			}
			return !s.reachable[n]
		})
	}
	return c
}

// declare records the declared functions and variables that code of a model may refer to.
func (s *search) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		s.declared[s.info.Defs[d.Name].(*types.Func)] = d
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			spec, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			for _, name := range spec.Names {
				if v, ok := s.info.Defs[name].(*types.Var); ok && holdsFunctions(v.Type()) {
					s.values[v] = spec
				}
			}
		}
	}
}

// holdsFunctions reports whether a type is a function type, or a collection of functions.
func holdsFunctions(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Map:
		return holdsFunctions(t.Elem())
	case *types.Slice:
		return holdsFunctions(t.Elem())
	case *types.Array:
		return holdsFunctions(t.Elem())
	}
	return false
}

// root reaches the functions that are code of a model by their signature or use.
func (s *search) root(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if takesP(s.info.Defs[n.Name].Type().(*types.Signature)) {
			s.reach(n)
		}
	case *ast.FuncLit:
		if takesP(s.info.TypeOf(n).(*types.Signature)) {
			s.reach(n)
		}
	case *ast.CallExpr:
		if operation(called(s.info, n)) != "" {
			for _, argument := range n.Args {
				s.reachArgument(argument)
			}
		}
	}
	return true
}

// reachArgument reaches a function that is passed to an operation.
func (s *search) reachArgument(argument ast.Expr) {
	switch a := ast.Unparen(argument).(type) {
	case *ast.FuncLit:
		s.reach(a)
	case *ast.Ident:
		s.refer(a)
	case *ast.SelectorExpr:
		s.refer(a.Sel)
	}
}

// reach adds a function, and those it refers to, to the code of the model.
func (s *search) reach(function ast.Node) {
	if function == nil || s.reachable[function] {
		return
	}
	s.reachable[function] = true
	ast.Inspect(function, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			s.refer(id)
		}
		return true
	})
}

// refer reaches the function of this package that an identifier names, or the functions in the
// variable that it names.
func (s *search) refer(id *ast.Ident) {
	switch o := s.info.Uses[id].(type) {
	case *types.Func:
		if d := s.declared[o.Origin()]; d != nil {
			s.reach(d)
		}
	case *types.Var:
		if spec := s.values[o]; spec != nil {
			s.reach(spec)
		}
	}
}

// code is computed once for all analyzers: the functions of the model that are not inside another
// one, in source order.
type code struct {
	functions []ast.Node                    // *ast.FuncDecl, *ast.FuncLit or, with functions in it, *ast.ValueSpec
	declared  map[*types.Func]*ast.FuncDecl // all functions of the package, not only the model's
}
