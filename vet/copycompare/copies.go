package copycompare

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// copies records the variables of the model that hold copies: results of operations, or parts of
// them, also where they are passed to a function of the package.
type copies struct {
	*modelcode.Pass
	pointers  map[*types.Var]bool // of this package
	variables map[*types.Var]bool
	others    map[*types.Var]bool // which may also hold something else
	more      bool                // another one was recorded
}

func newCopies(p *modelcode.Pass, pointers map[*types.Var]bool) *copies {
	c := &copies{Pass: p, pointers: pointers, variables: map[*types.Var]bool{}, others: map[*types.Var]bool{}}
	for known := -1; known < len(c.others); { // a variable that was recorded as a copy may turn out to hold something else
		known = len(c.others)
		clear(c.variables)
		for c.more = true; c.more; {
			c.more = false
			p.Inspect(c.note)
		}
		p.Inspect(c.noteOthers)
	}
	return c
}

// arguments calls f with each argument of a call of a function of the package, and its parameter.
func (c *copies) arguments(call *ast.CallExpr, f func(parameter *types.Var, argument ast.Expr)) {
	callee := c.Function(call)
	if callee == nil || callee.Pkg() != c.Pkg {
		return
	}
	parameters := callee.Origin().Signature().Params()
	for i := range min(len(call.Args), parameters.Len()) {
		f(parameters.At(i), call.Args[i])
	}
}

// noteOthers records the variables that a node sets to something other than a copy.
func (c *copies) noteOthers(n ast.Node) {
	modelcode.Assignments(n, func(to ast.Expr, from ...ast.Expr) {
		if id, ok := to.(*ast.Ident); ok && len(from) > 0 && !c.isCopy(from[0]) && !c.TypesInfo.Types[from[0]].IsNil() {
			if v, ok := c.TypesInfo.ObjectOf(id).(*types.Var); ok {
				c.others[v] = true
			}
		}
	})
	if call, ok := n.(*ast.CallExpr); ok {
		c.arguments(call, func(parameter *types.Var, argument ast.Expr) {
			if !c.isCopy(argument) {
				c.others[parameter] = true
			}
		})
	}
}

// note records the variables that a node sets to a copy.
func (c *copies) note(n ast.Node) {
	modelcode.Assignments(n, func(to ast.Expr, from ...ast.Expr) {
		if id, ok := to.(*ast.Ident); ok && len(from) > 0 && c.isCopy(from[0]) {
			c.add(c.TypesInfo.ObjectOf(id))
		}
	})
	switch n := n.(type) {
	case *ast.TypeSwitchStmt:
		if assign, ok := n.Assign.(*ast.AssignStmt); ok && c.isCopy(assign.Rhs[0]) {
			for _, clause := range n.Body.List {
				c.add(c.TypesInfo.Implicits[clause])
			}
		}
	case *ast.CallExpr:
		c.recordParameters(n)
	}
}

// recordParameters records the parameters of functions that get a copy: functions that an operation calls with
// messages or rows, and functions of the package that are called with a copy.
func (c *copies) recordParameters(call *ast.CallExpr) {
	if c.Operation(call) != "" {
		for _, argument := range call.Args {
			if literal, ok := ast.Unparen(argument).(*ast.FuncLit); ok && !c.OwnP(literal) {
				for v := range c.TypesInfo.TypeOf(literal).(*types.Signature).Params().Variables() {
					c.add(v)
				}
			}
		}
		return
	}
	c.arguments(call, func(parameter *types.Var, argument ast.Expr) {
		if c.isCopy(argument) {
			c.add(parameter)
		}
	})
}

func (c *copies) add(o types.Object) {
	if v, ok := o.(*types.Var); ok && !modelcode.Global(v) && !c.variables[v] && !c.others[v] {
		c.variables[v], c.more = true, true
	}
}

// returnOwn lists the operations whose result is not a copy.
var returnOwn = []string{"Pick", "Try", "Fold"}

// isCopy reports whether an expression is a copy, or a part of one.
func (c *copies) isCopy(e ast.Expr) bool {
	for part := range modelcode.Parts(e) {
		switch x := part.(type) {
		case *ast.CallExpr:
			name := c.Operation(x)
			return name != "" && !slices.Contains(returnOwn, name) && !strings.HasSuffix(name, ".Error") && !strings.HasSuffix(name, ".String")
		case *ast.Ident:
			v, _ := c.TypesInfo.ObjectOf(x).(*types.Var)
			return v != nil && c.variables[v]
		}
	}
	return false
}
