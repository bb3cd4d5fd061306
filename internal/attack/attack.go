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
	// short and long are the maximal numbers of cases of the short and the long form.
	short, long int
	// prepare creates what all cases need.
	prepare func(*lab) (cases, error)
}

// cases are the cases of an attack.
type cases struct {
	number int // their number; 0 if each number generates another case
	quick  int // the short form chooses from this number of first cases; 0 means all
	run    func(*trial)
}

// trial is one case of an attack.
type trial struct {
	*lab
	number  int        // from 1; the same number and the same seed are the same case
	rng     *rand.Rand // the choices of this case
	dir     string     // the working directory of the case, within the module of the lab
	title   string     // describes the case
	talking bool       // print what the commands print

	mu    sync.Mutex
	kills int      // number of runs that were killed, each of which may leave a file
	lines []string // the commands that were run
	wrong []error  // failures
}

// fail records a failure.
func (t *trial) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrong = append(t.wrong, fmt.Errorf(format, args...))
}

// note records a command.
func (t *trial) note(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, line)
}

// failure is a case that failed.
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

// carryOut runs the cases of the plan, as many at once as there are processors. It returns their
// number, and calls failed for those that fail, one at a time.
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
				if f != nil && l.ctx.Err() == nil { // otherwise it fails because it had to end
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

// numbers returns the numbers of the cases of the plan: all listed cases, or a sample of them.
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

// try runs one case in its own directory, which is kept if the case fails.
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

// leftOver records a failure for each temporary file that the commands have left, unless they were
// killed.
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
