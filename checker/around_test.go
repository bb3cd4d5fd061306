package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// observers passes a search to several observers.
type observers []Observer

func (o observers) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	for _, one := range o {
		one.Interleaving(number, outcome, events)
	}
}

// holdAround compares searches around some of the interleavings of a program with brute force. They begin with that
// interleaving. Without a bound they explore each class once. With a bound they explore some classes, each once, and with
// a higher bound at least as many. These need not be the same and others: a branch that only the higher bound admits may lead to a class first,
// at a cost that then cuts what follows. Around `choose | choose, give` as drawn in "at once", bound 1 explores 8 of 15 classes, and bound 2
// explores 12 without one of the 8.
func holdAround(t rapid.TB, main *world.System, all recorder, truth *seen) {
	t.Helper()
	for _, n := range []int{len(all) - 1, len(all) / 2} {
		given := all[n]
		named := given.Named(func(a trace.ActorID) *trace.Actor { return main.Actor(a) })
		var before map[causality.Signature]int
		for _, bound := range []int{0, 1, 2, 4, math.MaxInt} {
			name := fmt.Sprintf("around interleaving %d, bound %d", n+1, bound)
			o := Options{Around: named, Workers: 1 + n%2}
			if bound < math.MaxInt {
				o.Bound = bounding.Tree(bound)
			}
			got, steps := newSeen(o), recorder{}
			o.Observer = observers{got, &steps}
			r := look(t, main, o, nil)
			if !slices.Equal(steps[0], given) || len(r.Skipped)+r.Unplanned > 0 {
				t.Fatalf("%s: the first interleaving is %v, want %v", name, steps[0], given)
			}
			compareSome(t, name, truth, got)
			if r.BoundCut == 0 {
				compare(t, name, truth, got, true)
			}
			if bound == 0 && len(steps) != 1 {
				t.Fatalf("%s: there are %d interleavings", name, len(steps))
			}
			if len(got.classes) < len(before) {
				t.Fatalf("%s: there are %d classes, and %d with a lower bound", name, len(got.classes), len(before))
			}
			before = got.classes
		}
	}
}

// drawGuide draws an interleaving of the model.
func drawGuide(t *rapid.T, m Model, o Options) trace.NamedSchedule {
	r, err := Check(t.Context(), m, Options{
		Algorithm: RandomWalk, Run: rapid.IntRange(1, 100).Draw(t, "guide"), Delivery: o.Delivery, Until: UntilEnd, Examples: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.Examples[0].Steps
}

// rows has three processes that each write to two rows.
func rows(p *proc.P) {
	t := proc.NewTable[int, int](p, "t")
	for i := range 3 {
		p.Spawn(fmt.Sprint("w", i), func(p *proc.P) {
			t.Insert(p, 0, i)
			t.Insert(p, 1, i)
		})
	}
	p.Receive() // the table stays
}

// around searches the program around the schedule.
func around(t *testing.T, schedule string, o Options) (*Result, error) {
	t.Helper()
	steps, err := trace.ParseSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	o.Around = steps
	return Check(t.Context(), Model{Name: "rows", Main: rows}, o)
}

// writes tells in which order the processes of rows write to each of the rows.
type writes []string

func (o *writes) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	written := map[int32]string{}
	for i := range events {
		if e := &events[i]; e.Kind == kind.TableInsert {
			written[e.Index] += fmt.Sprint(int(e.Actor) - 1)
		}
	}
	*o = append(*o, written[0]+" "+written[1])
}

// After a departure, everything else happens in the order of the given interleaving, as far as possible.
func TestNearTheGuide(t *testing.T) {
	got := writes{}
	if _, err := around(t, "v1 main*4 w2*2 w0*2 w1*2", Options{Bound: bounding.Tree(1), Until: UntilEnd, Observer: &got}); err != nil {
		t.Fatal(err)
	}
	want := writes{
		"201 201",
		"201 210", "210 201", "201 021",
		"210 021", // one departure after w2 has written to the first row: w1, then w0 twice
		"021 201", "120 201",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the rows are written in these orders (-want +got):\n%s", diff)
	}
}

// Steps that are not possible are skipped; if none is possible, that is an error.
func TestGuideThatDoesNotFit(t *testing.T) {
	all, err := around(t, "v1 main*2", Options{Until: UntilEnd})
	if err != nil || len(all.Skipped) > 0 {
		t.Fatal(all, err)
	}
	r, err := around(t, "v1 main*4 w2 nobody w0", Options{Until: UntilEnd})
	if err != nil || len(r.Skipped) != 1 || r.Skipped[0].Process != "nobody" || r.Interleavings != all.Interleavings {
		t.Errorf("%d interleavings, want %d, %+v, %v", r.Interleavings, all.Interleavings, r.Skipped, err)
	}
	stale := (*StaleSchedule)(nil)
	if _, err := around(t, "v1 nobody", Options{}); !errors.As(err, &stale) {
		t.Errorf("the error is %v", err)
	}
}

// A fault of the model is reported as in any search, with the interleaving that leads to it.
func TestFaultOfGuide(t *testing.T) {
	m := Model{Name: "odd", Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { p.Send(p.Self(), 1); panic(errors.New("odd")) })
		p.Spawn("b", func(p *proc.P) { p.Send(proc.PID{}, 1) })
	}}
	steps, err := trace.ParseSchedule("v1 main*2 b a")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(t.Context(), m, Options{Around: steps})
	if err == nil || r.Verdict != Failed || len(r.Examples) != 1 || !strings.Contains(err.Error(), "process b") {
		t.Errorf("the result is %+v, %v", r, err)
	}
}

