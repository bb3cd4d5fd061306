// Package maporder finds code of a model that depends on the order of a map.
package maporder

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds loops over maps whose order can be told.
var Analyzer = modelcode.Analyzer("maporder", `report code of a model that depends on the order of a map

Go gives the entries of a map in another order each time, and a process must do
the same each time. Loop over slices.Sorted(maps.Keys(m)). Loops in which the
order cannot be told are fine: those that only count, add whole numbers, fill or
empty maps under the loop's key, or collect keys that are sorted afterwards.`, run)

func run(p *modelcode.Pass) {
	sorted := map[ast.Node]bool{} // calls of maps.Keys and the like whose order is lost at once
	p.Functions(func(function ast.Node) {
		ast.Inspect(function, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if isMap(p.TypesInfo.TypeOf(n.X)) && !orderless(p, function, n) {
					p.Find(n.For, "the order of the map %s is another one each time; loop over slices.Sorted(maps.Keys(…))", types.ExprString(n.X))
				}
			case *ast.CallExpr:
				callee := p.Function(n)
				if losesOrder(callee) {
					for _, a := range n.Args {
						sorted[ast.Unparen(a)] = true
					}
				}
				if iterates(callee) && !sorted[n] {
					p.Find(n.Pos(), "maps.%s yields another order each time; sort it, as slices.Sorted does", callee.Name())
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
