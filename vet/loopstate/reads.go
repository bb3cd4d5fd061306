package loopstate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// repeatable lists the operations whose results depend only on the number of earlier calls. The results of
// others depend on other processes, or on a choice.
const repeatable = " P.Self P.MakeRef P.Spawn P.SpawnMonitor P.Monitor P.SendAfter P.SendIn NewTable NewNamedTable NamedTable " +
	"Table.Rename Type Where Given Equal Any Describe Normal Heir Hashed "

// reads reports the captured variables whose values may differ between executions of the loop.
func (t *turn) reads() {
	unstable := t.unstable()
	for _, part := range t.parts {
		t.Variables(part.Body, func(id *ast.Ident, v *types.Var) {
			if pos, ok := unstable[v]; ok && t.capture(id) != nil {
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

// unstable returns the variables of the process whose values may differ between executions of the loop, each
// with the position of the assignment that causes it.
func (t *turn) unstable() map[*types.Var]token.Pos {
	unstable := map[*types.Var]token.Pos{}
	for again := true; again; {
		again = false
		t.assignments(func(target ast.Expr, from ...ast.Expr) {
			v := t.VariableOf(target)
			if v == nil || !modelcode.Within(v, t.process) || unstable[v].IsValid() {
				return
			}
			differs := t.TypesInfo.Defs[identifier(target)] == nil && modelcode.MayFollow(t.process, target.Pos(), t.call, v)
			for _, e := range from {
				differs = differs || t.depends(e, unstable)
			}
			if differs {
				unstable[v], again = target.Pos(), true
			}
		})
	}
	return unstable
}

// assignments calls f with the target and the values of each assignment in the process, outside its function
// literals.
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
func (t *turn) depends(e ast.Expr, unstable map[*types.Var]token.Pos) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			_, differs := unstable[t.Variable(n)]
			found = found || differs
		case *ast.CallExpr:
			found = found || t.nondeterministic(n, map[*types.Func]bool{})
		}
		return !found
	})
	return found
}

// nondeterministic reports whether a call performs an operation whose result may differ between executions.
func (t *turn) nondeterministic(call *ast.CallExpr, seen map[*types.Func]bool) (found bool) {
	if op := t.Operation(call); op != "" {
		return !strings.Contains(repeatable, " "+op+" ")
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
			found = found || t.nondeterministic(inner, seen)
		}
		return !found
	})
	return found
}