func TestInvalidAround(t *testing.T) {
	steps := trace.NamedSchedule{{Actor: "main"}}
	for _, o := range []Options{
		{Algorithm: Source}, {Algorithm: States}, {Runs: 5}, {Replay: steps}, {Bound: bounding.Of(bounding.ByPreemption, 1)},
		{Strategy: func() Strategy { return nil }},
	} {
		o.Around = steps
		if _, err := Check(t.Context(), distant(1), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	m := distant(1)
	m.Search.Algorithm = States
	for _, a := range []Algorithm{"", Auto} {
		if r, err := Check(t.Context(), m, Options{Around: steps, Algorithm: a}); err != nil || r.Options.Algorithm != Optimal {
			t.Errorf("%q: %+v, %v", a, r, err)
		}
	}
}

// A search around one interleaving is not resumed around another.
func TestResumeAroundAnother(t *testing.T) {
	var saved *Checkpoint
	o := Options{MaxInterleavings: 2, Until: UntilEnd, Saving: &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}}
	if _, err := around(t, "v1 main*4 w2", o); err != nil || saved == nil {
		t.Fatal(saved, err)
	}
	o.Resume = saved
	stale := (*StaleCheckpoint)(nil)
	if _, err := around(t, "v1 main*4 w1", o); !errors.As(err, &stale) || !strings.Contains(stale.Problem, "around is a schedule of 5 steps") {
		t.Errorf("the error is %v", err)
	}
}

// A run in which a message is reordered is not explored again after a receive that does not wait for the message.
func TestAroundReordered(t *testing.T) {
	pr := randomprograms.Program{{{Do: "send", To: 1}}, {{Do: "choose"}, {Do: "take any", Set: []int{0}}}}
	m := Model{Name: "reordered", Main: pr.Nodes([]bool{false, false}, true), Faults: Faults{Duplicates: 1, Reorderings: 1}}
	all, err := Check(t.Context(), m, Options{Until: UntilEnd, Examples: 100})
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Examples) != all.Interleavings {
		t.Fatalf("%d examples of %d interleavings", len(all.Examples), all.Interleavings)
	}
	for _, example := range all.Examples {
		r, err := Check(t.Context(), m, Options{Until: UntilEnd, Around: example.Steps})
		if err != nil {
			t.Fatalf("around %v: %v", example.Steps, err)
		}
		if r.Interleavings != all.Interleavings {
			t.Errorf("around %v: %d interleavings, want %d", example.Steps, r.Interleavings, all.Interleavings)
		}
	}
}
