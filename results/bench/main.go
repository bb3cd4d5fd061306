// Bench measures the speed of searches and writes:
//
//	results/benchmarks.txt  the output of go test -bench, which benchstat reads
//	results/benchmarks.md   a table of it
//
// Usage, in the root of the repository:
//
//	go run ./results/bench [flags]
//
// The flags are:
//
//	-count N  measure each benchmark N times (default 3)
//	-runs     measure random runs instead, and write rates.txt and rates.md
//
// To compare two states of the code, keep benchmarks.txt of one and give both to
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
	runs := flag.Bool("runs", false, "measure random runs instead, and write rates.txt and rates.md")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case *count < 1:
		err = fmt.Errorf("-count is %d; it must be 1 or more", *count)
	case *runs:
		err = measureRates(*count)
	default:
		err = measureSpeed(*count)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func write(name, text string) error {
	return os.WriteFile(filepath.Join("results", name), []byte(text), 0o666)
}
