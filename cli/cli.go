// Package cli is the main function of the program that the command checkmodel builds around the
// models of a user. The command generates that program in the user's module, so this package and
// all that it imports need only the modules that the package checker needs.
package cli

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
)

// Package is a package with models.
type Package struct {
	Path string // its import path
	// Models returns the models. It is nil if the package does not build, or has no usable models,
	// and this has been reported.
	Models func() []checker.Model
}

// Main is the main function of the program. The program's only argument is the name of a file, in
// which the command has written what is to be done. Main does not return: it exits with the status
// of the command.
//
// The first interrupt ends the run after the current interleaving, the second one ends it at once.
//
//go:noinline // or package main compiles all that the types of command.Main refer to
func Main(packages ...Package) { command.Main(nil, packages) }
