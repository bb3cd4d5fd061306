//go:build unix

package main

import (
	"cmp"
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
	// short and long are how many cases the short and the long form have, at most.
	short, long int
	// prepare makes what all cases need.
	prepare func(*lab) (cases, error)
}

// cases are those of an attack.
type cases struct {
	number int // how many there are; 0 if each number makes another one
	quick  int // how many of them, the first ones, the short form chooses from; 0 is all
	run    func(*trial)
}

// trial is one case of an attack.
type trial struct {
	*lab
	number  int        // from 1; the same number and the same seed are the same case
	rng     *rand.Rand // the choices of this case
	dir     string     // the working directory of the case, within the module of the lab
	title   string     // says what the case is
	talking bool       // print what the commands print

	mu    sync.Mutex
	kills int      // how many runs were killed, each of which may leave a file behind
	lines []string // the commands that were run
	wrong []error  // what is wrong
}

// fail notes that something is wrong.
func (t *trial) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrong = append(t.wrong, fmt.Errorf(format, args...))
}

// note notes what was done.
func (t *trial) note(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, line)
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

// carryOut runs the cases that the plan asks for, as many at once as there are processors. It returns how
// many, and calls failed for those that fail, one at a time.
func (a attack) carryOut(l *lab, p *plan, failed func(failure)) (count int, err error) {
	c, err := a.prepare(l)
	if err != nil {
		return 0, fmt.Errorf("%s cannot begin: %w", a.name, err)
	}
	queue := make(chan int)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for number := range queue {
				f, err2 := a.try(l, p, number, c.run)
				mu.Lock()
				if f != nil && l.ctx.Err() == nil { // or it fails because it was to end
					failed(*f)
				}
				err = errors.Join(err, err2)
				mu.Unlock()
			}
		})
	}
	for _, number := range a.numbers(p, c) {
		if l.ctx.Err() == nil {
			queue <- number
			count++
		}
	}
	close(queue)
	workers.Wait()
	return count, err
}

// numbers returns the numbers of the cases that the plan asks for. Of those that are listed it
// takes a sample, if it does not take all.
func (a attack) numbers(p *plan, c cases) []int {
	n, from := a.short, cmp.Or(c.quick, c.number)
	if p.long {
		n, from = a.long, c.number
	}
	n = cmp.Or(p.n, n)
	if p.only > 0 {
		return []int{p.only}
	}
	all := rand.New(rand.NewPCG(p.seed, 0)).Perm(cmp.Or(from, n))
	all = all[:min(n, len(all))]
	slices.Sort(all)
	for i := range all {
		all[i]++
	}
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

// leftOver notes what the commands have left in the directory for temporary files, unless they were
// killed while they could not help it.
func (t *trial) leftOver() {
	left, err := os.ReadDir(t.temporary())
	if err == nil && len(left) > t.kills {
		t.fail("%d files were left behind in the directory for temporary files, such as %s; %d runs were killed", len(left), left[0].Name(), t.kills)
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
