//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// resumeAttack repeatedly kills searches and resumes them from what was saved. The result must be
// that of an undisturbed search.
var resumeAttack = attack{
	name: "resume", about: "kills and interrupts searches, and resumes them",
	short: 5, long: 500, prepare: prepareResume,
}

// Each search is given by its flags.
var searches = []string{
	"-model ^large$",
	"-model ^large$ -bound 8",
	"-model ^large$ -seed 7 -bound 7",
	"-model ^large$ -delivery channel -bound 7",
	"-model ^mixed$ -bound 4 -until end",
	"-model ^mixed$ -bound 5 -until end",
	"-model ^mixed$ -bound 3 -until end -delivery bag",
	"-model ^mixed$ -bound 4 -until end -receive-patterns=false",
	"-model ^large$ -search states",
	"-model ^mixed$ -search states -until end",
}

// undisturbed is a search that nothing stopped.
type undisturbed struct {
	once  sync.Once
	o     *outcome
	lasts time.Duration
	err   error
}

func prepareResume(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	known := make([]undisturbed, len(searches))
	return cases{run: func(t *trial) {
		i := t.rng.IntN(len(searches))
		u := &known[i]
		u.once.Do(func() {
			begin := time.Now()
			u.o, _, u.err = l.first("undisturbed", []int{0, 1}, append(strings.Fields(searches[i]), "-json", searched)...)
			u.lasts = time.Since(begin)
		})
		if u.err != nil {
			t.fail("%v", u.err)
			return
		}
		disturb(t, strings.Fields(searches[i]), u)
	}}, nil
}

// disturb stops a search several times, and compares the result.
func disturb(t *trial, flags []string, u *undisturbed) {
	file := t.path("saved")
	if t.rng.IntN(4) == 0 {
		if _, err := os.Stat("/dev/shm"); err == nil {
			file = fmt.Sprintf("/dev/shm/attack-%d-%d", os.Getpid(), t.number)
			defer os.Remove(file)
		}
	}
	every, stops := pick(t, "1ms", "5ms", "50ms"), 1+t.rng.IntN(6)
	t.title = fmt.Sprintf("%s, saved every %s and stopped %d times", strings.Join(flags, " "), every, stops)
	for ; ; stops-- {
		args := append([]string{"-json", "-checkpoint", file, "-checkpoint-every", every, "-workers", pick(t, "1", "2", "4")}, flags...)
		if _, err := os.Stat(file); err == nil {
			args = append(args, "-resume", file)
		}
		e := execution{args: append(args, searched), statuses: []int{0, 1, 130, 143}}
		if stops > 0 {
			e.meddle = stopper(t, u.lasts)
		}
		o := t.run(e)
		whole(t, file)
		if stops <= 0 || o.signal == 0 && o.status < 2 || len(t.wrong) > 0 {
			if o.status != u.o.status {
				t.fail("it ends with status %d, want %d\n%s", o.status, u.o.status, excerpt(o.output()))
			} else if err := sameResult(o.stdout, u.o.stdout); err != nil {
				t.fail("%v", err)
			}
			break
		}
	}
	beside(t, file)
}

// stopper returns a function that sends a signal at a random moment of the search, to the command
// or, as a terminal does, to all its processes.
func stopper(t *trial, lasts time.Duration) func(*os.Process) {
	signal := pick(t, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM)
	after := time.Duration(t.rng.Int64N(int64(lasts) + 1))
	all := t.rng.IntN(2) == 0
	if signal == syscall.SIGKILL {
		t.kills++
	}
	t.note(fmt.Sprintf("# next: signal %d after %v, to all processes: %v", signal, after, all))
	return func(p *os.Process) {
		time.Sleep(after)
		if all {
			syscall.Kill(-p.Pid, signal)
		} else {
			syscall.Kill(p.Pid, signal)
		}
	}
}

// whole records a failure if the file exists and is not a complete checkpoint.
func whole(t *trial, file string) {
	content, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return
	}
	head, body, _ := bytes.Cut(content, []byte("\n"))
	body, rest, _ := bytes.Cut(body, []byte("\n"))
	sum := fmt.Sprintf("%x", sha256.Sum256(body))
	if end := len(rest) - sha256.Size; end > 0 { // it is of a search of states
		second := sha256.Sum256(rest[:end])
		if !bytes.Equal(second[:], rest[end:]) {
			sum = "with the second one"
		}
	}
	if err != nil || !strings.HasSuffix(string(head), sum) {
		t.fail("%s holds no whole checkpoint, but %d bytes (%v)", file, len(content), err)
	}
}

// beside records a failure for files next to the requested one, unless a run was killed while it
// wrote one.
func beside(t *trial, file string) {
	more, err := filepath.Glob(file + ".*")
	if err != nil || len(more) > t.kills {
		t.fail("%q were left behind, and %d runs were killed (%v)", more, t.kills, err)
	}
	for _, f := range more {
		os.Remove(f)
	}
}
