package proc_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// here returns file:line of its caller.
func here() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprintf("%s:%d", file, line)
}

// lines maps names of operations to lines of this file.
type lines map[string]string

// mark records the line of its caller under a name, and returns the name.
func (l lines) mark(name string) string {
	_, file, line, _ := runtime.Caller(1)
	l[name] = fmt.Sprintf("%s:%d", file, line)
	return name
}

// sendTwice is a helper of a model.
func sendTwice(p *proc.P, message any) {
	p.Helper()
	for range 2 {
		p.Send(p.Self(), message)
	}
}

// sendOnce is no helper.
func sendOnce(p *proc.P, l lines) {
	p.Send(p.Self(), l.mark("in a function"))
}

// sendDeep is a helper that calls itself before it sends.
func sendDeep(p *proc.P, depth int, message any) {
	p.Helper()
	if depth > 0 {
		sendDeep(p, depth-1, message)
		return
	}
	p.Send(p.Self(), message)
}

// sendLate calls Helper after its first message, so this message is not known to come from a helper.
func sendLate(p *proc.P, depth int, message any) {
	if depth > 0 {
		sendLate(p, depth-1, message)
		return
	}
	p.Send(p.Self(), message)
	p.Helper()
	p.Send(p.Self(), message)
}

// TestSourceLines: the line of an operation is that of its call, or of the call of the helper that
// calls it.
func TestSourceLines(t *testing.T) {
	l := lines{}
	pl := mustPlay(t, func(p *proc.P) {
		p.Send(p.Self(), l.mark("send"))
		sendTwice(p, l.mark("helper"))
		sendOnce(p, l)
		func() {
			p.Send(p.Self(), l.mark("closure"))
		}()
		p.Send(p.Self(), l.mark("generic"))
		deferred(p, l)
	})
	got := map[string]string{}
	for _, e := range pl.entries {
		for name := range l {
			if strings.Contains(e.Operation, `"`+name+`"`) {
				got[name] = e.Source
			}
		}
	}
	if diff := cmp.Diff(map[string]string(l), got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if len(l) != 6 {
		t.Errorf("there are %d operations to be found, want 6: %v", len(l), slices.Sorted(maps.Keys(l)))
	}
}

// TestSourceLinesWithoutRecording: the lines are the same if no trace is being recorded.
func TestSourceLinesWithoutRecording(t *testing.T) {
	l := lines{}
	sys := newSystem(func(p *proc.P) {
		sendLate(p, 3, l.mark("late"))
		sendLate(p, 3, l.mark("no more late"))
		sendLate(p, 3, l.mark("again"))
		sendTwice(p, l.mark("helper"))
		sendOnce(p, l)
		sendOnce(p, l)
		sendDeep(p, 3, l.mark("deep"))
		sendDeep(p, 3, l.mark("deep again"))
		_ = slices.IndexFunc([]int{1}, func(int) bool { p.Send(p.Self(), l.mark("in a library")); return true })
	})
	defer sys.Close()
	in := "in a function"
	called := []string{"late", "late", "no more late", "no more late", "again", "again", "helper", "helper", in, in, "deep", "deep again", "in a library"}
	for range called {
		sys.Step(trace.Step{})
	}
	for step, by := range called {
		if got := sys.Executed(step + 1).Source; got != l[by] {
			t.Errorf("operation %d is at %q, want %q, %s", step+1, got, l[by], by)
		}
	}
}

func deferred(p *proc.P, l lines) {
	defer func() {
		p.Send(p.Self(), l.mark("deferred"))
	}()
}

// TestLineOfTheEnd: a process that ends by itself does so at a line; one that just
// returns does not.
func TestLineOfTheEnd(t *testing.T) {
	var exits, asserts string
	for _, c := range []struct {
		name string
		body func(*proc.P)
		want *string
	}{
		{"return", func(*proc.P) {}, new(string)},
		{"exit", func(p *proc.P) {
			exits = here()
			p.Exit("why")
		}, &exits},
		{"assert", func(p *proc.P) {
			asserts = here()
			p.Assert(false, "x", "y")
		}, &asserts},
	} {
		pl := play(t, c.body)
		want := *c.want
		if want != "" { // the next line
			var line int
			file, rest, _ := strings.Cut(want, ".go:")
			if _, err := fmt.Sscan(rest, &line); err != nil {
				t.Fatal(err)
			}
			want = fmt.Sprintf("%s.go:%d", file, line+1)
		}
		if got := pl.entries[len(pl.entries)-1].Source; got != want {
			t.Errorf("%s: the end is at %q, want %q", c.name, got, want)
		}
	}
}

// TestLogf: a recording shows the lines that a process logs before its next event.
func TestLogf(t *testing.T) {
	main := func(p *proc.P) {
		p.Logf("one is %d", 1)
		p.Logf("100 %%")
		p.Send(p.Self(), 1)
		p.Receive()
		p.Logf("the end")
	}
	pl := mustPlay(t, main)
	var got [][]string
	for _, e := range pl.entries {
		got = append(got, e.Log)
	}
	if diff := cmp.Diff([][]string{{"one is 1", "100 %"}, nil, {"the end"}}, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	sys := newSystem(main)
	defer sys.Close()
	e := sys.Step(first(sys))
	if entry := sys.Entry(&e); entry.Log != nil || entry.Source != "" {
		t.Errorf("without a recording there are log %q and source %q", entry.Log, entry.Source)
	}
}

// TestNondeterminism: a process that requests another operation than before with the same past is
// detected when that past occurs again. The error says which process, where, and which operations.
func TestNondeterminism(t *testing.T) {
	captured := 0
	for _, c := range []struct {
		name string
		body func(*proc.P)
		want []string
	}{
		{"another message", func(p *proc.P) {
			captured++
			p.Send(p.Self(), captured)
			p.Choose(2)
			p.Send(p.Self(), "behind")
		}, []string{"send 1 to child", "send 2 to child"}},
		{"another operation", func(p *proc.P) {
			if captured++; captured == 1 {
				p.Send(p.Self(), 1)
			}
			p.Choose(2)
			p.Send(p.Self(), "behind")
		}, []string{"send 1 to child", "choose one of 2"}},
		{"another addressee", func(p *proc.P) {
			captured++
			child := p.Spawn(fmt.Sprint("grandchild", captured), func(*proc.P) {})
			p.Choose(2)
			p.Send(child, "behind")
		}, []string{"spawn child/grandchild1", "spawn child/grandchild2"}},
	} {
		captured = 0
		err := modelError(t, func() {
			sys := newSystem(func(p *proc.P) {
				p.Spawn("child", c.body)
			})
			defer sys.Close()
			for _, st := range []trace.Step{{Actor: 0}, {Actor: 1}, {Actor: 1}, {Actor: 1}} {
				sys.Step(st)
			}
			sys.StepBack(2)
			sys.Step(trace.Step{Actor: 1, Alternative: 1})
		})
		if err == nil {
			t.Errorf("%s: the process is taken to be deterministic", c.name)
			continue
		}
		if err.Process != "child" || filepath.Base(strings.Split(err.Source, ":")[0]) != "source_test.go" {
			t.Errorf("%s: the error is of process %s at %s", c.name, err.Process, err.Source)
		}
		for _, want := range append(c.want, "not deterministic") {
			if !strings.Contains(err.Problem, want) {
				t.Errorf("%s: the error does not say %q: %v", c.name, want, err)
			}
		}
	}
}

// TestProcessesAreNotExecutedInVain: the code of a process is not executed again for a history that
// is known.
func TestProcessesAreNotExecutedInVain(t *testing.T) {
	executed := 0
	sys := newSystem(func(p *proc.P) {
		executed++
		p.Choose(2)
		executed++
		p.Send(p.Self(), 1)
		executed++
	})
	defer sys.Close()
	for range 10 {
		for alternative := range int32(2) {
			sys.StepBack(0)
			sys.Step(trace.Step{Alternative: alternative})
			sys.Step(trace.Step{})
			sys.Step(trace.Step{})
		}
	}
	if executed != 6 {
		t.Errorf("the parts of the process were executed %d times in all, want 6", executed)
	}
}
