package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strings"
)

// access replaces a node whose parts are replaced, and that reads or writes memory. The access is noted when it happens: after all
// events of its operands.
func (r *rewriter) access(n ast.Node, parents map[ast.Node]ast.Node) {
	switch n := n.(type) {
	case *ast.Ident, *ast.StarExpr:
		r.reads(n.(ast.Expr), parents)
	case *ast.IndexExpr:
		if !r.instance(n) {
			r.reads(n, parents)
		}
	case *ast.SelectorExpr:
		r.implicit(n)
		r.reads(n, parents)
	case *ast.AssignStmt:
		r.assigns(n, parents[n])
	case *ast.IncDecStmt:
		if of := r.target(n.X, "Writing", "WritingMap"); of != "" {
			r.replace(n.X, of)
		}
	case *ast.RangeStmt:
		r.rangesOver(n)
	case *ast.ReturnStmt:
		r.returns(n, parents)
	case *ast.CallExpr:
		r.builtin(n)
	}
}

// address returns the address of an expression that is in memory.
func (r *rewriter) address(e ast.Expr) string {
	if s, is := ast.Unparen(e).(*ast.StarExpr); is {
		return r.text(s.X)
	}
	return "&" + r.text(e)
}

// index returns an index expression of a map, or nil.
func (r *rewriter) index(e ast.Expr) *ast.IndexExpr {
	if x, is := ast.Unparen(e).(*ast.IndexExpr); is && isMap(r.Info.TypeOf(x.X)) {
		return x
	}
	return nil
}

// instance reports whether an index expression is an instance of a generic type.
func (r *rewriter) instance(x *ast.IndexExpr) bool {
	of := x.X
	if s, is := of.(*ast.SelectorExpr); is {
		of = s.Sel
	}
	id, is := of.(*ast.Ident)
	if !is {
		return false
	}
	_, is = r.Info.Uses[id].(*types.TypeName)
	return is
}

// target returns what takes the place of an expression that is assigned to; "" if it is no memory that goroutines may share.
func (r *rewriter) target(e ast.Expr, variable, inMap string) string {
	if x := r.index(e); x != nil {
		return call(inMap, r.text(x.X)) + "[" + r.text(x.Index) + "]"
	}
	if r.inMemory(e) {
		return "*" + call(variable, r.address(e))
	}
	return ""
}

// reads replaces an expression that is read, and neither assigned to nor a part of an expression that
// is.
func (r *rewriter) reads(e ast.Expr, parents map[ast.Node]ast.Node) {
	x := r.index(e)
	if !r.read(e, x != nil, parents) {
		return
	}
	if x == nil {
		if r.inMemory(e) {
			r.replace(e, call("Read", r.address(e)))
		}
	} else if !r.acts(x.Index) {
		r.replace(x.X, call("ReadMap", r.text(x.X)))
	} else {
		name := "Index"
		if t, is := r.Info.TypeOf(e).(*types.Tuple); is && t.Len() == 2 {
			name = "Index2"
		}
		r.replace(e, call(name, r.text(x.X))+"("+r.text(x.Index)+")")
	}
}

// read reports whether the value of an expression is used, or of a part of it if that counts as well.
func (r *rewriter) read(e ast.Expr, parts bool, parents map[ast.Node]ast.Node) bool {
	t := r.Info.TypeOf(e)
	for in := ast.Node(e); in != nil; in = parents[in] {
		if x, is := in.(ast.Expr); is && r.Info.Types[x].Value != nil { // a constant, as len of an array
			return false
		}
	}
	var self ast.Node = e
	p := parents[e]
	for paren, is := p.(*ast.ParenExpr); is; paren, is = p.(*ast.ParenExpr) {
		self, p = paren, parents[paren]
	}
	switch p := p.(type) {
	case *ast.UnaryExpr:
		return p.Op != token.AND
	case *ast.SelectorExpr:
		s := r.Info.Selections[p]
		switch {
		case p.Sel == self || s == nil:
			return false
		case parts || isPointer(t):
			return true
		}
		return s.Kind() != types.FieldVal && len(s.Index()) == 1 && !byPointer(s.Obj())
	case *ast.IndexExpr:
		return parts || p.Index == self || !isArray(t)
	case *ast.SliceExpr:
		return p.X != self || !isArray(t)
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			if l == self {
				return false
			}
		}
	case *ast.IncDecStmt:
		return false
	case *ast.RangeStmt:
		return p.X == self && !(isArray(t) && p.Value == nil)
	}
	return true
}

