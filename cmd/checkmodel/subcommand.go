package main

import (
	"errors"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
)

// A verb is a first argument that selects another task than checking models.
type verb struct {
	name string
	run  func(args []string, stdout, stderr io.Writer) command.Status
}

// verbs returns all verbs, in the order of the help text.
func verbs() []verb {
	return []verb{
		{"test", runTest},
		{"run", runRun},
		{"explore", runExplore},
		{"minimize", runMinimize},
		{"conform", runConform},
		{"vet", runVet},
		{"new", runNew},
		{"show", runShow},
		{"help", runHelp},
		{"completion", runCompletion},
		{"version", runVersion},
	}
}

func subcommand(name string) (verb, bool) {
	all := verbs()
	i := slices.IndexFunc(all, func(v verb) bool { return v.name == name })
	if i < 0 {
		return verb{}, false
	}
	return all[i], true
}

// operands returns the arguments of a command that has no flag except -help. It returns ok if the
// command should continue; otherwise it has written the help or the problem, and returns the exit
// status.
func operands(name string, args []string, stdout, stderr io.Writer) (others []string, status command.Status, ok bool) {
	others, err := parseFlags(withAliases(withHelp(newFlags("checkmodel "+name))), args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return nil, runHelp([]string{name}, stdout, stderr), false
	case err != nil:
		return nil, complain(stderr, err), false
	}
	return others, command.AsDeclared, true
}
