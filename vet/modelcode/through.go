package modelcode

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Use is the fact that a function, or what is in a variable of a package, does something
// that the code of a model must not do, by itself or through others.
type Use struct {
	Module string   // to which the function belongs
	Own    bool     // it is code of a model itself, so it is reported where it stands
	By     []string // the functions through which it does so, outermost first, without itself
	What   string   // what it uses
	At     string   // file:line of that, the file with the path of its package
}

// Used returns the use; it is for those that embed it.
func (u *Use) Used() *Use { return u }

// use is a fact that is a Use. Each analyzer has a type of its own.
type use[F any] interface {
	*F
	analysis.Fact
	Used() *Use
}

// Forbidden is something that the code of a model must not do.
type Forbidden struct {
	// Direct returns what a node uses, "" for nothing.
	Direct func(ast.Node) string
	// Does is what is said of who uses it; Remedy is what comes of that and what to do.
	Does, Remedy string
	// Dependencies says that functions of other modules are looked into, too. Those of the
	// standard library never are: what it does inside is known by the names in Direct.
	Dependencies bool
}

// Identifiers returns what finds a use by what identifiers refer to.
func Identifiers(direct func(*ast.Ident) string) func(ast.Node) string {
	return func(n ast.Node) string {
		if id, ok := n.(*ast.Ident); ok {
			return direct(id)
		}
		return ""
	}
}

// Uses finds the places in the code of the model that use what is forbidden, and those
// that refer to a function of another package which does ([Through]).
func Uses[F any, U use[F]](p *Pass, what Forbidden) {
	p.Inspect(func(n ast.Node) {
		if name := what.Direct(n); name != "" {
			p.Find(n.Pos(), "%s %s, %s", name, what.Does, what.Remedy)
		}
	})
	Through[F, U](p, what)
}

// Through finds the places in the code of the model that refer to a function of another
// package which uses what is forbidden, by itself or through others. Of this package it exports what others
// have to know. A use that is allowed is none. Calls of methods of an interface, and of
// functions in fields and parameters, are not followed.
func Through[F any, U use[F]](p *Pass, what Forbidden) {
	if p.Module == nil || p.Module.Path == "" || p.Pkg.Path() == procPath { // what that does is the business of the checker
		return
	}
	elsewhere := func(o types.Object) *Use {
		if o == nil || o.Pkg() == nil || o.Pkg() == p.Pkg {
			return nil
		}
		fact := U(new(F))
		if !p.ImportObjectFact(o, fact) {
			return nil
		}
		u := fact.Used()
		if own := u.Module == p.Module.Path; own && u.Own || !own && !what.Dependencies {
			return nil
		}
		return u
	}
	p.Inspect(func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok {
			if u := elsewhere(p.referred(id)); u != nil {
				p.Find(id.Pos(), "%s %s (%s), %s", id.Name, what.Does, u.path(p.Module.Path), what.Remedy)
			}
		}
	})
	for o, u := range newUsers(p, what.Direct, elsewhere).uses {
		if !o.Exported() { // no other package can refer to it
			continue
		}
		fact := U(new(F))
		*fact.Used() = u
		p.ExportObjectFact(o, fact)
	}
}

// mostShown is how many functions of a path are shown.
const mostShown = 4

// path says how it comes to the use: outer -> inner -> time.Now at file:line. Files of the
// module are named from its directory on.
func (u *Use) path(module string) string {
	by := u.By
	if len(by) > mostShown {
		by = slices.Concat(by[:mostShown/2], []string{"..."}, by[len(by)-mostShown/2:])
	}
	return strings.Join(append(slices.Clip(by), u.What), " -> ") + " at " + strings.TrimPrefix(u.At, module+"/")
}

// referred returns the function or variable of a package that an identifier refers to,
// nil for anything else.
func (p *Pass) referred(id *ast.Ident) types.Object {
	switch o := p.TypesInfo.Uses[id].(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		if Global(o) {
			return o
		}
	}
	return nil
}

// functionName returns the name of a function with its package and, of a method, its type.
func functionName(o types.Object) string {
	name := o.Name()
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		t := f.Signature().Recv().Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok {
			name = named.Obj().Name() + "." + name
		}
	}
	return fmt.Sprintf("%s.%s", o.Pkg().Name(), name)
}
