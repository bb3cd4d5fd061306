// Package cli is what the command checkmodel does with the models that it has
// found: it selects some of them, searches one after the other, writes the
// report, and says how to exit. It is the only package of the checker that knows
// a clock, signals and a terminal.
//
// The command itself, which parses the command line and finds and builds the
// models, is cmd/checkmodel. It generates a program around the models whose main
// function calls [Main]. That program is built in the user's module; therefore
// this package, and all that it imports, gets by with the standard library: a
// module that requires the checker need not know of any other.
package cli
