// Bench measures the speed of searches and writes:
//
//	results/benchmarks.txt  the output of go test -bench, which benchstat reads
//	results/benchmarks.md   a table of it
//
// Usage, in the root of the repository:
//
//	go -C results run ./bench [flags]
//
// The flags are:
//
//	-count N  measure each benchmark N times (default 3)
//	-runs     measure random runs instead, and write rates.txt and their part of benchmarks.md
//	-growth   measure the classic programs in several sizes instead, and write growth.json and growth.md
//	-run REGEXP, -budget N
//	          with -growth, only the programs whose name matches, as "paxos-4"; nothing is written then, only printed;
//	          and how many interleavings of each (default 20000)
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

	"github.com/checkmodel/checkmodel/results/machine"
)

func main() {
	count := flag.Int("count", 3, "measure each benchmark `N` times")
	runs := flag.Bool("runs", false, "measure random runs instead, and write rates.txt and their part of benchmarks.md")
	growth := flag.Bool("growth", false, "measure the classic programs in several sizes instead, and write growth.json and growth.md")
	run := flag.String("run", "", "with -growth, only the programs whose name matches `REGEXP`; nothing is written then, only printed")
	budget := flag.Int("budget", 20_000, "with -growth, explore `N` interleavings of each")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case *count < 1:
		err = fmt.Errorf("-count is %d; it must be 1 or more", *count)
	case *budget < 1:
		err = fmt.Errorf("-budget is %d; it must be 1 or more", *budget)
	case *growth:
		err = measureGrowth(*run, *budget)
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
	return os.WriteFile(filepath.Join(machine.Results(), name), []byte(text), 0o666)
}
