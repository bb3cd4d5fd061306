// Package testsize has the flag -long of this module's tests. Without it a test tries a sample, with fixed seeds, so that all tests
// together take minutes; with it, everything. The script .ci/long runs the long forms, and .ci/run some of them.
package testsize

import (
	"flag"
	"strconv"
	"testing"
)

var long = flag.Bool("long", false, "try all cases where a plain test tries a sample, and execute the tests that take longest")

// Long reports whether the flag is given.
func Long() bool { return *long }

// Sample returns how many cases a test tries: some, or all with the flag.
func Sample(some, all int) int {
	if *long {
		return all
	}
	return some
}

// LongOnly skips a test that has a long form alone.
func LongOnly(t testing.TB) {
	t.Helper()
	if !*long {
		t.Skip("it takes long; see the flag -long")
	}
}

// Draw lets the tests of a package, which calls it in TestMain, draw n values each, the same ones each time. The flag -rapid.seed
// selects others, and -rapid.checks more.
func Draw(n int) {
	flag.Parse()
	if testing.Short() { // rapid draws a fifth then, and the tests need some of each kind
		n *= 5
	}
	chosen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	for name, usual := range map[string]string{"rapid.checks": strconv.Itoa(n), "rapid.seed": "1"} {
		if chosen[name] {
			continue
		}
		if err := flag.Set(name, usual); err != nil {
			panic(err)
		}
	}
}
