package modelcode

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Use is what is known of a function that no process executes in its own package, but
// may in another one of the module: it does something that the code of a model must
// not do.
type Use struct {
	Module string // to which the function belongs
	What   string // what it uses
	At     string // file:line, within the module
}

// Used returns the use; it is for those that embed it.
func (u *Use) Used() *Use { return u }

// use is a fact that is a Use. Each analyzer has a type of its own.
type use[F any] interface {
	*F
	analysis.Fact
	Used() *Use
}

// Uses finds the places in the code of the model that make a use, and those that refer
// to a function of another package of this module which does, by itself or through
// others. Direct says what an identifier uses, "" for nothing; does is what is said of
// that, and remedy what comes of it and what to do. Of this package Uses exports what
// others have to know. A use that is allowed is none.
func Uses[F any, U use[F]](p *Pass, direct func(*ast.Ident) string, does, remedy string) {
	p.identifiers(func(id *ast.Ident) {
		if name := direct(id); name != "" {
			p.Find(id.Pos(), "%s %s, %s", name, does, remedy)
		}
	})
	through[F, U](p, direct, func(id *ast.Ident, u *Use) {
		p.Find(id.Pos(), "%s %s (%s at %s), %s", id.Name, does, u.What, u.At, remedy)
	})
}

// identifiers calls f with those in the code of the model.
func (p *Pass) identifiers(f func(*ast.Ident)) {
	p.Inspect(func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok {
			f(id)
		}
	})
}

// through calls found with the places that make a use through functions of other
// packages, and exports the facts.
func through[F any, U use[F]](p *Pass, direct func(*ast.Ident) string, found func(id *ast.Ident, u *Use)) {
	if p.Module == nil || p.Module.Path == "" || p.Pkg.Path() == procPath { // what that does is the business of the checker
		return
	}
	elsewhere := func(id *ast.Ident) *Use {
		f, ok := p.TypesInfo.Uses[id].(*types.Func)
		if !ok || f.Pkg() == nil || f.Pkg() == p.Pkg {
			return nil
		}
		fact := U(new(F))
		if !p.ImportObjectFact(f.Origin(), fact) || fact.Used().Module != p.Module.Path {
			return nil
		}
		return fact.Used()
	}
	p.identifiers(func(id *ast.Ident) {
		if u := elsewhere(id); u != nil {
			found(id, u)
		}
	})
	for f, u := range p.users(direct, elsewhere) {
		if !f.Exported() { // nobody else can refer to it
			continue
		}
		fact := U(new(F))
		*fact.Used() = u
		p.ExportObjectFact(f, fact)
	}
}

// users returns the functions of the package that are no code of the model and make a
// use, by themselves or through others.
func (p *Pass) users(direct func(*ast.Ident) string, elsewhere func(*ast.Ident) *Use) map[*types.Func]Use {
	users := map[*types.Func]Use{}
	calls := map[*types.Func][]*types.Func{} // from whom to whom
	ours := map[ast.Node]bool{}
	p.Functions(func(function ast.Node) { ours[function] = true })
	for _, file := range p.Files {
		for _, d := range file.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || ours[d] {
				continue
			}
			f := p.TypesInfo.Defs[d.Name].(*types.Func)
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				_, known := users[f]
				if what := direct(id); what != "" {
					if !p.allowed(id.Pos()) && !known {
						users[f] = Use{p.Module.Path, what, p.within(id.Pos())}
					}
				} else if u := elsewhere(id); u != nil {
					if !p.allowed(id.Pos()) && !known {
						users[f] = *u
					}
				} else if g, ok := p.TypesInfo.Uses[id].(*types.Func); ok && g.Pkg() == p.Pkg {
					calls[g.Origin()] = append(calls[g.Origin()], f)
				}
				return true
			})
		}
	}
	spread(users, calls)
	return users
}

// within returns file:line of a position, from the directory of the module on.
func (p *Pass) within(pos token.Pos) string {
	at := p.Fset.Position(pos)
	dir := strings.TrimPrefix(strings.TrimPrefix(p.Pkg.Path(), p.Module.Path), "/")
	return fmt.Sprintf("%s:%d", path.Join(dir, filepath.Base(at.Filename)), at.Line)
}

// spread lets who calls a user be one, too.
func spread(users map[*types.Func]Use, callers map[*types.Func][]*types.Func) {
	var work []*types.Func
	for f := range users {
		work = append(work, f)
	}
	slices.SortFunc(work, func(f, g *types.Func) int { return int(g.Pos() - f.Pos()) })
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, g := range callers[f] {
			if _, known := users[g]; !known {
				users[g] = users[f]
				work = append(work, g)
			}
		}
	}
}
