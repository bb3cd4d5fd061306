package proc_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestReasons lists the ways in which a process can end, and the reason of each.
func TestReasons(t *testing.T) {
	var none *plain
	for _, c := range []struct {
		name string
		body func(*proc.P)
		want trace.Reason
	}{
		{"return", func(*proc.P) {}, trace.Reason{Value: proc.Normal}},
		{"exit nil", func(p *proc.P) { p.Exit(nil) }, trace.Reason{Value: proc.Normal}},
		{"exit normal", func(p *proc.P) { p.Exit(proc.Normal) }, trace.Reason{Value: proc.Normal}},
		{"exit with a reason", func(p *proc.P) { p.Exit([]int{1}) }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "exited with reason [1]", Deliberate: true, Value: []int{1}}},
		{"exit from a function", func(p *proc.P) { func() { p.Exit("why") }(); panic("not reached") }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: `exited with reason "why"`, Deliberate: true, Value: "why"}},
		{"assert", func(p *proc.P) { p.Assert(true, "x", "y"); p.Assert(1 > 2, "order", "%d is not above %d", 1, 2) }, trace.Reason{
			Property: "order", Text: "1 is not above 2", Value: "1 is not above 2"}},
		{"assert without an explanation", func(p *proc.P) { p.Assert(false, "order", "") }, trace.Reason{
			Property: "order", Text: "the assertion has no explanation", Value: ""}},
		{"assert without values", func(p *proc.P) { p.Assert(false, "order", "100 %%") }, trace.Reason{
			Property: "order", Text: "100 %", Value: "100 %"}},
		{"panic with a string", func(*proc.P) { panic("boo") }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: boo", Value: "boo"}},
		{"panic with an error", func(*proc.P) { panic(errors.New("boo")) }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: boo", Value: "boo"}},
		{"panic with a value", func(*proc.P) { panic(&plain{1, 2}) }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: &plain{A: 1, B: 2}", Value: "&plain{A: 1, B: 2}"}},
		{"nil pointer", func(*proc.P) { none.A++ }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: runtime error: invalid memory address or nil pointer dereference",
			Value: "runtime error: invalid memory address or nil pointer dereference"}},
		{"panic after an operation", func(p *proc.P) { p.Send(p.Self(), 1); panic("boo") }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: boo", Value: "boo"}},
		{"no such table", func(p *proc.P) { proc.NamedTable[int, int](p, "t").Insert(p, 1, 1) }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: table t: no table has this name now; it has another one, is gone, or is still to be made by NewNamedTable",
			Value: "table t: no table has this name now; it has another one, is gone, or is still to be made by NewNamedTable"}},
		{"panic while it panics", func(*proc.P) { defer func() { panic("second") }(); panic("first") }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: second", Value: "second"}},
		{"panic while it exits", func(p *proc.P) { defer func() { panic("second") }(); p.Exit("first") }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: second", Value: "second"}},
		{"recovered panic", func(*proc.P) {
			defer func() { _ = recover() }()
			panic("boo")
		}, trace.Reason{Value: proc.Normal}},
		{"recovered table error", func(p *proc.P) {
			if err := proc.Try(func() { proc.NamedTable[int, int](p, "t").Insert(p, 1, 1) }); err == nil {
				panic("no error")
			}
		}, trace.Reason{Value: proc.Normal}},
		{"Try lets a panic pass", func(*proc.P) { _ = proc.Try(func() { panic("boo") }) }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: "panicked: boo", Value: "boo"}},
		{"Try lets an exit pass", func(p *proc.P) { _ = proc.Try(func() { p.Exit("why") }) }, trace.Reason{
			Property: proc.NoCrash, Process: "child", Text: `exited with reason "why"`, Deliberate: true, Value: "why"}},
	} {
		pl := play(t, func(p *proc.P) { p.Spawn("child", c.body) })
		if pl.err != nil {
			t.Errorf("%s: %v", c.name, pl.err)
		} else if diff := cmp.Diff(c.want, pl.ends["child"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestDeferredFunctions: deferred functions of the model run however its process ends, innermost
// first. They may perform operations if the process ends by itself, unless an assertion has failed:
// waiting would hide the failure.
func TestDeferredFunctions(t *testing.T) {
	for name, end := range map[string]func(*proc.P){
		"return": func(*proc.P) {},
		"exit":   func(p *proc.P) { p.Exit("why") },
		"assert": func(p *proc.P) { p.Assert(false, "x", "y") },
		"panic":  func(*proc.P) { panic("boo") },
	} {
		var ran []string
		pl := play(t, func(p *proc.P) {
			main := p.Self()
			p.Spawn("child", func(p *proc.P) {
				defer func() { ran = append(ran, "outer") }()
				defer p.Send(main, "goodbye")
				defer func() { ran = append(ran, "inner") }()
				end(p)
			})
			p.Assert(p.Receive() == "goodbye", "manners", "something else was said")
		})
		if pl.err != nil || pl.ends["main"].Property != "" || (len(pl.waiting) > 0) != (name == "assert") {
			t.Errorf("%s: main ended %+v, %v, waiting %v", name, pl.ends["main"], pl.err, pl.waiting)
		}
		if got := pl.ends["child"].Property; (got == "") != (name == "return") {
			t.Errorf("%s: the child's reason is %+v", name, pl.ends["child"])
		}
		if want := []string{"inner", "outer"}; !slices.Equal(ran, want) {
			t.Errorf("%s: the deferred functions that ran are %v, want %v", name, ran, want)
		}
	}
}

// TestClose: closing a system runs the deferred functions of all processes, which perform no more
// operations. A process that recovers from everything does not continue either.
func TestClose(t *testing.T) {
	var ran []string
	defers := func(name string) { ran = append(ran, name) }
	sys := newSystem(func(p *proc.P) {
		defer defers("main")
		p.Spawn("waits", func(p *proc.P) {
			defer defers("waits")
			p.Receive()
		})
		p.Spawn("does something", func(p *proc.P) {
			defer defers("does something")
			defer p.Send(p.Self(), "in vain")
			p.Receive()
		})
		p.Spawn("panics", func(p *proc.P) {
			defer defers("panics")
			defer func() { panic("boo") }()
			p.Receive()
		})
		p.Spawn("recovers", func(p *proc.P) {
			defer defers("recovers")
			for range 3 {
				func() {
					defer func() { _ = recover() }()
					p.Receive()
				}()
			}
		})
		p.Spawn("has ended", func(p *proc.P) { defers("has ended") })
		p.Receive()
	})
	for range 5 {
		sys.Step(first(sys))
	}
	if want := []string{"has ended"}; !slices.Equal(ran, want) {
		t.Errorf("before Close ran %q, want %q", ran, want)
	}
	sys.Close()
	want := []string{"does something", "has ended", "main", "panics", "recovers", "waits"}
	if got := sorted(ran); !slices.Equal(got, want) {
		t.Errorf("Close ran %q, want %q", got, want)
	}
}

// TestNoGoroutineIsLeft: after Close there are as many goroutines as before, wherever the processes
// were, and however often they were executed again.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		sys := newSystem(func(p *proc.P) {
			for range 10 {
				p.Spawn("child", func(p *proc.P) {
					if p.Choose(2) == 1 {
						p.Receive()
					}
				})
			}
			p.Receive()
		})
		for depth := range 10 {
			sys.Step(first(sys))
			if depth == 5 {
				sys.Step(trace.Step{Actor: 1, Alternative: 1})
				sys.StepBack(6)
				sys.Step(trace.Step{Actor: 1, Alternative: 0})
				sys.StepBack(6)
				sys.Restart()
				for range 6 {
					sys.Step(first(sys))
				}
			}
		}
		twin := sys.Twin()
		recorder := sys.Recorder()
		for range 15 {
			twin.Step(first(twin))
			recorder.Step(first(recorder))
		}
		recorder.Close()
		sys.Close()
		twin.Close()
	}
	if left := goroutines(before); left > before {
		t.Errorf("%d goroutines are left, there were %d", left, before)
	}
}

// TestNoGoroutineIsLeftByAnError is the same for models that cannot be checked.
func TestNoGoroutineIsLeftByAnError(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		if play(t, func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { p.Choose(0) })
			p.Receive()
		}).err == nil {
			t.Fatal("a choice among nothing is accepted")
		}
		if play(t, func(p *proc.P) { p.Choose(-1) }).err == nil {
			t.Fatal("a choice among nothing is accepted")
		}
	}
	if left := goroutines(before); left > before {
		t.Errorf("%d goroutines are left, there were %d", left, before)
	}
}

