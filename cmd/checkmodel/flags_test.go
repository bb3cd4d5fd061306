package main

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/cli"
)

// The help text has a line for each flag and each command.
func TestHelp(t *testing.T) {
	flags(&cli.Options{}, nil).VisitAll(func(f *flag.Flag) {
		if !strings.Contains(help, "\n  -"+f.Name+" ") {
			t.Errorf("the help text says nothing of -%s", f.Name)
		}
	})
	for _, v := range verbs() {
		if !strings.Contains(help, "\n  "+v.name+" ") {
			t.Errorf("the help text says nothing of %s", v.name)
		}
	}
}

func TestParse(t *testing.T) {
	four := 4
	for _, c := range []struct {
		args     string
		want     cli.Options
		patterns []string
	}{
		{"./a", cli.Options{}, []string{"./a"}},
		{"-bound 4 ./a", cli.Options{Bound: &four}, []string{"./a"}},
		{"./a --bound=4 ./b -json ./c", cli.Options{Bound: &four, JSON: true}, []string{"./a", "./b", "./c"}},
		{"-model -- ./a", cli.Options{Model: "--"}, []string{"./a"}},
		{"-v -- ./a -json -- -bound", cli.Options{Verbose: true}, []string{"./a", "-json", "--", "-bound"}},
		{"-receive-patterns=false ./a", cli.Options{AnyDeliveriesRace: true}, []string{"./a"}},
		{"-receive-patterns=false ./a -receive-patterns", cli.Options{}, []string{"./a"}},
	} {
		want := c.want
		want.BoundKind, want.Algorithm = cli.TreeBound, "optimal" // the defaults
		o, patterns, err := parse(strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		if diff := cmp.Diff(want, o) + cmp.Diff(c.patterns, patterns); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.args, diff)
		}
	}
}
