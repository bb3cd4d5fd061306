// Package endlessreceive finds processes that receive for ever although they should end.
package endlessreceive

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds receive loops without an exit.
var Analyzer = modelcode.Analyzer("endlessreceive", `report processes with a receive loop that has no exit

A process that waits for ever for a message is a deadlock, unless it was spawned
with proc.Daemon, is linked with one that ends, or is ended by Kill or SendExit. A
loop that goes on when a receive has timed out makes interleavings that never end.
A proc.Loop whose turn always returns true has no exit.`, run)

func run(p *modelcode.Pass) {
	s := &search{p, map[*ast.BlockStmt]bool{}}
	ends := false // some process is ended by another one
	p.Inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch p.Operation(n) {
			case "P.Kill", "P.SendExit", "P.Link":
				ends = true
			case "Loop":
				s.polls(n, s.loop(n))
			}
		case *ast.ForStmt:
			s.polls(n, endless(p, n))
		}
	})
	if !ends {
		p.Inspect(s.spawn)
	}
}

// search finds processes that receive for ever.
type search struct {
	*modelcode.Pass
	seen map[*ast.BlockStmt]bool // of one process
}

// polls reports a loop without exit that only polls.
func (s *search) polls(loop ast.Node, r receives) {
	if r.polls && !r.waits {
		s.Report(loop.Pos(), "the loop goes on for ever: what it waits for comes each time, as a timeout does, so interleavings have no end; leave the loop after a number of rounds")
	}
}

// spawn reports a call that starts a process which receives for ever, unless it has options: then
// the process is a daemon, or linked.
func (s *search) spawn(n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return
	}
	if name := s.Operation(call); name != "P.Spawn" && name != "P.SpawnMonitor" {
		return
	}
	clear(s.seen)
	if s.receivesForEver(s.body(call.Args[1])) {
		s.Report(call.Pos(), "the process receives for ever, which is a deadlock in the end; give the loop an exit, or spawn it with proc.Daemon")
	}
}

// body returns the code of a function given to Spawn, if it is in this package.
func (s *search) body(f ast.Expr) *ast.BlockStmt {
	id, _ := ast.Unparen(f).(*ast.Ident)
	switch f := ast.Unparen(f).(type) {
	case *ast.FuncLit:
		return f.Body
	case *ast.SelectorExpr:
		id = f.Sel
	}
	function, _ := s.TypesInfo.Uses[id].(*types.Func)
	if d := s.Declaration(function); d != nil {
		return d.Body
	}
	return nil
}

// receivesForEver reports whether a statement of the body is a receive loop without exit, or calls
// a function that has one.
func (s *search) receivesForEver(body *ast.BlockStmt) bool {
	if body == nil || s.seen[body] {
		return false
	}
	s.seen[body] = true
	return slices.ContainsFunc(body.List, func(n ast.Stmt) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			return endless(s.Pass, n).waits
		case *ast.ExprStmt:
			call, ok := n.X.(*ast.CallExpr)
			return ok && (s.Operation(call) == "Serve" || s.loop(call).waits || s.receivesForEver(s.body(call.Fun)))
		}
		return false
	})
}

// receives says how a loop without exit waits.
type receives struct{ waits, polls bool }

// endless examines a loop. Unless the result is zero, the loop has no exit.
func endless(p *modelcode.Pass, loop *ast.ForStmt) receives {
	if loop.Cond != nil {
		return receives{}
	}
	return loopReceives(p, loop.Body, false)
}

// loop is endless for a call of Loop. The result is zero for another call.
func (s *search) loop(call *ast.CallExpr) receives {
	if s.Operation(call) != "Loop" || len(call.Args) != 3 {
		return receives{}
	}
	turn := s.body(call.Args[2])
	if turn == nil {
		return receives{}
	}
	return loopReceives(s.Pass, turn, true)
}

// loopReceives examines the body of a loop, or a turn of a Loop. Unless the result is zero, it has no exit.
func loopReceives(p *modelcode.Pass, body *ast.BlockStmt, turn bool) (r receives) {
	exit := false
	var inspect func(n ast.Node, inner bool)
	inspect = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n {
					inspect(m, true)
					return false
				}
			case *ast.ReturnStmt:
				exit = exit || !turn || !isTrue(p, m.Results)
			case *ast.BranchStmt:
				exit = exit || !turn && (m.Tok == token.GOTO || m.Tok == token.BREAK && (!inner || m.Label != nil))
			case *ast.CallExpr:
				exit = exit || leaves(p, m, map[*ast.FuncDecl]bool{})
				name := p.Operation(m)
				r.polls = r.polls || strings.HasSuffix(name, "Timeout") || name == "ReceiveWithin" || name == "P.Sleep"
				r.waits = r.waits || strings.HasSuffix(name, "Receive") || name == "Collect" || name == "Call" || name == "Table.Await"
			}
			return true
		})
	}
	inspect(body, false)
	if exit {
		return receives{}
	}
	return r
}

// isTrue reports whether the results of a turn are the constant true.
func isTrue(p *modelcode.Pass, results []ast.Expr) bool {
	if len(results) != 1 {
		return false
	}
	v := p.TypesInfo.Types[results[0]].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// leaves reports whether a call may end the process or the loop, by itself or through a function
// that it calls.
func leaves(p *modelcode.Pass, call *ast.CallExpr, seen map[*ast.FuncDecl]bool) bool {
	if p.Operation(call) == "P.Exit" {
		return true
	}
	if p.Builtin(call) == "panic" {
		return len(seen) == 0 // in other functions, a panic is for errors
	}
	d := p.Declaration(p.Function(call))
	if d == nil || seen[d] {
		return false
	}
	seen[d] = true
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		found = found || ok && leaves(p, inner, seen)
		_, literal := n.(*ast.FuncLit)
		return !literal
	})
	return found
}
