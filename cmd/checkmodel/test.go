package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/rewrite"
)

// testFlags returns the flags of checkmodel test.
func testFlags(o *command.Options) *pflag.FlagSet {
	fs := newFlags("checkmodel test")
	var names []string
	flags(o).VisitAll(func(f *pflag.Flag) {
		if !slices.Contains([]string{"help", "set", "faults", "delivery", "watch"}, f.Name) && len(f.Name) > 1 {
			names = append(names, f.Name)
		}
	})
	borrow(fs, flags(o), map[string]string{"without": "do without `NAME`: races, which leaves out data races"}, names...)
	return withAliases(withHelp(fs))
}

// testHelpText returns the output of checkmodel test -h.
func testHelpText() string {
	return `usage: checkmodel test [flags] packages

Test explores the tests of ordinary Go code: those that call gotest.Explore. It builds them with goroutines, channels, locks and timers
under its control, and executes each once for every order of events that makes a difference. Sources stay as they are. See docs/goroutines.md.

` + testFlags(new(command.Options)).FlagUsagesWrapped(columns)
}

// runTest implements checkmodel test.
func runTest(args []string, stdout, stderr io.Writer) command.Status {
	o, without := command.Options{}, []string(nil)
	patterns, err := parseFlags(testFlags(&o), args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(stdout, stderr, testHelpText())
	}
	if len(patterns) == 0 && !misspelt(err) {
		err = problems.Join(err, fmt.Errorf("name the packages to test, as in '%s test ./...'", started()))
	}
	without, o.Without = o.Without, nil
	if err = problems.Join(err, o.Validate(), o.Destinations("")); err != nil {
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s test -h' for help.\n", started())
		return command.Unusable
	}
	return executeBy(o, " test", stderr, func(ctx context.Context) (*program, error) { return buildTests(ctx, libraryFor(o), patterns, without) })
}

// buildTests builds the program around the rewritten tests of the packages.
func buildTests(ctx context.Context, library string, patterns, without []string) (*program, error) {
	home, err := mainModule(ctx)
	if err != nil {
		return nil, err
	}
	source, err := rewrite.Load(ctx, home.Path, home.Dir, patterns, without)
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for _, t := range source.Targets {
		packages = append(packages, goPackage{ImportPath: t.Path, Dir: t.Dir, Module: &home, calls: rewrite.Tests, shown: t.Of})
	}
	files, dir, err := generate(home, library, packages, nil)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, source.Files)
	return compile(ctx, files, dir)
}
