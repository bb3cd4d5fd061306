package unreached

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/coverage"
	"github.com/checkmodel/checkmodel/trace"
)

// finder finds the gaps of a package.
type finder struct {
	*pkg
	visits []trace.Visit
	known  []trace.Visit // gaps that the execution has shown
	gaps   []trace.Visit

	mentioned map[string]bool // names in code that has come to an operation
	passed    []span          // the code after a gap, of the code that is looked at
}

// span is a part of a file.
type span struct{ from, to token.Pos }

// find finds the gaps of the functions that have come to an operation, and of the functions that they may call.
func (f *finder) find() {
	f.mentioned = map[string]bool{}
	var idle []*body
	for _, file := range f.all {
		for _, b := range bodiesOf(file) {
			switch {
			case b.helper:
			case slices.ContainsFunc(b.inOrder, f.isReached):
				f.look(b)
			case f.funcs[b.name] == 1:
				idle = append(idle, b)
			}
		}
	}
	called := f.mentioned
	f.mentioned = map[string]bool{}
	for _, b := range idle {
		if called[b.name] {
			f.look(b)
		}
	}
}

// isReached reports whether a part of code is an operation that was reached.
func (f *finder) isReached(part any) bool {
	o, is := part.(*operation)
	return is && slices.ContainsFunc(f.visits, func(v trace.Visit) bool { return v.Happened && v.Outcome == "" && f.on(v, o.call) })
}

// on reports whether a visit is on a line of the node.
func (f *finder) on(v trace.Visit, n ast.Node) bool {
	file, line, ok := place(v.Place)
	from, to := f.files.Position(n.Pos()), f.files.Position(n.End())
	return ok && file == from.Filename && from.Line <= line && line <= to.Line
}

// look finds the gaps of code. It reports nothing of the code after a gap in the same block.
func (f *finder) look(b *body) {
	f.passed = nil
	for _, part := range b.inOrder {
		if o, is := part.(*operation); is && f.waits(o.call) {
			f.passed = append(f.passed, span{o.call.Pos(), o.block.End()})
		}
	}
	for _, part := range b.inOrder {
		switch n := part.(type) {
		case *operation:
			if !f.isReached(n) && !f.isPassed(n.call) {
				f.add(n.call, n.name, "")
				f.passed = append(f.passed, span{n.call.Pos(), n.block.End()})
			}
		case *ast.TypeSwitchStmt:
			if !f.isPassed(n) {
				f.cases(n, b.messages(n))
			}
		case *ast.Ident:
			if !f.isPassed(n) {
				f.mentioned[n.Name] = true
			}
		}
	}
}

// waits reports whether a call has received nothing, and has not given up.
func (f *finder) waits(call *ast.CallExpr) bool {
	gaveUp := func(v trace.Visit) bool { return v.Happened && v.Outcome == coverage.Timeout && f.on(v, call) }
	return slices.ContainsFunc(f.known, func(v trace.Visit) bool { return v.Outcome == coverage.Message && f.on(v, call) }) && !slices.ContainsFunc(f.visits, gaveUp)
}

// isPassed reports whether a node, or a part of it, comes after a gap.
func (f *finder) isPassed(n ast.Node) bool {
	return slices.ContainsFunc(f.passed, func(s span) bool { return n.Pos() < s.to && n.End() > s.from })
}

// add adds a gap.
func (f *finder) add(at ast.Node, operation, outcome string) {
	p := f.files.Position(at.Pos())
	f.gaps = append(f.gaps, trace.Visit{Place: fmt.Sprintf("%s:%d", p.Filename, p.Line), Operation: operation, Outcome: outcome})
}

// cases finds the cases of a switch that no message has had.
func (f *finder) cases(s *ast.TypeSwitchStmt, receives []*ast.CallExpr) {
	taken, missed := map[string]bool{}, map[string]bool{}
	for _, v := range f.visits {
		if v.Outcome == "" || v.Outcome == coverage.Message || !slices.ContainsFunc(receives, func(c *ast.CallExpr) bool { return f.on(v, c) }) {
			continue
		}
		if v.Happened {
			taken[withoutPackage(v.Outcome)] = true
		} else {
			missed[withoutPackage(v.Outcome)] = true // and the receive says so
		}
	}
	if len(taken) == 0 {
		return
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		all := len(clause.List) > 0
		for _, t := range clause.List {
			name := f.typeName(t)
			if name == "" || taken[name] {
				all = false
			} else if !missed[name] {
				f.add(t, "case", name)
			}
		}
		if all {
			f.passed = append(f.passed, span{clause.Pos(), clause.End()})
		}
	}
}

// typeName returns the name of a type that is certainly no interface; "" if it may be one.
func (f *finder) typeName(e ast.Expr) string {
	star := ""
	if s, is := e.(*ast.StarExpr); is {
		star, e = "*", s.X
	}
	name, is := e.(*ast.Ident)
	if !is {
		return ""
	}
	if concrete, declared := f.types[name.Name]; declared && !concrete || !declared && !basic[name.Name] {
		return ""
	}
	return star + name.Name
}

// basic has the predeclared types that traces call by the same name.
var basic = map[string]bool{"bool": true, "int": true, "string": true, "float64": true, "uint": true, "int64": true, "uint64": true, "int32": true, "uint32": true}

// withoutPackage returns the name of a type, or of a pointer to it, without the package.
func withoutPackage(name string) string {
	star := ""
	if strings.HasPrefix(name, "*") {
		star = "*"
	}
	if at := strings.IndexByte(name, '['); at >= 0 {
		name = name[:at]
	}
	return star + name[strings.LastIndexAny(name, ".*")+1:]
}
