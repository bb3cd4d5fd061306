package modelcode

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
)

// users finds the functions and variables of a package that do something forbidden, by themselves
// or through others.
type users struct {
	*Pass
	direct    func(ast.Node) string
	elsewhere func(types.Object) *Use // the use of an object of another package
	uses      map[types.Object]Use
	callers   map[types.Object][]types.Object // by the object that they refer to
	own       map[types.Object]bool           // code of the model
}

func newUsers(p *Pass, direct func(ast.Node) string, elsewhere func(types.Object) *Use) *users {
	u := &users{p, direct, elsewhere, map[types.Object]Use{}, map[types.Object][]types.Object{}, map[types.Object]bool{}}
	ours := map[ast.Node]bool{}
	p.Functions(func(function ast.Node) { ours[function] = true })
	for _, file := range p.Files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				u.add(d, ours[d], p.TypesInfo.Defs[d.Name])
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						u.addVariables(spec, ours[spec])
					}
				}
			}
		}
	}
	u.spread()
	return u
}

// add records the uses and references in the declaration of an object.
func (u *users) add(declaration ast.Node, own bool, o types.Object) {
	u.own[o] = own
	ast.Inspect(declaration, func(n ast.Node) bool { u.note(o, n); return true })
}

// addVariables does the same for variables. A call in a declaration is executed once, before any
// model; functions in it are executed by their callers.
func (u *users) addVariables(spec *ast.ValueSpec, own bool) {
	for i, value := range spec.Values {
		for j, name := range spec.Names {
			if o := u.TypesInfo.Defs[name]; o != nil && (i == j || len(spec.Values) == 1) {
				u.own[o] = own
				u.walk(o, value)
			}
		}
	}
}

// walk records the uses and references in an expression, except by calls outside of function literals.
func (u *users) walk(o types.Object, e ast.Node) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ast.Inspect(n, func(n ast.Node) bool { u.note(o, n); return true })
			return false
		case *ast.CallExpr:
			for _, argument := range n.Args {
				u.walk(o, argument)
			}
			return false
		}
		u.note(o, n)
		return true
	})
}

// note records the use or the reference at a node, by an object.
func (u *users) note(o types.Object, n ast.Node) {
	_, known := u.uses[o]
	found := func(use Use) {
		if !u.allowed(n.Pos()) && !known {
			use.Module, use.Own = u.Module.Path, u.own[o]
			u.uses[o] = use
		}
	}
	if n == nil {
		return
	}
	if what := u.direct(n); what != "" {
		found(Use{What: what, At: u.at(n.Pos())})
		return
	}
	id, ok := n.(*ast.Ident)
	if !ok {
		return
	}
	to := u.referred(id)
	if use := u.elsewhere(to); use != nil {
		found(use.through(to))
	} else if to != nil && to.Pkg() == u.Pkg {
		u.callers[to] = append(u.callers[to], o)
	}
}

// through returns the use by an object that refers to o, which has the use u.
func (u Use) through(o types.Object) Use {
	u.By = slices.Insert(slices.Clone(u.By), 0, functionName(o))
	return u
}

// at returns file:line of a position, the file with the path of its package.
func (p *Pass) at(pos token.Pos) string {
	at := p.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", path.Join(p.Pkg.Path(), filepath.Base(at.Filename)), at.Line)
}

// spread gives objects that refer to an object with a use that use as well, along the shortest
// paths.
func (u *users) spread() {
	var work []types.Object
	for o := range u.uses {
		work = append(work, o)
	}
	slices.SortFunc(work, func(a, b types.Object) int { return int(a.Pos() - b.Pos()) })
	for len(work) > 0 {
		o := work[0]
		work = work[1:]
		for _, caller := range u.callers[o] {
			if _, known := u.uses[caller]; known || u.own[o] && !u.own[caller] { // a use in a process is reported there, not at its callers
				continue
			}
			use := u.uses[o].through(o)
			use.Own = u.own[caller]
			u.uses[caller] = use
			work = append(work, caller)
		}
	}
}
