// Bench measures the speed of searches, records the measurements, and writes pages of them. Usage, in the root of the
// repository:
//
//	go -C results run ./bench [flags] [SUBJECT]
//
// The subject is a word of this list:
//
//	searches  the output of go test -bench, in benchmarks.txt, for benchmarks.md; the default
//	runs      the same of random runs, in rates.txt, for a part of benchmarks.md
//	edit      the time of the command after an edit of a model, in edit.json, for a part of benchmarks.md
//	growth    classic programs in several sizes, in growth.json, for growth.md
//	pages     measures nothing, and writes the pages again
//
// With -count N each benchmark is measured N times (default 3).
//
// To compare two states of the code, keep benchmarks.txt of one and give both to
//
//	go tool benchstat OLD.txt results/benchmarks.txt
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/checkmodel/checkmodel/results/machine"
)

func main() {
	count := flag.Int("count", 3, "measure each benchmark `N` times")
	flag.Parse()
	var err error
	switch subject := cmp.Or(flag.Arg(0), "searches"); {
	case flag.NArg() > 1:
		err = fmt.Errorf("unexpected argument %q; there is one subject", flag.Arg(1))
	case *count < 1:
		err = fmt.Errorf("-count is %d; it must be 1 or more", *count)
	case subject == "searches":
		err = measure("benchmarks.txt", *count, "-bench", ".", "-skip", "Drawn")
	case subject == "runs":
		err = measure("rates.txt", *count, "-bench", "Drawn")
	case subject == "edit":
		err = measureLoop(*count)
	case subject == "growth":
		err = measureGrowth()
	case subject != "pages":
		err = fmt.Errorf("there is no subject %q; those are searches, runs, edit, growth and pages", subject)
	}
	if err == nil {
		err = writePages(machine.Results())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// writePages writes the pages that are made of the records in a directory.
func writePages(dir string) error {
	texts, err := pages(dir)
	for name, text := range texts {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return err
}

// pages returns them by their names.
func pages(dir string) (map[string]string, error) {
	var records [4][]byte
	for i, name := range []string{"benchmarks.txt", "rates.txt", "growth.json", "edit.json"} {
		var err error
		if records[i], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	growth, err := growthPage(records[2])
	loop, other := loopPart(records[3])
	return map[string]string{"benchmarks.md": speedPage(records[0]) + runsPart(records[1]) + loop, "growth.md": growth}, errors.Join(err, other)
}
