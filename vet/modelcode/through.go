package modelcode

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Use is the fact that a function, or a function in a variable of a package, does something that
// code of a model must not do, by itself or through others.
type Use struct {
	Module string   // the module of the function
	Own    bool     // whether it is code of a model itself, where the use is reported
	By     []string // the functions through which it does so, outermost first, without the function itself
	What   string   // the thing that it uses
	At     string   // file:line of the use, the file with the path of its package
}

// Used returns the use, for types that embed it.
func (u *Use) Used() *Use { return u }

// use is a fact that embeds a Use. Each analyzer has its own type.
type use[F any] interface {
	*F
	analysis.Fact
	Used() *Use
}

// Forbidden describes something that code of a model must not do.
type Forbidden struct {
	// Direct names the forbidden thing that a node uses, or returns "".
	Direct func(ast.Node) string
	// Does describes the use in a finding; Remedy describes the consequence and the remedy.
	Does, Remedy string
	// Dependencies says that functions of other modules are analyzed, too. Those of the standard
	// library never are: their uses are listed in Direct.
	Dependencies bool
}

// Identifiers returns a function for Direct that examines identifiers only.
func Identifiers(direct func(*ast.Ident) string) func(ast.Node) string {
	return func(n ast.Node) string {
		if id, ok := n.(*ast.Ident); ok {
			return direct(id)
		}
		return ""
	}
}

// Finder returns a function for Direct that finds the functions in a list. It has their names, with
// their type if they are methods, by the paths of their packages.
func (p *Pass) Finder(functions map[string][]string) func(ast.Node) string {
	return Identifiers(func(id *ast.Ident) string {
		f, ok := p.TypesInfo.Uses[id].(*types.Func)
		if ok && f.Pkg() != nil && slices.Contains(functions[f.Pkg().Path()], withType(f)) {
			return functionName(f)
		}
		return ""
	})
}

// Uses reports the places in the code of the model that do something forbidden, and the places that
// refer to a function of another package which does ([Through]).
func Uses[F any, U use[F]](p *Pass, what Forbidden) {
	p.Inspect(func(n ast.Node) {
		if name := what.Direct(n); name != "" {
			p.Report(n.Pos(), "%s %s, %s", name, what.Does, what.Remedy)
		}
	})
	Through[F, U](p, what)
}

// Through reports the places in the code of the model that refer to a function of another package
// which does what is forbidden, by itself or through others. It exports facts about this package
// for others. A use that is allowed does not count. Calls of methods of an interface, and of
// functions in fields and parameters, are not followed.
func Through[F any, U use[F]](p *Pass, what Forbidden) {
	if p.Module == nil || p.Module.Path == "" || p.Pkg.Path() == procPath { // package proc is part of the checker
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
				p.Report(id.Pos(), "%s %s (%s), %s", id.Name, what.Does, u.path(p.Module.Path), what.Remedy)
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

// mostShown is the maximal number of functions shown in a path.
const mostShown = 4

// path shows the calls that lead to the use: outer -> inner -> time.Now at file:line. Files of the
// module are relative to its directory.
func (u *Use) path(module string) string {
	by := u.By
	if len(by) > mostShown {
		by = slices.Concat(by[:mostShown/2], []string{"..."}, by[len(by)-mostShown/2:])
	}
	return strings.Join(append(slices.Clip(by), u.What), " -> ") + " at " + strings.TrimPrefix(u.At, module+"/")
}

// referred returns the function or variable of a package that an identifier refers to, or nil.
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

// functionName returns the name of a function or variable with its package and, for a method, its
// type.
func functionName(o types.Object) string {
	name := o.Name()
	if f, ok := o.(*types.Func); ok {
		name = withType(f)
	}
	return o.Pkg().Name() + "." + name
}
