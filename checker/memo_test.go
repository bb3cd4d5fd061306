package checker

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// saver saves a search now and then.
type saver struct {
	t     rapid.TB
	due   func() bool
	saved []*Checkpoint
}

func (s *saver) saving() *Saving {
	return &Saving{Identity: "this", Due: s.due, Save: func(c *Checkpoint) error {
		s.saved = append(s.saved, throughFile(s.t, c))
		return nil
	}}
}

// ofStates describes the result of a search of states, without what depends on how full its tables are.
func ofStates(r *Result) string {
	s := summarized(r)
	if r.Loop != nil {
		s += fmt.Sprintln(r.Loop.LoopFrom, r.Loop.Steps)
	}
	m := *r.Merged
	m.Bytes = 0
	return s + fmt.Sprintf("%+v\n", m)
}

func sameStates(t rapid.TB, what string, want, got *Result) {
	t.Helper()
	if diff := cmp.Diff(ofStates(want), ofStates(got)); diff != "" {
		t.Fatalf("%s (-in one go +resumed):\n%s", what, diff)
	}
}

// TestResumeStates saves searches of states at any moments, and resumes them again and again: in the end there
// is no difference to a search that goes on, not even in what was executed.
func TestResumeStates(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(*rapid.T) func(*proc.P){
		"programs": func(t *rapid.T) func(*proc.P) {
			return programs(allOps, 4, 7).Draw(t, "program").main(rapid.Bool().Draw(t, "wait"))
		},
		"agents": func(t *rapid.T) func(*proc.P) {
			return drawAgents(t, rapid.SampledFrom(agentOps).Draw(t, "operations"), 1).main
		},
		"callers": func(t *rapid.T) func(*proc.P) { return drawCallers(t).main },
		"all agents": func(t *rapid.T) func(*proc.P) {
			ops := rapid.SliceOfNDistinct(rapid.SampledFrom(allAgentOps), 5, 10, rapid.ID).Draw(t, "operations")
			return drawAgents(t, append(ops, "tell", "tell"), 4).main
		},
		"loops": func(t *rapid.T) func(*proc.P) { return drawLoops(t).main(declaredLoop) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { resumeStates(t, draw(t)) })
		})
	}
}

func resumeStates(t *rapid.T, main func(*proc.P)) {
	m := judgedInAllWays(t)
	m.Main = main
	o := Options{Algorithm: States, KeepGoing: true, Workers: 1, TrustModel: true}
	o.Delivery = rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	o.LateDelivery = o.Delivery != proc.Instant && rapid.Bool().Draw(t, "late")
	o.MaxEvents = rapid.SampledFrom([]int{0, 0, 12}).Draw(t, "depth")
	budgeted := o
	budgeted.MaxInterleavings = 3_000
	want, err := Check(context.Background(), m, budgeted)
	if err != nil {
		t.Fatal(err)
	}
	if want.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	compared.Add(1)
	for saves := 0; ; saves++ {
		executed := 0
		if o.Resume != nil {
			executed = o.Resume.Interleavings
		}
		part, s := o, &saver{t: t}
		part.Saving = s.saving()
		part.MaxInterleavings = executed + rapid.IntRange(1, 60).Draw(t, "until it stops")
		r, err := Check(context.Background(), m, part)
		if err != nil {
			t.Fatal(err)
		}
		if r.Stop == NotStopped {
			sameStates(t, "result", want, r)
			return
		}
		o.Resume = s.saved[len(s.saved)-1]
	}
}

// TestSavedStatesOnTheWay resumes from what was saved during the search, twice from each.
func TestSavedStatesOnTheWay(t *testing.T) {
	m := Model{Name: "counters", Main: counters}
	want, err := Check(t.Context(), m, Options{Algorithm: States, KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	s := &saver{t: t, due: func() bool { asked++; return asked%7 == 0 }}
	o := Options{Algorithm: States, KeepGoing: true, Saving: s.saving()}
	r, err := Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	sameStates(t, "while it is saved", want, r)
	if len(s.saved) < 5 {
		t.Fatalf("there are %d checkpoints", len(s.saved))
	}
	for _, c := range slices.Concat(s.saved, s.saved) {
		r, err := Check(t.Context(), m, Options{Algorithm: States, KeepGoing: true, Resume: c})
		if err != nil {
			t.Fatal(err)
		}
		sameStates(t, "resumed", want, r)
	}
}
