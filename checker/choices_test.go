package checker_test

import (
	"context"
	"math"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// chooser has processes that each choose one of n values, without telling any other.
func chooser(alternatives ...int) checker.Model {
	return checker.Model{Name: "chooser", Main: func(p *proc.P) {
		for _, n := range alternatives {
			p.Spawn("chooser", func(p *proc.P) { p.Choose(n) })
		}
	}}
}

var searches = map[string]checker.Options{
	"optimal":     {},
	"two workers": {Workers: 2},
	"bounded":     {Bound: bounding.Tree(2)},
	"source":      {Algorithm: checker.Source},
	"naive":       {Algorithm: checker.Naive},
}

// TestHugeChoice: alternatives are planned as they are explored, even if there are very many.
func TestHugeChoice(t *testing.T) {
	for name, o := range searches {
		o.MaxInterleavings = 50
		r := check(t, chooser(math.MaxInt32, math.MaxInt32), o)
		if r.Interleavings != 50 || r.Verdict == checker.Verified {
			t.Errorf("%s: %s after %d interleavings, want 50 of many more", name, r.Verdict, r.Interleavings)
		}
	}
	fails(t, func(p *proc.P) {
		n := math.MaxInt32
		p.Choose(n + 1)
	}, "process main at", "choices_test.go:", "Choose(2147483648)", "at most 2147483647")
}

// TestManyAlternatives has so many alternatives that work for each pair of them would not end.
func TestManyAlternatives(t *testing.T) {
	testsize.LongOnly(t)
	n := 20_000
	if testing.Short() {
		n = 5_000
	}
	for name, o := range searches {
		o.TrustModel = true
		m := chooser(n)
		if o.Algorithm == checker.Naive {
			m.Main = func(p *proc.P) { p.Choose(n) }
		}
		seen := make(alternatives, n)
		o.Observer = seen
		r := check(t, m, o)
		if r.Interleavings != n || len(seen) != n {
			t.Errorf("%s: %d interleavings with %d alternatives, want %d", name, r.Interleavings, len(seen), n)
		}
	}
}

// alternatives records the chosen alternatives.
type alternatives map[int32]bool

func (a alternatives) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	for i := range events {
		if e := &events[i]; e.Kind == kind.Choose {
			a[e.Alternative] = true
		}
	}
}

// TestResumedChoice saves a search in the middle of many alternatives, in a short form, and resumes
// it.
func TestResumedChoice(t *testing.T) {
	for name, o := range map[string]checker.Options{"optimal": {}, "one worker": {Workers: 1}, "bounded": {Bound: bounding.Delay(1500)}} {
		want := check(t, chooser(1_000, 3), o)
		var saved *checker.Checkpoint
		ctx, cancel := context.WithCancel(context.Background())
		o.Saving = &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
		o.Observer = &counter{at: 500, stop: cancel}
		if _, err := checker.Check(ctx, chooser(1_000, 3), o); err != nil {
			t.Fatal(err)
		}
		if len(saved.Tree) > 200 {
			t.Errorf("%s: the checkpoint has %d branches for 1 000 alternatives", name, len(saved.Tree))
		}
		o.Observer, o.Resume = nil, saved
		got := check(t, chooser(1_000, 3), o)
		if got.Interleavings != want.Interleavings || got.BoundCut != want.BoundCut {
			t.Errorf("%s: %d interleavings and %d cut, want %d and %d", name, got.Interleavings, got.BoundCut, want.Interleavings, want.BoundCut)
		}
	}
}

// TestChoicesInTasks: a task that another worker continues divides the alternatives of its next leaf.
func TestChoicesInTasks(t *testing.T) {
	m := checker.Model{Name: "choices", Main: func(p *proc.P) {
		for range 3 {
			p.Choose(40)
		}
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Workers: 2, Until: checker.UntilEnd})
	if err != nil || r.Interleavings != 40*40*40 || r.Verdict != checker.Verified {
		t.Errorf("%d interleavings are %v, want %d that are verified: %v", r.Interleavings, r.Verdict, 40*40*40, err)
	}
}
