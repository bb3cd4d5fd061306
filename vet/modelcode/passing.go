package modelcode

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Parameters is the fact that a function passes on some of its parameters that are functions: to an
// operation, or to another such function. They are given by their numbers.
type Parameters struct{ Numbers []int }

// Passed returns the parameters, for types that embed them.
func (p *Parameters) Passed() *Parameters { return p }

// fact is a fact that embeds Parameters. Each analyzer has its own type.
type fact[F any] interface {
	*F
	analysis.Fact
	Passed() *Parameters
}

// Passing knows which parameters functions pass on.
type Passing struct {
	pass     *Pass
	own      map[*types.Func][]int   // of this package
	imported func(*types.Func) []int // of another one
}

// NewPassing examines the functions of the model, and exports facts about the functions that other
// packages can refer to. The function each calls found with each node in a function from which
// parameters are passed on. It may ask known for the parameters that other functions pass on: it is
// called until nothing new is found.
func NewPassing[F any, P fact[F]](p *Pass, each func(known *Passing, d *ast.FuncDecl, found func(ast.Node))) *Passing {
	known := &Passing{p, map[*types.Func][]int{}, func(f *types.Func) []int {
		fact := P(new(F))
		p.ImportObjectFact(f, fact)
		return fact.Passed().Numbers
	}}
	for more := true; more; {
		more = false
		p.Functions(func(function ast.Node) {
			if d, ok := function.(*ast.FuncDecl); ok && d.Body != nil {
				f := p.TypesInfo.Defs[d.Name].(*types.Func)
				each(known, d, func(n ast.Node) { more = known.add(f, n) || more })
			}
		})
	}
	for f, numbers := range known.own {
		if f.Exported() {
			fact := P(new(F))
			fact.Passed().Numbers = slices.Sorted(slices.Values(numbers))
			p.ExportObjectFact(f, fact)
		}
	}
	return known
}

// add records the parameters of a function that are used in a node, and reports whether there is a
// new one.
func (k *Passing) add(f *types.Func, n ast.Node) (more bool) {
	parameters := f.Signature().Params()
	k.pass.Variables(n, func(_ *ast.Ident, v *types.Var) {
		for i := range parameters.Len() {
			if parameters.At(i) == v && isFunction(v.Type()) && !slices.Contains(k.own[f], i) {
				k.own[f] = append(k.own[f], i)
				more = true
			}
		}
	})
	return more
}

// isFunction reports whether a type is a function type, or a list of functions.
func isFunction(t types.Type) bool {
	if several, ok := t.Underlying().(*types.Slice); ok {
		t = several.Elem()
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// By returns the numbers of the parameters that a function passes on.
func (k *Passing) By(f *types.Func) []int {
	if f = f.Origin(); f.Pkg() != k.pass.Pkg {
		return k.imported(f)
	}
	return k.own[f]
}
