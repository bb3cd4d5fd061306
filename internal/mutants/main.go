// Mutants breaks the checker on purpose, in one place at a time, and finds out
// which test notices. It writes
//
//	results/mutants.json  for each mutant the test that caught it
//	results/mutants.md    a table of them
//
// A mutant is a change of the source, as it might be made by mistake (mutants.go; the lists are in
// files of their own). It is given as two pieces of Go, and planted where the syntax tree has the
// first one (plant.go), so that it stays as code moves and names change. The program copies the
// repository to a temporary directory and makes one change after the other there. Of what .ci/run
// tests, it runs what depends on the changed package, without the race detector, until a test
// fails: first the test that has caught the mutant before, then the tests of the package itself.
// Usage, in the root of the repository:
//
//	go run ./internal/mutants [flags]
//
// The flags are:
//
//	-run REGEXP   only mutants whose name matches; what is known of the others
//	              stays. '^$' only writes the table again
//	-timeout D    tests of a package that take longer hang (default 10m)
//
// The files are written anew after every mutant.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"
)

func main() {
	pattern := flag.String("run", "", "only mutants whose name matches the `regexp`")
	timeout := flag.Duration("timeout", 10*time.Minute, "tests of a package that take longer hang")
	flag.Parse()
	var err error
	if flag.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	} else {
		err = try(*pattern, *timeout)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "mutants: %v\n", err)
		os.Exit(1)
	}
}

// try tries the mutants that are selected and writes the files.
func try(pattern string, timeout time.Duration) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	var todo []mutant
	for _, m := range mutants {
		if selected.MatchString(m.name) {
			todo = append(todo, m)
		}
	}
	known, err := load("results")
	if err != nil {
		return err
	}
	before, err := loadAll("results")
	if err != nil {
		return err
	}
	sources, err := readSources(".")
	if err != nil {
		return err
	}
	if len(todo) == 0 {
		return write("results", known, sources)
	}
	lab, err := newLab(".", timeout, before)
	if err != nil {
		return err
	}
	defer lab.close()
	var failed error
	for _, m := range todo {
		start := time.Now()
		caught, err := lab.try(m, before[m.name])
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", m.name, err))
			continue
		}
		fmt.Printf("%-40s %s  (%s)\n", m.name, caught, time.Since(start).Round(time.Second))
		if known, err = load("results"); err != nil { // another run may have written
			return err
		}
		known[m.name] = record{m.name, m.digest(), caught}
		if err := write("results", known, sources); err != nil {
			return err
		}
	}
	return failed
}
