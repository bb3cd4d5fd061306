// Bench measures the search and writes what it finds:
//
//	results/benchmarks.txt  the output of go test -bench, which benchstat reads
//	results/benchmarks.md   a table of it
//	results/memory.json     what a long search holds, as it goes on
//	results/memory.svg      a plot of it
//	results/memory.md       both in words
//
// Usage, in the root of the repository:
//
//	go run ./results/bench [flags]
//
// The flags are:
//
//	-count N          measure each benchmark N times (default 3); 0 leaves them out
//	-interleavings N  how long the long search is (default 1000000); 0 leaves it out
//
// What is left out stays as it was measured before. To compare two states of
// the code, keep benchmarks.txt of one and give both to
//
//	go tool benchstat OLD.txt results/benchmarks.txt
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	count := flag.Int("count", 3, "measure each benchmark `N` times")
	interleavings := flag.Int("interleavings", 1_000_000, "how long the long search is")
	one := flag.Bool("one", false, "make the long search (used by bench itself)")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case *one:
		err = hold(*interleavings)
	default:
		err = bench(*count, *interleavings)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// bench measures and writes the files.
func bench(count, interleavings int) error {
	if count > 0 {
		if err := measureSpeed(count); err != nil {
			return err
		}
	}
	if interleavings > 0 {
		return measureMemory(interleavings)
	}
	return nil
}

func write(name, text string) error {
	return os.WriteFile(filepath.Join("results", name), []byte(text), 0o666)
}
