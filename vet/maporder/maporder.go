// Package maporder finds code of a model that depends on the order of a map.
package maporder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds loops over maps whose order makes a difference.
var Analyzer = modelcode.Analyzer("maporder", `report code of a model that depends on the order of a map

Go gives the entries of a map in another order each time, and a process must do
the same each time. Loop over slices.Sorted(maps.Keys(m)). Loops in which the
order cannot be told are fine: those that only count, add whole numbers, look for the
largest or whether there is one, fill or empty maps under the loop's key, or collect keys
that are sorted before anything else is done with them.`, run)

func run(p *modelcode.Pass) {
	sorted := map[ast.Node]bool{} // calls of maps.Keys and the like whose order is discarded at once
	p.Functions(func(function ast.Node) {
		ast.Inspect(function, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && blank(n.Key) && blank(n.Value) {
					sorted[call] = true // only their number matters
				}
				if isMap(p.TypesInfo.TypeOf(n.X)) && !counts(p, n) && !orderless(p, function, n) {
					p.Report(n.For, "the order of the map %s is another one each time; loop over slices.Sorted(maps.Keys(…))", types.ExprString(n.X))
				}
			case *ast.AssignStmt:
				for i, right := range n.Rhs {
					if call := gathers(p, right); call != nil && len(n.Lhs) == len(n.Rhs) && sortedAfter(p, function, n.Lhs[i], n.End()) {
						sorted[call] = true
					}
				}
			case *ast.CallExpr:
				callee := p.Function(n)
				if losesOrder(callee) {
					for _, a := range n.Args {
						sorted[ast.Unparen(a)] = true
					}
				}
				if iterates(callee) && !sorted[n] {
					p.Report(n.Pos(), "maps.%s yields another order each time; sort it, as slices.Sorted does", callee.Name())
				}
			}
			return true
		})
	})
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

func isFrom(f *types.Func, path string) bool {
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == path
}

// iterates reports whether a function returns an iterator in the order of a map.
func iterates(f *types.Func) bool {
	return isFrom(f, "maps") && (f.Name() == "Keys" || f.Name() == "Values" || f.Name() == "All")
}

// losesOrder reports whether the result of a function does not depend on the order
// of the iterator it is given.
func losesOrder(f *types.Func) bool {
	return isFrom(f, "slices") && strings.HasPrefix(f.Name(), "Sorted") ||
		isFrom(f, "maps") && (f.Name() == "Collect" || f.Name() == "Insert")
}

// counts reports whether a loop uses only the number of entries of the map.
func counts(p *modelcode.Pass, n *ast.RangeStmt) bool {
	v, changes := p.VariableOf(n.X), false
	p.Writes(n.Body, func(w modelcode.Write) { changes = changes || v != nil && p.VariableOf(w.Target) == v })
	return blank(n.Key) && blank(n.Value) && !changes
}

// blank reports whether a loop does not name its key, or its value.
func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// gathers returns the call of maps.Keys or the like whose results an expression collects in a
// slice, or nil.
func gathers(p *modelcode.Pass, e ast.Expr) ast.Node {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	f := p.Function(call)
	if !isFrom(f, "slices") || f.Name() != "Collect" && f.Name() != "AppendSeq" {
		return nil
	}
	inner, ok := ast.Unparen(call.Args[len(call.Args)-1]).(*ast.CallExpr)
	if !ok || !iterates(p.Function(inner)) {
		return nil
	}
	return inner
}

// sortedAfter reports whether a variable is sorted after a position, before any other use.
func sortedAfter(p *modelcode.Pass, function ast.Node, of ast.Expr, pos token.Pos) bool {
	v := p.VariableOf(of)
	if v == nil {
		return false
	}
	if _, ok := of.(*ast.Ident); !ok {
		return partSortedAfter(p, function, of, pos)
	}
	harmless := map[*ast.Ident]bool{} // it is sorted, or its length is taken
	sorted, used := token.Pos(0), token.Pos(0)
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := argument(n).(*ast.Ident)
			if !ok || n.Pos() < pos || p.Variable(id) != v {
				return true
			}
			if sorts(p.Function(n)) {
				if !sorted.IsValid() {
					sorted = n.Pos()
				}
				harmless[id] = true
			}
			if p.Builtin(n) == "len" {
				harmless[id] = true
			}
		case *ast.Ident:
			if p.Variable(n) == v && n.Pos() > pos && !harmless[n] && !used.IsValid() {
				used = n.Pos()
			}
		}
		return true
	})
	return sorted.IsValid() && (!used.IsValid() || sorted < used)
}

// partSortedAfter reports whether a part of a variable, such as a field, is sorted after a
// position. Other uses of the variable may concern other parts.
func partSortedAfter(p *modelcode.Pass, function ast.Node, part ast.Expr, pos token.Pos) bool {
	found := false
	ast.Inspect(function, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() > pos && sorts(p.Function(call)) {
			found = found || types.ExprString(argument(call)) == types.ExprString(part)
		}
		return true
	})
	return found
}

// argument returns the first argument of a call, without a conversion to another type, or nil.
func argument(call *ast.CallExpr) ast.Expr {
	if len(call.Args) == 0 {
		return nil
	}
	e := ast.Unparen(call.Args[0])
	if conversion, ok := e.(*ast.CallExpr); ok && len(conversion.Args) == 1 {
		return ast.Unparen(conversion.Args[0])
	}
	return e
}

// sorts reports whether a function sorts its first argument.
func sorts(f *types.Func) bool {
	return isFrom(f, "sort") && slices.Contains(sorting, f.Name()) || isFrom(f, "slices") && strings.HasPrefix(f.Name(), "Sort")
}

var sorting = []string{"Float64s", "Ints", "Slice", "SliceStable", "Sort", "Stable", "Strings"}
