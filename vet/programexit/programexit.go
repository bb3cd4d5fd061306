// Package programexit finds code of a model that ends the program, or the goroutine that
// executes a process.
package programexit

import "github.com/checkmodel/checkmodel/vet/modelcode"

// Analyzer finds code of a model that ends the program.
var Analyzer = modelcode.Analyzer("programexit", `report code of a model that ends the program

The checker executes the processes of a model within its own program: what ends that
ends the search, without a report. A process ends by P.Exit. Functions of other
packages of the module are looked into, too.`, run, new(exitUse))

// exitUse is the fact that a function ends the program.
type exitUse struct{ modelcode.Use }

// AFact marks it as a fact.
func (*exitUse) AFact() {}

// exits lists the functions that end the program or a goroutine.
var exits = map[string][]string{
	"os":      {"Exit"},
	"log":     {"Fatal", "Fatalf", "Fatalln", "Logger.Fatal", "Logger.Fatalf", "Logger.Fatalln"},
	"syscall": {"Exit"},
	"runtime": {"Goexit"},
}

func run(p *modelcode.Pass) {
	modelcode.Uses[exitUse](p, modelcode.Forbidden{ // in other modules, such as loggers, too many functions could end the program but never do
		Direct: p.Finder(exits),
		Does:   "ends the program",
		Remedy: "and with it the search; a process ends by P.Exit",
	})
}
