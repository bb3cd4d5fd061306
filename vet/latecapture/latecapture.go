// Package latecapture finds patterns and conditions that read what changes later.
package latecapture

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds conditions that are no pure functions of a message or a row.
var Analyzer = modelcode.Analyzer("latecapture", `report patterns and conditions that read what changes later

The search asks the condition of a receive again, about other messages, when the
process has moved on; so does it with those of Select and Await. A condition may
read variables of the process only if they do not change any more. Copy what it
needs into a variable of its own in front of the operation.`, run)

func run(p *modelcode.Pass) {
	fields := writtenFields(p)
	p.Functions(func(function ast.Node) {
		for _, condition := range conditions(p, function) {
			impure(p, condition)
			changing(p, function, condition)
			throughPointer(p, condition, fields)
		}
	})
}

// conditions returns the function literals that are given to an operation as a
// condition, directly or by a variable.
func conditions(p *modelcode.Pass, function ast.Node) []*ast.FuncLit {
	literals := p.Literals(function)
	var all []*ast.FuncLit
	seen := map[*ast.FuncLit]bool{}
	ast.Inspect(function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := p.Operation(call); {
		case strings.HasSuffix(name, "Where"), strings.HasSuffix(name, "Receive"), strings.HasSuffix(name, "ReceiveTimeout"),
			name == "Table.Select", name == "Table.Await":
		default:
			return true
		}
		for _, argument := range call.Args {
			literal, _ := ast.Unparen(argument).(*ast.FuncLit)
			if id, ok := argument.(*ast.Ident); ok {
				if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
					literal = literals[v]
				}
			}
			if literal != nil && !seen[literal] {
				seen[literal] = true
				all = append(all, literal)
			}
		}
		return true
	})
	return all
}

// impure reports what a condition changes.
func impure(p *modelcode.Pass, condition *ast.FuncLit) {
	p.Writes(condition.Body, func(w modelcode.Write) {
		if v := p.VariableOf(w.Target); v != nil && !w.Address && !modelcode.Global(v) && !modelcode.Within(v, condition) {
			p.Find(w.Target.Pos(), "the condition changes %s; it is asked more often than once, and must be a pure function of the message", v.Name())
		}
	})
}

// changing reports the captured variables that change when the condition is there.
func changing(p *modelcode.Pass, function ast.Node, condition *ast.FuncLit) {
	changes := map[*types.Var]token.Pos{}
	since := p.FirstUse(function, condition)
	p.Writes(function, func(w modelcode.Write) {
		v, pos := p.VariableOf(w.Target), w.Target.Pos()
		if v == nil || w.Address || modelcode.Global(v) || condition.Pos() <= pos && pos < condition.End() {
			return
		}
		if !changes[v].IsValid() && modelcode.MayFollow(function, pos, since, v) {
			changes[v] = pos
		}
	})
	reported := map[*types.Var]bool{}
	ast.Inspect(condition.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if ok && changes[v].IsValid() && !modelcode.Within(v, condition) && !reported[v] {
			reported[v] = true
			p.Find(id.Pos(), "the condition reads %s, which changes at line %d when the search may still ask the condition; copy it into a variable of its own first",
				v.Name(), p.Fset.Position(changes[v]).Line)
		}
		return true
	})
}

// writtenFields returns the fields that code of the model changes, and where.
func writtenFields(p *modelcode.Pass) map[types.Object]token.Pos {
	fields := map[types.Object]token.Pos{}
	p.Functions(func(function ast.Node) {
		p.Writes(function, func(w modelcode.Write) {
			if s, ok := w.Target.(*ast.SelectorExpr); ok && !w.Address {
				if field := p.TypesInfo.Uses[s.Sel]; !fields[field].IsValid() {
					fields[field] = s.Pos()
				}
			}
		})
	})
	return fields
}

// throughPointer reports the fields that a condition reads through a captured
// pointer and that change.
func throughPointer(p *modelcode.Pass, condition *ast.FuncLit, fields map[types.Object]token.Pos) {
	ast.Inspect(condition.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || !fields[p.TypesInfo.Uses[s.Sel]].IsValid() {
			return true
		}
		v := p.VariableOf(s.X)
		if v == nil || modelcode.Global(v) || modelcode.Within(v, condition) {
			return true
		}
		if _, ok := v.Type().Underlying().(*types.Pointer); ok {
			p.Find(s.Pos(), "the condition reads %s through a pointer, and it changes at %s when the search may still ask the condition; copy it into a variable of its own first",
				types.ExprString(s), p.Fset.Position(fields[p.TypesInfo.Uses[s.Sel]]))
		}
		return true
	})
}
