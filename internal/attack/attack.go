//go:build unix

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// attack is one way to harm the command.
type attack struct {
	name  string
	about string
	// short and long are how many cases there are in the short and in the long form. An
	// attack of which prepare returns a number of cases has at most that many.
	short, long int
	// prepare makes what all cases need, and returns how many different cases there are, or 0
	// if each number makes another one.
	prepare func(*lab) (cases int, run func(*trial), err error)
}

// trial is one case of an attack.
type trial struct {
	*lab
	number  int        // from 1; the same number and the same seed are the same case
	rng     *rand.Rand // the choices of this case
	dir     string     // the working directory of the case, within the module of the lab
	title   string     // says what the case is
	lines   []string   // the commands that were run
	wrong   []error    // what is wrong
	talking bool       // print what the commands print
}

// fail notes that something is wrong.
func (t *trial) fail(format string, args ...any) {
	t.wrong = append(t.wrong, fmt.Errorf(format, args...))
}

// failure is a case that went wrong.
type failure struct {
	attack string
	number int
	seed   uint64
	title  string
	dir    string
	lines  []string
	err    error
}

func (f failure) String() string {
	return fmt.Sprintf("%s %d: %s\n  %s\n  to repeat it: go run ./internal/attack -run '^%s$' -seed %d -case %d\n  that ran, in %s:\n    %s",
		f.attack, f.number, f.title, strings.ReplaceAll(f.err.Error(), "\n", "\n  "), f.attack, f.seed, f.number, f.dir, strings.Join(f.lines, "\n    "))
}

// carryOut runs the cases that the plan asks for, as many at once as there are processors.
func (a attack) carryOut(l *lab, p *plan) (count int, failures []failure, err error) {
	cases, run, err := a.prepare(l)
	if err != nil {
		return 0, nil, err
	}
	numbers := a.numbers(p, cases)
	queue := make(chan int)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for number := range queue {
				f, err2 := a.try(l, p, number, run)
				mu.Lock()
				err = errors.Join(err, err2)
				if f != nil {
					failures = append(failures, *f)
				}
				mu.Unlock()
			}
		})
	}
	for _, number := range numbers {
		queue <- number
	}
	close(queue)
	workers.Wait()
	slices.SortFunc(failures, func(f, g failure) int { return f.number - g.number })
	return len(numbers), failures, err
}

// numbers returns the numbers of the cases that the plan asks for. Of those that are listed it
// takes a sample, if it does not take all.
func (a attack) numbers(p *plan, cases int) []int {
	if p.only > 0 {
		return []int{p.only}
	}
	n := a.short
	switch {
	case p.n > 0:
		n = p.n
	case p.long:
		n = a.long
	}
	var all []int
	for i := range max(n, cases) {
		all = append(all, i+1)
	}
	if cases > 0 {
		all = all[:cases]
		rand.New(rand.NewPCG(p.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	all = all[:min(n, len(all))]
	slices.Sort(all)
	return all
}

// try runs one case in a directory of its own, which is kept if the case fails.
func (a attack) try(l *lab, p *plan, number int, run func(*trial)) (*failure, error) {
	dir, err := os.MkdirTemp(l.module, a.name+"-")
	if err != nil {
		return nil, err
	}
	t := &trial{lab: l, number: number, rng: rand.New(rand.NewPCG(p.seed, uint64(number))), dir: dir, talking: p.only > 0}
	if err := os.Mkdir(t.temporary(), 0o777); err != nil {
		return nil, err
	}
	run(t)
	t.leftOver()
	if len(t.wrong) == 0 {
		return nil, os.RemoveAll(dir)
	}
	return &failure{a.name, number, p.seed, t.title, dir, t.lines, errors.Join(t.wrong...)}, nil
}

// temporary returns the directory for temporary files of the case.
func (t *trial) temporary() string { return filepath.Join(t.dir, "tmp") }

// leftOver notes what the commands have left in the directory for temporary files.
func (t *trial) leftOver() {
	left, err := os.ReadDir(t.temporary())
	if err != nil {
		return // the case has removed it
	}
	for _, f := range left {
		t.fail("%s was left behind in the directory for temporary files", f.Name())
	}
}

// path returns the path of a file of the case.
func (t *trial) path(name string) string { return filepath.Join(t.dir, name) }

// write writes a file of the case.
func (t *trial) write(name string, content []byte) {
	if err := os.WriteFile(t.path(name), content, 0o666); err != nil {
		t.fail("the case cannot be set up: %v", err)
	}
}

// pick returns one of the values.
func pick[T any](t *trial, values ...T) T { return values[t.rng.IntN(len(values))] }
