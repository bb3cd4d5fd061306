package main

import (
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/cli"
)

// A verb is a first argument that asks for something else than to check models.
type verb struct {
	name string
	run  func(args []string, stdout, stderr io.Writer) cli.Status
}

// verbs returns all verbs, in the order of the help text.
func verbs() []verb {
	return []verb{
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
