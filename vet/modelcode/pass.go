package modelcode

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Pass is the analysis of one package.
type Pass struct {
	*analysis.Pass
	code   *code
	name   string
	allows []*allow
}

// finder finds the code of the model.
var finder = &analysis.Analyzer{
	Name:       "modelcode",
	Doc:        "find the code that processes of a model execute",
	ResultType: reflect.TypeFor[*code](),
	Run:        func(p *analysis.Pass) (any, error) { return find(p), nil },
}

// Analyzer returns an analyzer of models. The first line of doc describes its findings. Facts lists
// the types of the facts that it exports.
func Analyzer(name, doc string, run func(*Pass), facts ...analysis.Fact) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:      name,
		Doc:       doc,
		Requires:  []*analysis.Analyzer{finder},
		FactTypes: facts,
		Run: func(pass *analysis.Pass) (any, error) {
			p := &Pass{Pass: pass, code: pass.ResultOf[finder].(*code), name: name}
			for _, file := range pass.Files {
				p.allows = append(p.allows, allowsIn(pass.Fset, file, name)...)
			}
			run(p)
			p.judgeAllows()
			return nil, nil
		},
	}
}

// Functions calls f with each function of the model that is not inside another one.
func (p *Pass) Functions(f func(function ast.Node)) {
	for _, function := range p.code.functions {
		f(function)
	}
}

// Inspect calls f with each node of the model's code.
func (p *Pass) Inspect(f func(ast.Node)) {
	p.Functions(func(function ast.Node) {
		ast.Inspect(function, func(n ast.Node) bool {
			if n != nil {
				f(n)
			}
			return true
		})
	})
}

// Report reports a finding at the position, unless a comment allows it. It appends the name of the
// analyzer, which such a comment needs and go vet does not show.
func (p *Pass) Report(pos token.Pos, format string, args ...any) {
	if !p.allowed(pos) {
		p.Reportf(pos, "%s (%s)", fmt.Sprintf(format, args...), p.name)
	}
}

// allowed reports whether a comment allows a finding at the position.
func (p *Pass) allowed(pos token.Pos) bool {
	for _, a := range p.allows {
		if a.reason != "" && a.from <= pos && pos < a.to {
			a.used = true
			return true
		}
	}
	return false
}

// Function returns the function or method that a call calls, or nil if it is not statically known.
func (p *Pass) Function(call *ast.CallExpr) *types.Func {
	return called(p.TypesInfo, call)
}

// InCode reports whether a position is in the code of the model.
func (p *Pass) InCode(pos token.Pos) bool {
	return slices.ContainsFunc(p.code.functions, func(f ast.Node) bool { return Contains(f, pos) })
}

// Declaration returns the declaration of a function of the package, or nil if the function belongs to
// another package or has no body.
func (p *Pass) Declaration(f *types.Func) *ast.FuncDecl {
	if f == nil {
		return nil
	}
	if d := p.code.declared[f.Origin()]; d != nil && d.Body != nil {
		return d
	}
	return nil
}

// Operation returns the name of the operation of package proc that a call calls, with its type if
// it is a method, such as "P.Send" or "Receive". It returns "" if the call is not an operation.
func (p *Pass) Operation(call *ast.CallExpr) string { return operation(called(p.TypesInfo, call)) }

// judgeAllows reports the comments that have no effect or no reason.
func (p *Pass) judgeAllows() {
	for _, a := range p.allows {
		switch {
		case a.reason == "":
			p.Reportf(a.pos, "%s %s lacks a reason; after the name, say why this is right", Marker, p.name)
		case !a.used:
			p.Reportf(a.pos, "%s %s allows nothing: there is no such finding here; remove it", Marker, p.name)
		}
	}
}
