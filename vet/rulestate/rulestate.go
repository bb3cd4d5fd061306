// Package rulestate finds rules that keep state from one interleaving to the next.
package rulestate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds rules that are not pure functions.
var Analyzer = modelcode.Analyzer("rulestate", `report rules that keep something between interleavings

What a rule says of an interleaving must follow from what the processes of that
interleaving have shown: it is asked about one after the other, and about some again.
A variable that the function given to Always, Finally, Eventually, AlwaysPossible, Sometimes, Monitor, Automaton or
Commutes changes, and that is declared outside of it, has what earlier interleavings left there, so the rule may
find a violation where there is none, or miss one. What a Monitor has to remember is declared
in the function start, which is called anew for each interleaving.`, run)

const checkerPath = "github.com/checkmodel/checkmodel/checker"

// rules lists the functions that create a rule, or a claim about messages; the last argument is its function.
var rules = []string{"Always", "Finally", "Eventually", "AlwaysPossible", "Sometimes", "Monitor", "Automaton", "Commutes"}

func run(p *modelcode.Pass) {
	s := &search{p, map[token.Pos]bool{}}
	for _, file := range p.Files {
		for _, d := range file.Decls {
			literals := p.Literals(d)
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if name := s.rule(call); name != "" {
						for _, function := range s.functions(call.Args[len(call.Args)-1], literals) {
							s.judge(name, function)
						}
					}
				}
				return true
			})
		}
	}
}

// search finds rules.
type search struct {
	*modelcode.Pass
	found map[token.Pos]bool // code that several rules share is reported once
}

// rule returns the kind of rule that a call creates, or "".
func (s *search) rule(call *ast.CallExpr) string {
	f := s.Function(call)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != checkerPath || f.Signature().Recv() != nil || !slices.Contains(rules, f.Name()) {
		return ""
	}
	return f.Name()
}

// functions returns the possible functions of an expression: literals, functions of the package,
// and functions that these return.
func (s *search) functions(e ast.Expr, literals map[*types.Var]*ast.FuncLit) (all []ast.Node) {
	if literal := s.Literal(e, literals); literal != nil {
		return []ast.Node{literal}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		f, _ := s.TypesInfo.Uses[e].(*types.Func)
		if d := s.Declaration(f); d != nil {
			return []ast.Node{d}
		}
	case *ast.CallExpr:
		maker := s.Declaration(s.Function(e))
		if maker == nil {
			return nil
		}
		inner := s.Literals(maker)
		ast.Inspect(maker.Body, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				if _, again := ast.Unparen(r.Results[0]).(*ast.CallExpr); !again {
					all = append(all, s.functions(r.Results[0], inner)...)
				}
			}
			_, nested := n.(*ast.FuncLit)
			return !nested
		})
	}
	return all
}

// judge reports variables that outlive an interleaving and that the function of a rule changes.
func (s *search) judge(rule string, function ast.Node) {
	remedy := "what it says must follow from its arguments alone"
	if rule == "Monitor" {
		remedy = "declare what it has to remember in the function start, which is called for each interleaving"
	}
	find := func(at token.Pos, v *types.Var, what string) {
		if !s.found[at] {
			s.found[at] = true
			s.Report(at, "%s outlives an interleaving, and the rule %s; %s", v.Name(), what, remedy)
		}
	}
	s.Writes(function, func(w modelcode.Write) {
		v := s.VariableOf(w.Target)
		switch {
		case v == nil || v.IsField() || modelcode.Within(v, function):
		case w.Address:
			find(w.Target.Pos(), v, "can change it here, where its address is taken")
		default:
			find(w.Target.Pos(), v, "changes it here")
		}
	})
	ast.Inspect(function, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if v := s.ChangedByMethod(call); v != nil && !modelcode.Within(v, function) {
				find(call.Pos(), v, "changes it here")
			}
		}
		return true
	})
	for _, d := range s.called(function) {
		s.Writes(d, func(w modelcode.Write) {
			if v := s.VariableOf(w.Target); v != nil && modelcode.Global(v) && !w.Address {
				find(w.Target.Pos(), v, "changes it here, by way of "+d.Name.Name)
			}
		})
	}
}

// called returns the functions of the package that a function calls, directly or indirectly.
func (s *search) called(function ast.Node) (all []*ast.FuncDecl) {
	known := map[*ast.FuncDecl]bool{}
	work := []ast.Node{function}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				f, _ := s.TypesInfo.Uses[id].(*types.Func)
				if d := s.Declaration(f); d != nil && d != function && !known[d] {
					known[d] = true
					all, work = append(all, d), append(work, d)
				}
			}
			return true
		})
	}
	return all
}
