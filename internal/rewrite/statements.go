package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// goes replaces a go statement. The function and the arguments are evaluated before the goroutine starts.
func (r *rewriter) goes(n *ast.GoStmt) {
	label := strconv.Quote(r.label(n.Call.Fun))
	lit, is := n.Call.Fun.(*ast.FuncLit)
	if is && len(n.Call.Args) == 0 {
		r.replace(n, call("Go", label, r.text(lit)))
		return
	}
	var before, args []string
	fun := r.text(n.Call.Fun)
	if r.evaluated(n.Call.Fun) {
		before, fun = append(before, as+"F := "+fun), as+"F"
	}
	for i, a := range n.Call.Args {
		if tuple, is := r.Info.TypeOf(a).(*types.Tuple); is {
			for k := range tuple.Len() {
				args = append(args, fmt.Sprintf("%s%d", as, k))
			}
			before = append(before, strings.Join(args, ", ")+" := "+r.text(a))
			continue
		}
		if v := r.Info.Types[a]; v.Value != nil || v.IsNil() || v.IsType() {
			args = append(args, r.text(a))
			continue
		}
		name := fmt.Sprintf("%s%d", as, i)
		before, args = append(before, name+" := "+r.text(a)), append(args, name)
	}
	dots := ""
	if n.Call.Ellipsis.IsValid() {
		dots = "..."
	}
	inner := fun + "(" + strings.Join(args, ", ") + dots + ")"
	if id, is := ast.Unparen(n.Call.Fun).(*ast.Ident); is && id.Name == "close" {
		if _, is := r.Info.Uses[id].(*types.Builtin); is {
			inner = call("Close", args...)
		}
	}
	r.replace(n, call("Go", label, "func() func() { "+strings.Join(append(before, ""), "; ")+"return func() { "+inner+" } }()"))
}

// evaluated reports whether a function that is called by a go statement has to be evaluated before: it is neither the name of a function nor
// built in.
func (r *rewriter) evaluated(fun ast.Expr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.IndexExpr, *ast.IndexListExpr:
		return false
	case *ast.SelectorExpr:
		if x, is := f.X.(*ast.Ident); is {
			if _, is := r.Info.Uses[x].(*types.PkgName); is {
				return false
			}
		}
		return true
	default:
		return true
	}
	_, variable := r.Info.Uses[id].(*types.Var)
	return variable
}

// label returns the name of a goroutine: of the function that it calls, or of the function that has the go statement.
func (r *rewriter) label(fun ast.Expr) string {
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.IndexExpr:
		return r.label(f.X)
	}
	for _, d := range r.Syntax.Decls {
		if f, is := d.(*ast.FuncDecl); is && f.Pos() <= fun.Pos() && fun.Pos() < f.End() {
			return f.Name.Name + ".func"
		}
	}
	return "func"
}

// selects replaces a select by a switch over the number of the case.
func (r *rewriter) selects(n *ast.SelectStmt) {
	if len(n.Body.List) == 0 {
		r.replace(n, "{ "+call("Select", "false")+"; panic(0) }")
		return
	}
	var vars, values []string
	withDefault := false
	last := n.Body.List[len(n.Body.List)-1]
	for _, s := range n.Body.List {
		withDefault = withDefault || s.(*ast.CommClause).Comm == nil
	}
	for _, s := range n.Body.List {
		c := s.(*ast.CommClause)
		if c.Comm == nil {
			continue
		}
		v := fmt.Sprintf("%sC%d", as, len(vars))
		head := fmt.Sprintf("case %d:", len(vars))
		if !withDefault && s == last { // so that the switch ends a function where the select does
			head = "default:"
		}
		value, then := r.comm(c.Comm, v)
		vars, values = append(vars, v), append(values, value)
		r.edits = append(r.edits, edit{r.at(c.Case), r.at(c.Colon) + 1, head + then})
	}
	if len(vars) == 0 { // it has a default alone
		r.edits = append(r.edits, edit{r.at(n.Select), r.at(n.Body.Lbrace), "switch "})
		return
	}
	r.edits = append(r.edits, edit{r.at(n.Select), r.at(n.Body.Lbrace), fmt.Sprintf("switch %s := %s; %s ",
		strings.Join(vars, ", "), strings.Join(values, ", "), call("Select", append([]string{strconv.FormatBool(withDefault)}, vars...)...))})
}

// comm returns the case of a communication, and the statements that come first if it is chosen.
func (r *rewriter) comm(s ast.Stmt, v string) (value, then string) {
	switch s := s.(type) {
	case *ast.SendStmt:
		return call("Into", r.text(s.Chan)) + "(" + r.text(s.Value) + ")", ""
	case *ast.ExprStmt:
		return r.receiving(s.X), ""
	case *ast.AssignStmt:
		results := []string{v + ".Value", v + ".OK"}[:len(s.Lhs)]
		var left []string
		blank := s.Tok == token.DEFINE
		for _, l := range s.Lhs {
			left = append(left, r.text(l))
			blank = blank && left[len(left)-1] == "_"
		}
		if blank {
			return r.receiving(s.Rhs[0]), ""
		}
		then = " " + strings.Join(left, ", ") + " " + s.Tok.String() + " " + strings.Join(results, ", ") + ";"
		for _, l := range s.Lhs {
			if x := r.index(l); r.Races && x != nil {
				then += " " + call("WritingMap", r.text(x.X)) + ";"
			} else if r.Races && r.inMemory(l) {
				then += " " + call("Writing", r.address(l)) + ";"
			}
		}
		return r.receiving(s.Rhs[0]), then
	}
	r.fail(s, "a case of a select that is neither a send nor a receive")
	return "", ""
}

func (r *rewriter) receiving(e ast.Expr) string {
	return call("Receiving", r.text(ast.Unparen(e).(*ast.UnaryExpr).X))
}
