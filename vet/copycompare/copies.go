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
	for known := -1; known < len(c.others); { // a variable that was recorded as a copy may not be one
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

// noteOthers records the variables that a node sets to something other than a copy.
func (c *copies) noteOthers(n ast.Node) {
	other := func(to ast.Expr, from ast.Expr) {
		id, ok := to.(*ast.Ident)
		if tv := c.TypesInfo.Types[from]; !ok || c.copied(from) || tv.IsNil() {
			return
		}
		if v, ok := c.TypesInfo.ObjectOf(id).(*types.Var); ok {
			c.others[v] = true
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			other(to, n.Rhs[min(i, len(n.Rhs)-1)])
		}
	case *ast.ValueSpec:
		for i, to := range n.Names {
			if len(n.Values) > 0 {
				other(to, n.Values[min(i, len(n.Values)-1)])
			}
		}
	case *ast.CallExpr:
		f := c.Function(n)
		if f == nil || f.Pkg() != c.Pkg {
			return
		}
		for i, argument := range n.Args {
			if parameters := f.Origin().Signature().Params(); i < parameters.Len() && !c.copied(argument) {
				c.others[parameters.At(i)] = true
			}
		}
	}
}

// note records the variables that a node sets to a copy.
func (c *copies) note(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if from := n.Rhs[min(i, len(n.Rhs)-1)]; c.copied(from) {
				c.set(to)
			}
		}
	case *ast.ValueSpec:
		for i, to := range n.Names {
			if len(n.Values) > 0 && c.copied(n.Values[min(i, len(n.Values)-1)]) {
				c.set(to)
			}
		}
	case *ast.RangeStmt:
		if c.copied(n.X) {
			c.set(n.Value)
		}
	case *ast.TypeSwitchStmt:
		if assign, ok := n.Assign.(*ast.AssignStmt); ok && c.copied(assign.Rhs[0]) {
			for _, clause := range n.Body.List {
				c.add(c.TypesInfo.Implicits[clause])
			}
		}
	case *ast.CallExpr:
		c.given(n)
	}
}

// given records the parameters of functions that get a copy: functions that an operation calls with
// messages or rows, and functions of the package that are called with a copy.
func (c *copies) given(call *ast.CallExpr) {
	f := c.Function(call)
	if f == nil {
		return
	}
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
	parameters := f.Origin().Signature().Params()
	for i, argument := range call.Args {
		if f.Pkg() == c.Pkg && i < parameters.Len() && c.copied(argument) {
			c.add(parameters.At(i))
		}
	}
}

// set records the variable that an expression is.
func (c *copies) set(e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok {
		c.add(c.TypesInfo.ObjectOf(id))
	}
}

func (c *copies) add(o types.Object) {
	if v, ok := o.(*types.Var); ok && !modelcode.Global(v) && !c.variables[v] && !c.others[v] {
		c.variables[v], c.more = true, true
	}
}

// returnOwn lists the operations whose result is not a copy.
var returnOwn = []string{"Pick", "Try", "Fold"}

// copied reports whether an expression is a copy, or a part of one.
func (c *copies) copied(e ast.Expr) bool {
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