// implicit makes reads explicit that a selector implies: of pointers to embedded structs, and of the receiver of a method that is a value.
func (r *rewriter) implicit(n *ast.SelectorExpr) {
	s := r.Info.Selections[n]
	if s == nil || s.Kind() == types.MethodExpr {
		return
	}
	t, path := s.Recv(), r.text(n.X)
	if !isPointer(t) && !r.inMemory(n.X) {
		return
	}
	explicit := false
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, is := t.Underlying().(*types.Pointer); is {
			t = p.Elem()
		}
		of, is := t.Underlying().(*types.Struct)
		if !is || !of.Field(i).Exported() && of.Field(i).Pkg() != r.pkg {
			return
		}
		f := of.Field(i)
		path += "." + f.Name()
		if t = f.Type(); isPointer(t) {
			path, explicit = call("Read", "&"+path), true
		}
	}
	if s.Kind() == types.MethodVal && isPointer(t) && !byPointer(s.Obj()) {
		path, explicit = call("Read", path), true
	}
	if explicit {
		r.replace(n.X, path)
	}
}

// block reports whether a statement is in a list of statements, so that a block may take its place.
func block(n ast.Stmt, parent ast.Node) bool {
	switch p := parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.LabeledStmt:
		return true
	case *ast.CommClause:
		return p.Comm != n
	}
	return false
}

// assigns replaces an assignment.
func (r *rewriter) assigns(n *ast.AssignStmt, parent ast.Node) {
	if c, is := parent.(*ast.CommClause); is && c.Comm == n { // selects has replaced it
		return
	}
	if n.Tok == token.DEFINE {
		for _, l := range n.Lhs {
			if id := l.(*ast.Ident); r.inMemory(id) && block(n, parent) {
				r.insert(n.End(), "; "+call("Writing", "&"+id.Name))
			}
		}
		return
	}
	acts := false
	for _, e := range n.Rhs {
		acts = acts || r.acts(e)
	}
	switch inList := block(n, parent); {
	case acts && inList && (n.Tok != token.ASSIGN || len(n.Lhs) > 1):
		r.assignsLater(n)
	case acts && n.Tok == token.ASSIGN && len(n.Lhs) == 1:
		r.sets(n)
	case acts: // in the head of another statement
	default:
		for _, l := range n.Lhs {
			if of := r.target(l, "Writing", "WritingMap"); of != "" {
				r.replace(l, of)
			}
		}
	}
}

// sets replaces the assignment of a value that has to be evaluated first.
func (r *rewriter) sets(n *ast.AssignStmt) {
	then := "("
	if x := r.index(n.Lhs[0]); x != nil {
		r.replace(n.Lhs[0], call("SetKey", r.text(x.X))+"("+r.text(x.Index))
		then = ","
	} else if r.inMemory(n.Lhs[0]) {
		r.replace(n.Lhs[0], call("Set", r.address(n.Lhs[0])))
	} else {
		return
	}
	r.edits = append(r.edits, edit{r.at(n.Lhs[0].End()), r.at(n.TokPos) + 1, then})
	r.insert(n.End(), ")")
}

// assignsLater replaces an assignment of several values, or with an operator, some of which have to be evaluated first.
func (r *rewriter) assignsLater(n *ast.AssignStmt) {
	var before, left, values, then []string
	for i, l := range n.Lhs {
		p, at := fmt.Sprintf("%sP%d", as, i), fmt.Sprintf("%sK%d", as, i)
		if x := r.index(l); x != nil {
			before = append(before, p+", "+at+" := "+r.text(x.X)+", "+r.text(x.Index))
			left, then = append(left, p+"["+at+"]"), append(then, call("WritingMap", p))
		} else if r.inMemory(l) {
			before = append(before, p+" := "+r.address(l))
			left, then = append(left, "*"+p), append(then, call("Writing", p))
		} else {
			left = append(left, r.text(l))
		}
	}
	if len(then) == 0 {
		return
	}
	for i, e := range n.Rhs {
		if values = append(values, r.text(e)); n.Tok != token.ASSIGN {
			v := fmt.Sprintf("%sV%d", as, i)
			before, values[i] = append(before, v+" := "+values[i]), v
		}
	}
	text := "{ " + strings.Join(before, "; ") + "; " + strings.Join(left, ", ") + " " + n.Tok.String() + " " + strings.Join(values, ", ") + "; " + strings.Join(then, "; ")
	missing := strings.Count(string(r.Source[r.at(n.Pos()):r.at(n.End())]), "\n") - strings.Count(text, "\n")
	r.replace(n, text+strings.Repeat("\n", max(0, missing))+" }")
}

