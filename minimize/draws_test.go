package minimize_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
)

// beginning is a Tester whose searches find a run only with all external events, and not before the second search.
type beginning struct {
	judged
	all int // searches with all external events
}

func (s *beginning) Explore(search minimize.Scope, wanted func(minimize.Run) bool) (minimize.Run, bool, bool) {
	if search.Draws > 0 && len(search.Without) == 0 {
		s.all++
	}
	if s.all < 2 || len(search.Without) > 0 {
		return nil, false, false
	}
	return s.judged.Explore(search, wanted)
}

// A run that is short as long as all external events happen is found although some of them have been left out before, and loses them in
// its turn. If it cannot do without them, the longer run with fewer external events is left.
func TestDrawnAnew(t *testing.T) {
	step := minimize.Event{Step: trace.NamedStep{Actor: "p"}}
	externals := minimize.Run{event("a"), event("b"), event("c")}
	for _, needsAll := range []bool{false, true} {
		s := &beginning{judged: judged{fails: func(events []minimize.Event) bool {
			short := len(events) < 100 && len(events) > 7 && (!needsAll || len(events) > 9)
			return slices.Contains(minimize.Run(events).Externals(), "b") && (len(events) >= 900 || short)
		}}}
		s.drawn = slices.Concat(externals, slices.Repeat(minimize.Run{step}, 7))
		r := minimize.Minimize(s, slices.Concat(externals, slices.Repeat(minimize.Run{step}, 4000)))
		want := 8
		if needsAll {
			want = 900
		}
		if len(r.Run) != want || !slices.Equal(r.Run.Externals(), []string{"b"}) {
			t.Errorf("needs all: %t: %d events and %v are left, want %d and b", needsAll, len(r.Run), r.Run.Externals(), want)
		}
	}
}

// strict is a Tester whose external events happen unless they are left out.
type strict struct {
	judged
	externals []string
}

func (s *strict) Test(o minimize.Selection, events []minimize.Event, _, _ int) (minimize.Run, bool) {
	s.executed++
	run := slices.DeleteFunc(slices.Clone(events), func(e minimize.Event) bool { return e.External != "" })
	for _, name := range s.externals {
		if !slices.Contains(o.Without, name) {
			run = append(run, event(name))
		}
	}
	return run, s.fails(run)
}

// An external event to which the first run did not get is left out like any other.
func TestExternalsOfDrawnRuns(t *testing.T) {
	step := minimize.Event{Step: trace.NamedStep{Actor: "p"}}
	s := &strict{externals: []string{"a", "late"}, judged: judged{fails: func(events []minimize.Event) bool {
		return slices.Contains(minimize.Run(events).Externals(), "a") && (len(events) > 900 || len(events) < 10)
	}}}
	s.drawn = slices.Concat(minimize.Run{event("a"), event("late")}, slices.Repeat(minimize.Run{step}, 7))
	r := minimize.Minimize(s, slices.Concat(minimize.Run{event("a"), event("b")}, slices.Repeat(minimize.Run{step}, 4000)))
	if got := r.Run.Externals(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("the external events %v are left, want a", got)
	}
}
