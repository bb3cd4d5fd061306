package checker

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// odd is a faulty strategy that explores one interleaving.
type odd struct {
	prefix  trace.Schedule
	begun   bool
	observe func() error
	end     func() error
}

func (o *odd) Begin() (trace.Schedule, bool) {
	if o.begun {
		return nil, false
	}
	o.begun = true
	return o.prefix, true
}

func (o *odd) Choose(v trace.View) (trace.Step, bool) {
	return trace.Step{Actor: v.Enabled[0].Actor}, true
}

func (o *odd) Observe(int, *trace.Event) error {
	if o.observe != nil {
		return o.observe()
	}
	return nil
}

func (o *odd) End(trace.Ending) error {
	if o.end != nil {
		return o.end()
	}
	return nil
}

func (o *odd) Coverage() trace.Coverage { return trace.Coverage{} }

func (o *odd) Retained(f func([]*trace.Event)) { f(nil) }

func exploreWith(s Strategy) (*Result, error) {
	return searchWith(context.Background(), Model{Name: "m"}, Options{MaxEvents: 100}, s).simulate(func() *world.System {
		return world.NewSystem(proc.Body(func(p *proc.P) {
			p.Spawn("waits", func(p *proc.P) { p.Receive() }, proc.Daemon)
			p.Send(p.Self(), 1)
		}), nil)
	})
}

// TestErrorsOfAStrategy: errors of a strategy end the search.
func TestErrorsOfAStrategy(t *testing.T) {
	boo := errors.New("boo")
	for name, c := range map[string]struct {
		s    *odd
		want string
	}{
		"Observe": {&odd{observe: func() error { return boo }}, "model m: boo"},
		"End":     {&odd{end: func() error { return boo }}, "model m: boo"},
		"an impossible plan": {&odd{prefix: trace.Schedule{{Actor: 0}, {Actor: 1}}},
			`checkmodel internal error: step 2, by process waits, was planned and is not possible: process waits is at "receive any message"`},
	} {
		r, err := exploreWith(c.s)
		if err == nil || !strings.Contains(err.Error(), c.want) || r.Verdict != Failed {
			t.Errorf("%s: the error is %v, the verdict %s", name, err, r.Verdict)
		}
	}
	if r, err := exploreWith(&odd{}); err != nil || r.Verdict != Verified || r.Interleavings != 1 {
		t.Errorf("a strategy that is in order: %v, %+v", err, r)
	}
}

// TestOwnPanics: panics of the checker are internal errors; the processes are stopped nevertheless.
func TestOwnPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	r, err := exploreWith(&odd{observe: func() error { panic("broken invariant") }})
	var ours *InternalError
	if !errors.As(err, &ours) || ours.Problem != "broken invariant" || !strings.Contains(string(ours.Stack), "TestOwnPanics") || r.Verdict != Failed {
		t.Errorf("the error is %v, the verdict %s", err, r.Verdict)
	}
	for range 10_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("there are %d goroutines, there were %d", runtime.NumGoroutine(), before)
}