// TestMisuse lists what the API refuses because it has no meaning.
func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		problem string
		body    func(*proc.P)
	}{
		{"Choose(0): there must be at least one alternative", func(p *proc.P) { p.Choose(0) }},
		{"Pick: there must be at least one alternative", func(p *proc.P) { proc.Pick[int](p) }},
		{"Send to the zero PID", func(p *proc.P) { p.Send(proc.PID{}, 1) }},
		{`Spawn(""): a process needs a name`, func(p *proc.P) { p.Spawn("", func(*proc.P) {}) }},
		{`Spawn("a/b")`, func(p *proc.P) { p.Spawn("a/b", func(*proc.P) {}) }},
		{`Spawn("a#2")`, func(p *proc.P) { p.Spawn("a#2", func(*proc.P) {}) }},
		{`Spawn("a"): the process has no function`, func(p *proc.P) { p.Spawn("a", nil) }},
		{`Spawn("\xff"): the name of a process must be UTF-8`, func(p *proc.P) { p.Spawn("\xff", func(*proc.P) {}) }},
		{`Spawn("x"): there is no SpawnOption(99); the options are Daemon, Linked and Node`, func(p *proc.P) { p.Spawn("x", func(*proc.P) {}, proc.SpawnOption(99)) }},
		{"Monitor of the zero PID", func(p *proc.P) { p.Monitor(proc.PID{}) }},
		{"Link of the zero PID", func(p *proc.P) { p.Link(proc.PID{}) }},
		{"IsAlive of the zero PID", func(p *proc.P) { p.IsAlive(proc.PID{}) }},
		{"Kill of the zero PID", func(p *proc.P) { p.Kill(proc.PID{}) }},
		{"SendAfter of the zero PID", func(p *proc.P) { p.SendAfter(proc.PID{}, 1) }},
		{"SendIn of the zero PID", func(p *proc.P) { p.SendIn(1, proc.PID{}, 1) }},
		{"SendIn: a timer takes -1 ticks; it must be 0 or more, and less than 2³¹-1", func(p *proc.P) { p.SendIn(-1, p.Self(), 1) }},
		{"SendIn: a timer takes 2147483647 ticks", func(p *proc.P) { p.SendIn(math.MaxInt32, p.Self(), 1) }},
		{"Sleep: a timer takes -7 ticks", func(p *proc.P) { p.Sleep(-7) }},
		{"ReceiveWithin: a timer takes -1 ticks", func(p *proc.P) { proc.ReceiveWithin[int](p, -1) }},
		{"ReceiveWithin: condition 1 is nil", func(p *proc.P) { proc.ReceiveWithin[int](p, 1, nil) }},
		{"a timer of 2147483646 ticks would expire when more time has passed than can be counted", func(p *proc.P) { p.Sleep(1); p.Sleep(math.MaxInt32 - 1) }},
		{"Demonitor of the zero Ref", func(p *proc.P) { p.Demonitor(proc.Ref{}, false) }},
		{"the empty name", func(p *proc.P) { p.Register("", p.Self()) }},
		{"insert on the zero Table", func(p *proc.P) { proc.Table[int, int]{}.Insert(p, 1, 1) }},
		{"Receive: pattern 1 is nil; make a pattern by Type, Where, Given or Equal", func(p *proc.P) { p.Receive(nil) }},
		{"ReceiveTimeout: pattern 2 is nil", func(p *proc.P) { var none proc.Pattern; p.ReceiveTimeout(proc.Any(), none) }},
		{"Receive: the condition of pattern 1 is nil", func(p *proc.P) { p.Receive(proc.Where[int](nil)) }},
		{"Receive: what pattern 1 describes is nil", func(p *proc.P) { p.Receive(proc.Describe(nil, "x")) }},
		{"Receive: the condition of what pattern 1 describes is nil", func(p *proc.P) { p.Receive(proc.Describe(proc.Where[int](nil), "x")) }},
		{"Receive: the condition of pattern 2 is nil", func(p *proc.P) { p.Receive(proc.Any(), proc.Given[int, int](1, nil)) }},
		{"Receive: the state that pattern 1 is given cannot be copied: field p: a P is for its own process only", func(p *proc.P) {
			p.Receive(proc.Given(struct{ p *proc.P }{p}, func(struct{ p *proc.P }, int) bool { return true }))
		}},
		{"ReceiveTimeout: the state that pattern 2 is given cannot be copied: a func has no value that could be copied", func(p *proc.P) {
			p.ReceiveTimeout(proc.Any(), proc.Describe(proc.Given(func() {}, func(func(), int) bool { return true }), "x"))
		}},
		{"Receive: condition 1 is nil; leave it out to take any message of the type int", func(p *proc.P) { proc.Receive[int](p, nil) }},
		{"ReceiveTimeout: condition 2 is nil", func(p *proc.P) { proc.ReceiveTimeout(p, func(string) bool { return true }, nil) }},
		{"Assert: the property has no name", func(p *proc.P) { p.Assert(false, "", "") }},
		{"Assert: the property has no name", func(p *proc.P) { p.Assert(true, "", "always") }},
		{`Assert: the name "\xff" of the property must be UTF-8`, func(p *proc.P) { p.Assert(true, "\xff", "always") }},
		{"Reach: the goal has no name", func(p *proc.P) { p.Reach("") }},
		{"NewTable: a table needs a name", func(p *proc.P) { proc.NewTable[int, int](p, "") }},
		{"NewNamedTable: a table needs a name", func(p *proc.P) { proc.NewNamedTable[int, int](p, "") }},
		{"NamedTable: a table needs a name", func(p *proc.P) { proc.NamedTable[int, int](p, "") }},
		{"Rename: a table needs a name", func(p *proc.P) { proc.NewNamedTable[int, int](p, "t").Rename(p, "") }},
		{"Serve: there is no function", func(p *proc.P) { proc.Serve[int, int, int](p, 0, nil) }},
	} {
		expectModelError(t, "main", c.problem, c.body)
		expectModelError(t, "child", c.problem, func(p *proc.P) { p.Spawn("child", c.body) })
		// A model that recovers from everything cannot hide it.
		expectModelError(t, "main", c.problem, func(p *proc.P) {
			defer func() { _ = recover() }()
			c.body(p)
		})
	}
}

// TestStack: a recording shows the calls that led to a panic.
func TestStack(t *testing.T) {
	main := func(p *proc.P) { panics() }
	sys := newSystem(main)
	defer sys.Close()
	sys.Step(first(sys))
	if got := sys.ExitStack(); got != nil {
		t.Errorf("without a recording the stack is %q", got)
	}
	rec := sys.Recorder()
	defer rec.Close()
	e := rec.Step(first(rec))
	stack := rec.ExitStack()
	if len(stack) < 2 || !strings.Contains(stack[0], "proc_test.panics ") || !strings.Contains(stack[1], "proc_test.TestStack") {
		t.Fatalf("the stack is %q", stack)
	}
	for _, call := range stack {
		if strings.Contains(call, "checkmodel/proc.") || strings.Contains(call, "0x") {
			t.Errorf("the stack has %q", call)
		}
	}
	if entry := rec.Entry(&e); !strings.HasSuffix(stack[0], " "+entry.Source) {
		t.Errorf("the end is said to be at %s, the innermost call is %s", entry.Source, stack[0])
	}
	if rec.StepBack(0); len(rec.Enabled(nil)) != 1 {
		t.Errorf("the process does not come back")
	}
}

func panics() { panic("boo") }
