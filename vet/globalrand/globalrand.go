// Package globalrand finds code of a model that draws random numbers from a global source.
package globalrand

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds random numbers from a global source.
var Analyzer = modelcode.Analyzer("globalrand", `report code of a model that draws global random numbers

A process is executed many times and must do the same each time. What may turn out
in several ways is Choose or Pick, of which the search explores every way. A
generator of the process's own with a fixed seed is fine. Functions of other packages
are looked into, too, also those of other modules, but for the standard library; calls of
methods of an interface cannot be followed.`, run, new(randUse))

// randUse is the fact that a function draws global random numbers.
type randUse struct{ modelcode.Use }

// AFact marks it as a fact.
func (*randUse) AFact() {}

func run(p *modelcode.Pass) {
	source := func(id *ast.Ident) string {
		if o := p.TypesInfo.Uses[id]; o != nil && draws(o) {
			return o.Pkg().Name() + "." + o.Name()
		}
		return ""
	}
	modelcode.Uses[randUse](p, modelcode.Forbidden{
		Direct:       modelcode.Identifiers(source),
		Does:         "is random",
		Remedy:       "so the process does not do the same each time; use Choose or Pick, or a generator of its own with a fixed seed",
		Dependencies: true,
	})
}

// draws reports whether an object of another package is a source of randomness.
func draws(o types.Object) bool {
	if o.Pkg() == nil {
		return false
	}
	f, isFunc := o.(*types.Func)
	plain := isFunc && f.Signature().Recv() == nil
	switch o.Pkg().Path() {
	case "math/rand", "math/rand/v2":
		return plain && !strings.HasPrefix(o.Name(), "New")
	case "crypto/rand":
		_, isVar := o.(*types.Var)
		return plain || isVar && o.Name() == "Reader"
	case "hash/maphash":
		return plain && o.Name() == "MakeSeed"
	}
	return false
}
