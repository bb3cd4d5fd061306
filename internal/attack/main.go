//go:build unix

// Attack does to the command checkmodel what users, machines and mistakes do to it: it kills
// searches and resumes them, damages files, checks bad models, and gives odd flags. The
// command is a black box: it is built from this tree and run as a process, with a limit on
// its memory. No outcome may be a panic, an internal error, a wrong result, a file left
// behind, or a process that hangs.
//
// Usage:
//
//	go run ./internal/attack [flags]
//
// The flags are
//
//	-long         all cases, instead of the few that the tests of this package run
//	-run REGEXP   only attacks whose name matches
//	-seed N       the random choices; the same seed makes the same cases (default 1)
//	-n N          that many cases of each attack, unless it has fewer
//	-case N       the case of that number alone; it prints what the command printed
//	-list         print the attacks
//
// It prints a table of the attacks. Each failure has a command that repeats it, and the
// directory it happened in is kept. The exit status is 1 if anything failed.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	if filepath.Base(os.Args[0]) == "go" {
		os.Exit(cachedGo(os.Args[1:]))
	}
	var p plan
	pattern := flag.String("run", "", "only attacks whose name matches the `regexp`")
	flag.BoolVar(&p.long, "long", false, "all cases, instead of the few that the tests run")
	flag.Uint64Var(&p.seed, "seed", 1, "the random choices")
	flag.IntVar(&p.n, "n", 0, "that many cases of each attack, unless it has fewer")
	flag.IntVar(&p.only, "case", 0, "the case of that number alone; print what the command printed")
	list := flag.Bool("list", false, "print the attacks")
	flag.Parse()
	selected, err := regexp.Compile(*pattern)
	if err == nil && flag.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "attack: %v\n", err)
		os.Exit(2)
	}
	for _, a := range attacks {
		if *list {
			fmt.Printf("%-12s %s\n", a.name, a.about)
		} else if selected.MatchString(a.name) {
			p.attacks = append(p.attacks, a)
		}
	}
	if *list {
		return
	}
	failed, err := p.carryOut()
	if err != nil {
		fmt.Fprintf(os.Stderr, "attack: %v\n", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// attacks are all there are.
var attacks = []attack{resumeAttack, checkpointAttack, modelAttack, scheduleAttack, reportAttack}

// plan says what to do.
type plan struct {
	attacks []attack
	long    bool
	seed    uint64
	n       int // of each attack; 0 is as many as the attack says
	only    int // the number of the only case; 0 is none
}

// carryOut carries out the attacks and prints the table. It reports whether anything failed.
func (p *plan) carryOut() (failed bool, err error) {
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		return false, err
	}
	l, err := newLab(dir)
	if err != nil {
		os.RemoveAll(dir)
		return false, err
	}
	fmt.Printf("%-12s %6s %6s %9s\n", "attack", "cases", "seed", "failures")
	var all []failure
	defer func() {
		for _, f := range all {
			fmt.Printf("\n%v\n", f)
		}
	}()
	for _, a := range p.attacks {
		count, failures, err := a.carryOut(l, p)
		if err != nil {
			return true, fmt.Errorf("%s: %w", a.name, err)
		}
		fmt.Printf("%-12s %6d %6d %9d\n", a.name, count, p.seed, len(failures))
		all = append(all, failures...)
	}
	if len(all) == 0 {
		return false, os.RemoveAll(dir)
	}
	return true, nil
}