// insert inserts text at a position.
func (r *rewriter) insert(p token.Pos, text string) {
	r.edits = append(r.edits, edit{r.at(p), r.at(p), text})
}

// rangesOver replaces what a range statement reads, except for a map (see ranges), and notes what it assigns to.
func (r *rewriter) rangesOver(n *ast.RangeStmt) {
	t := r.Info.TypeOf(n.X)
	if v := r.Info.FileVersions[r.Syntax]; v != "" && version.Compare(v, "go1.23") < 0 { // which cannot range over a function
		t = types.Typ[types.Invalid]
	}
	if p, is := t.Underlying().(*types.Pointer); is && n.Value != nil {
		if t = p.Elem(); isArray(t) {
			r.replace(n.X, call("Elements", "("+r.text(n.X)+")[:]"))
		}
	} else if v, blank := n.Value.(*ast.Ident); isSlice(t) && n.Value != nil && !(blank && v.Name == "_") {
		r.replace(n.X, call("Elements", r.text(n.X)))
	}
	if n.Tok != token.ASSIGN {
		return
	}
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e != nil && r.inMemory(e) {
			r.insert(n.Body.Lbrace+1, call("Writing", r.address(e))+";")
		}
	}
}

// returns notes that a return statement assigns to results that goroutines may share.
func (r *rewriter) returns(n *ast.ReturnStmt, parents map[ast.Node]ast.Node) {
	var results *ast.FieldList
	for p := parents[n]; results == nil && p != nil; p = parents[p] {
		switch f := p.(type) {
		case *ast.FuncDecl:
			results = f.Type.Results
		case *ast.FuncLit:
			results = f.Type.Results
			p = r.Syntax
		}
	}
	if results == nil || len(n.Results) != results.NumFields() {
		return
	}
	i := 0
	for _, f := range results.List {
		for _, name := range f.Names {
			o := r.Info.Defs[name]
			if o != nil && r.shared[o] {
				if _, seen := o.Pkg().Scope().Innermost(n.Pos()).LookupParent(o.Name(), n.Pos()); seen == o {
					r.replace(n.Results[i], call("Returning", "&"+o.Name())+"("+r.text(n.Results[i])+")")
				}
			}
			i++
		}
	}
}

// builtin replaces calls of built-in functions that access memory.
func (r *rewriter) builtin(n *ast.CallExpr) {
	id, is := ast.Unparen(n.Fun).(*ast.Ident)
	if _, builtin := r.Info.Uses[id].(*types.Builtin); !is || !builtin || len(n.Args) == 0 {
		return
	}
	first := r.Info.TypeOf(n.Args[0])
	last := r.Info.TypeOf(n.Args[len(n.Args)-1])
	switch {
	case id.Name == "append" && isSlice(first) && n.Ellipsis.IsValid():
		if isSlice(last) {
			r.replace(n.Fun, as+".AppendAll")
		} else if of[*types.Basic](last) {
			r.replace(n.Fun, as+".AppendString")
		} else {
			return
		}
		r.edits = append(r.edits, edit{r.at(n.Ellipsis), r.at(n.Ellipsis) + len("..."), ""})
	case id.Name == "append" && isSlice(first) && len(n.Args) > 1:
		k := fmt.Sprint(len(n.Args) - 1)
		for _, a := range n.Args[1:] {
			if r.acts(a) {
				r.replace(n, call("Appended", r.text(n), k))
				return
			}
		}
		r.replace(n.Args[0], call("Appending", r.text(n.Args[0]), k))
	case id.Name == "copy" && isSlice(first) && isSlice(last):
		r.replace(n.Fun, as+".CopyAll")
	case id.Name == "copy" && isSlice(first) && of[*types.Basic](last):
		r.replace(n.Fun, as+".CopyString")
	case id.Name == "clear" && isSlice(first):
		r.replace(n.Fun, as+".ClearAll")
	case id.Name == "clear" && isMap(first):
		r.replace(n.Args[0], call("WritingMap", r.text(n.Args[0])))
	case id.Name == "delete" && isMap(first):
		from := r.at(n.Args[0].End())
		comma := from + strings.IndexByte(string(r.Source[from:]), ',')
		r.replace(n.Fun, as+".DeleteKey")
		r.edits = append(r.edits, edit{comma, comma + 1, ")("})
	case id.Name == "len" && isMap(first):
		r.replace(n.Args[0], call("ReadMap", r.text(n.Args[0])))
	}
}
