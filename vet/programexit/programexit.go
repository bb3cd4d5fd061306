// Package programexit finds code of a model that ends the program, or the goroutine that
// executes a process.
package programexit

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds code of a model that ends the program.
var Analyzer = modelcode.Analyzer("programexit", `report code of a model that ends the program

The checker executes the processes of a model within its own program: what ends that
ends the search, without a report. A process ends by P.Exit. Functions of other
packages of the module are looked into, too.`, run, new(exitUse))

// exitUse is the fact that a function ends the program.
type exitUse struct{ modelcode.Use }

// AFact marks it as a fact.
func (*exitUse) AFact() {}

// exits lists the functions, and methods of log.Logger, that end the program or a goroutine.
var exits = map[string][]string{
	"os":      {"Exit"},
	"log":     {"Fatal", "Fatalf", "Fatalln"},
	"syscall": {"Exit"},
	"runtime": {"Goexit"},
}

func run(p *modelcode.Pass) {
	modelcode.Uses[exitUse](p, modelcode.Forbidden{ // in other modules, such as loggers, too many functions could end the program but never do
		Direct: modelcode.Identifiers(func(id *ast.Ident) string { return exit(p, id) }),
		Does:   "ends the program",
		Remedy: "and with it the search; a process ends by P.Exit",
	})
}

// exit returns the name of the function by which an identifier ends the program, or "".
func exit(p *modelcode.Pass, id *ast.Ident) string {
	f, ok := p.TypesInfo.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || !slices.Contains(exits[f.Pkg().Path()], f.Name()) {
		return ""
	}
	if f.Signature().Recv() != nil {
		return f.Pkg().Name() + ".Logger." + f.Name()
	}
	return f.Pkg().Name() + "." + f.Name()
}
