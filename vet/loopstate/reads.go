package loopstate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// given lists the operations whose results depend on nothing but how often they were called. The results
// of others depend on other processes, or on a choice.
const given = " P.Self P.MakeRef P.Spawn P.SpawnMonitor P.Monitor P.SendAfter P.SendIn NewTable NewNamedTable NamedTable " +
	"Table.Rename Type Where Given Equal Any Describe Normal Heir Hashed "

// reads reports the captured variables that do not have the same value each time the process comes to
// the loop.
func (t *turn) reads() {
	changes := t.variable()
	for _, part := range t.parts {
		t.Variables(part.Body, func(id *ast.Ident, v *types.Var) {
			if pos, ok := changes[v]; ok && t.captured(id) != nil {
				t.find(id.Pos(), v, "the turn reads %s (line %d), which "+t.why(pos)+"; make it a part of the state")
			}
		})
	}
}

func (t *turn) why(pos token.Pos) string {
	if pos < t.call.Pos() {
		return "depends on what the process did before the loop"
	}
	return "changes after the loop"
}

// variable returns the variables of the process that have other values in other histories, with the place
// where they get them.
func (t *turn) variable() map[*types.Var]token.Pos {
	changes := map[*types.Var]token.Pos{}
	for again := true; again; {
		again = false
		t.assignments(func(target ast.Expr, from ...ast.Expr) {
			v := t.VariableOf(target)
			if v == nil || !modelcode.Within(v, t.process) || changes[v].IsValid() {
				return
			}
			later := t.TypesInfo.Defs[identifier(target)] == nil && modelcode.MayFollow(t.process, target.Pos(), t.call, v)
			for _, e := range from {
				later = later || t.depends(e, changes)
			}
			if later {
				changes[v], again = target.Pos(), true
			}
		})
	}
	return changes
}

// assignments calls f with each variable that gets a value in the process, outside of turns, and where it
// comes from.
func (t *turn) assignments(f func(target ast.Expr, from ...ast.Expr)) {
	ast.Inspect(t.process, func(n ast.Node) bool {
		if literal, ok := n.(*ast.FuncLit); ok {
			return ast.Node(literal) == t.process
		}
		modelcode.Assignments(n, f)
		return true
	})
}

func identifier(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// depends reports whether a value depends on the received messages or the choices of the process.
func (t *turn) depends(e ast.Expr, changes map[*types.Var]token.Pos) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			_, changing := changes[t.Variable(n)]
			found = found || changing
		case *ast.CallExpr:
			found = found || t.learns(n, map[*types.Func]bool{})
		}
		return !found
	})
	return found
}

// learns reports whether a call performs an operation with a result that is not the same each time.
func (t *turn) learns(call *ast.CallExpr, seen map[*types.Func]bool) (found bool) {
	if op := t.Operation(call); op != "" {
		return !strings.Contains(given, " "+op+" ")
	}
	f := t.Function(call)
	d := t.Declaration(f)
	if d == nil || seen[f] || f.Signature().Results().Len() == 0 {
		return false
	}
	seen[f] = true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if _, isLiteral := n.(*ast.FuncLit); isLiteral { // another process, most likely
			return false
		}
		if inner, ok := n.(*ast.CallExpr); ok {
			found = found || t.learns(inner, seen)
		}
		return !found
	})
	return found
}
