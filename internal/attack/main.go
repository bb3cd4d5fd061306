//go:build unix

// Attack exposes the command checkmodel to what users, machines and mistakes may do to it: it kills
// searches and resumes them, damages files, checks bad models, and gives odd flags. The command is
// a black box: it is built from this tree and run as a process, with a limit on its memory. No run
// may end with a panic, an internal error, a wrong result, leftover files, or a process that hangs.
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
//	-hang D       a run that takes longer hangs (default 3m)
//	-case N       the case of that number alone; it prints what the command printed
//	-list         print the attacks
//
// It prints the failures, each with a command that repeats it, and a table of the attacks. The
// directory of a failure is kept. The exit status is 1 if anything failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/checkmodel/checkmodel/internal/gocache"
)

func main() {
	if filepath.Base(os.Args[0]) == "go" {
		os.Exit(gocache.Main(os.Args[1:]))
	}
	var p plan
	pattern := flag.String("run", "", "only attacks whose name matches the `regexp`")
	flag.BoolVar(&p.long, "long", false, "all cases, instead of the few that the tests run")
	flag.Uint64Var(&p.seed, "seed", 1, "the random choices")
	flag.IntVar(&p.n, "n", 0, "that many cases of each attack, unless it has fewer")
	flag.IntVar(&p.only, "case", 0, "the case of that number alone; print what the command printed")
	flag.DurationVar(&p.hang, "hang", 3*time.Minute, "a run that takes longer hangs")
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
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	failed, err := p.carryOut(ctx)
	if err != nil {
		fmt.Fprintf(os.Stderr, "attack: %v\n", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// attacks lists all attacks.
var attacks = []attack{resumeAttack, checkpointAttack, modelAttack, flagAttack, scheduleAttack, reportAttack, togetherAttack, environmentAttack}

// plan says which cases to run.
type plan struct {
	attacks []attack
	long    bool
	seed    uint64
	n       int           // of each attack; 0 means the attack's own number
	only    int           // the number of the only case; 0 for all
	hang    time.Duration // a run that takes longer hangs
}

// carryOut carries out the attacks. It prints failures as they occur, then the table, and reports
// whether anything failed. Only the directories of failures are kept.
func (p *plan) carryOut(ctx context.Context) (failed bool, err error) {
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		return false, err
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%-12s %6s %6s %9s\n", "attack", "cases", "seed", "failures")
	l, err := newLab(ctx, dir, p.hang)
	for _, a := range p.attacks {
		if err != nil || ctx.Err() != nil {
			break
		}
		var count, failures int
		count, err = a.carryOut(l, p, func(f failure) {
			failures++
			fmt.Printf("%v\n\n", f)
		})
		failed = failed || failures > 0
		fmt.Fprintf(&table, "%-12s %6d %6d %9d\n", a.name, count, p.seed, failures)
	}
	fmt.Print(&table)
	if !failed {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return failed, errors.Join(err, ctx.Err())
}
