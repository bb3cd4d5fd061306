package proc_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// played is an interleaving of a program, with its description.
type played struct {
	entries []trace.Entry
	ends    map[string]trace.Reason // by process
	waiting []trace.Waiting
	err     *guard.ModelError // what the analysis ended with, if it did
}

// play executes one interleaving of a program, recording it: the process that was
// created first moves as long as it can.
func play(t testing.TB, main func(*proc.P)) *played {
	t.Helper()
	pl := &played{ends: map[string]trace.Reason{}}
	pl.err = modelError(t, func() {
		first := newSystem(main)
		defer first.Close()
		sys := first.Recorder()
		defer sys.Close()
		for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
			if len(pl.entries) > 1000 {
				t.Fatal("the program does not end")
			}
			e := sys.Step(trace.Step{Actor: enabled[0].Actor})
			pl.entries = append(pl.entries, sys.Entry(&e))
			if e.Kind == kind.Exit {
				pl.ends[sys.Actor(e.Actor).Name] = sys.ExitReason(&e)
			}
		}
		pl.waiting = sys.Waiting()
	})
	return pl
}

// mustPlay is play for programs that can be checked and have no violation.
func mustPlay(t testing.TB, main func(*proc.P)) *played {
	t.Helper()
	pl := play(t, main)
	if pl.err != nil {
		t.Fatal(pl.err)
	}
	for name, r := range pl.ends {
		if r.Property != "" {
			t.Fatalf("%s ended: %s: %s", name, r.Property, r.Text)
		}
	}
	return pl
}

// modelError returns the ModelError with which f panics, or nil.
func modelError(t testing.TB, f func()) (err *guard.ModelError) {
	t.Helper()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *guard.ModelError:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// expectModelError plays a program that cannot be checked, because of code in this file.
func expectModelError(t *testing.T, process, problem string, main func(*proc.P)) {
	t.Helper()
	err := play(t, main).err
	if err == nil {
		t.Errorf("the program is accepted; want an error about %q", problem)
		return
	}
	if err.Process != process || !strings.Contains(err.Problem, problem) {
		t.Errorf("the error is %q, want one of process %s about %q", err, process, problem)
	}
	_, file, _, _ := runtime.Caller(1)
	if !strings.HasPrefix(err.Source, file+":") {
		t.Errorf("the error is said to be at %q, want in %s", err.Source, file)
	}
	if e := error(err); !errors.As(e, &err) || !strings.Contains(e.Error(), process) || !strings.Contains(e.Error(), err.Source) {
		t.Errorf("the error %q does not say where it is", e)
	}
}

// text describes an interleaving, a line for each event.
func (pl *played) text() []string {
	var lines []string
	for _, e := range pl.entries {
		line := e.Process + ": " + e.Operation
		if e.Result != "" {
			line += " = " + e.Result
		}
		lines = append(lines, line)
	}
	return lines
}

// goroutines waits until there are at most n goroutines and returns how many
// there are; coroutines are goroutines too.
func goroutines(n int) int {
	for range 10_000 {
		if runtime.NumGoroutine() <= n {
			break
		}
		time.Sleep(time.Millisecond) // for as long as a machine may be busy with others
	}
	return runtime.NumGoroutine()
}

// sorted returns a sorted copy.
func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// first returns the step of the enabled process that was created first.
func first(sys *world.System) trace.Step { return trace.Step{Actor: sys.Enabled(nil)[0].Actor} }

// newSystem returns a system that executes body.
func newSystem(body func(*proc.P)) *world.System { return world.NewSystem(proc.Body(body), nil) }
