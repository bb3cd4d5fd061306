// Package command runs the models that the command checkmodel has found: it selects some of them,
// searches in turns, writes the report, and determines the exit status. It is the only
// package of the checker that uses a clock, signals and a terminal.
//
// The command itself, which parses the command line and finds and builds the models, is
// cmd/checkmodel. It generates a program around the models, whose main function is in package cli
// and calls [Main].
package command
