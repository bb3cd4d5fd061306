package checker

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// diary records every interleaving, by names: numbers depend on which worker found something first.
type diary struct {
	world World
	pages []string
}

func (d *diary) Inspect(w World) { d.world = w }

func (d *diary) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	var b strings.Builder
	fmt.Fprint(&b, number, outcome)
	for i := range events {
		e := &events[i]
		fmt.Fprintf(&b, " %s.%d", d.world.Actor(e.Actor).Name, e.Alternative)
		switch {
		case e.Kind == kind.Now: // a time
			fmt.Fprint(&b, "=", e.Result)
		case e.Result != trace.NoValue && e.Kind != kind.Whereis:
			fmt.Fprint(&b, "=", proc.Format(d.world.Value(e.Result)))
		}
	}
	d.pages = append(d.pages, b.String())
}

// established holds the interleavings and the result of a search with the given number of workers.
func established(t rapid.TB, m Model, o Options, workers int) ([]string, string) {
	d := &diary{}
	r := explored(context.Background(), t, d, m, o, workers)
	return d.pages, summarized(r)
}

// explored returns the result of a search with the given number of workers, which begin at once.
func explored(ctx context.Context, t rapid.TB, observer Observer, m Model, o Options, workers int) *Result {
	t.Helper()
	return exploredAt(ctx, t, observer, m, o, workers, false)
}

// exploredAt is like explored; if hurried is set, workers change tasks often.
func exploredAt(ctx context.Context, t rapid.TB, observer Observer, m Model, o Options, workers int, hurried bool) *Result {
	return exploredWith(ctx, t, observer, m, setup{Options: o}, workers, hurried)
}

// exploredWith is exploredAt with what a setup adds to options.
func exploredWith(ctx context.Context, t rapid.TB, observer Observer, m Model, o setup, workers int, hurried bool) *Result {
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	o.Observer, o.Workers = observer, workers
	if o.MaxEvents == 0 {
		o.MaxEvents = DefaultMaxEvents
	}
	if o.Resume != nil {
		o.model = m
		if err := o.Resume.fits(&o); err != nil {
			t.Fatal(err)
		}
	}
	x := setupWith(ctx, m, o, nil)
	x.Loop.Joins = func(int) bool { return true }
	if hurried {
		x.hurry()
	}
	r, err := x.simulate(func() *world.System {
		sys := world.NewSystem(proc.Body(m.Main), x.Loop.Watch)
		sys.SetDelivery(o.Delivery)
		sys.SetFaults(m.Faults, false)
		return sys
	})
	if err != nil {
		t.Fatalf("%d workers: %v", workers, err)
	}
	return r
}

// hurry makes workers begin at once, change tasks often, and stay close to the turn.
func (s *job) hurry() {
	s.Loop.Joins = func(int) bool { return true }
	s.Driver.(*driver.Tree).SetLookahead(optimaldpor.Lookahead{Slice: 2, Task: 5, Near: 9, Total: 12})
}

// summarized returns the result as text, without numbers that depend on the order of discovery.
func summarized(r *Result) string {
	s := fmt.Sprintln(r.Verdict, r.Stop, r.Interleavings, r.DepthCut, r.BoundCut, r.Events, r.Violating, r.FirstViolation, r.Repeated)
	for _, v := range r.Violations {
		s += fmt.Sprintln(v.Property, v.Explanation, v.Process, v.Interleaving, v.Count, v.Shown, v.Length, v.Steps, v.Stack, v.Waiting)
		s += fmt.Sprintf("%+v\n", *v.Trace)
		if v.Reversal != nil {
			s += fmt.Sprintf("%+v\n", *v.Reversal)
		}
	}
	return s + fmt.Sprintln(r.Goals)
}

// States that processes of random programs must not expose, and may.
var (
	neverAlike = Always(Property{Name: "never alike"}, func(all []Exposed[randomprograms.State]) error {
		if alike(all) {
			return fmt.Errorf("all are %v", all[0].State)
		}
		return nil
	})
	sometimesAlike = Sometimes(Property{Name: "sometimes alike"}, alike)
)

// alike reports whether several processes have exposed the same.
func alike(all []Exposed[randomprograms.State]) bool {
	different := func(e Exposed[randomprograms.State]) bool { return e.State != all[0].State }
	return len(all) > 1 && !slices.ContainsFunc(all, different)
}

// TestWorkers compares any number of workers with one: the interleavings and their order, the
// numbers, and the violations are the same.
func TestWorkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{
			Until:            rapid.SampledFrom(endings).Draw(t, "until"),
			MaxInterleavings: rapid.SampledFrom([]int{500, 7}).Draw(t, "budget"),
			MaxEvents:        rapid.SampledFrom([]int{0, 0, 12, 16}).Draw(t, "events"),
		}
		m.Violates = rapid.SampledFrom([][]string{nil, {proc.NoDeadlock}, {proc.NoCrash, neverAlike.Name}}).Draw(t, "declared")
		switch rapid.IntRange(0, 3).Draw(t, "bound") {
		case 0:
			o.Bound = bounding.Tree(2)
		case 1:
			o.Bound = bounding.Delay(3)
		}
		o.Delivery = rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
		pages, summary := established(t, m, o, 1)
		for _, workers := range []int{2, 3, 8} {
			p, s := established(t, m, o, workers)
			if diff := cmp.Diff(pages, p); diff != "" {
				t.Fatalf("%d workers, interleavings (-one worker +several):\n%s", workers, diff)
			}
			if diff := cmp.Diff(summary, s); diff != "" {
				t.Fatalf("%d workers, result (-one worker +several):\n%s", workers, diff)
			}
			for _, hurried := range []bool{false, true} {
				unseen := exploredAt(context.Background(), t, nil, m, o, workers, hurried)
				if diff := cmp.Diff(summary, summarized(unseen)); diff != "" {
					t.Fatalf("%d workers, hurried: %v, without an observer (-one worker +several):\n%s", workers, hurried, diff)
				}
			}
		}
	})
}

// Branches that the bound cuts after the first violation do not count, though a worker that was
// ahead has seen them.
func TestBoundCutUntilTheFirstViolation(t *testing.T) {
	m := Model{Name: "m", Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("owner", func(p *proc.P) { p.Send(me, proc.NewTable[int, int](p, "t")); p.Receive() }, proc.Daemon)
		table := proc.Receive[proc.Table[int, int]](p)
		for i := range 4 {
			p.Spawn("p", func(p *proc.P) {
				n, _ := table.Lookup(p, 0)
				table.Insert(p, 0, n+1)
				p.Assert(i > 0 || n < 2, "few", "it is %d", n)
			})
		}
	}}
	for _, bound := range []bounding.Bound{bounding.Tree(2), bounding.Delay(2), bounding.Tree(3)} {
		o := Options{TrustModel: !testsize.Long(), Bound: bound}
		_, want := established(t, m, o, 1)
		for _, workers := range []int{2, 3} {
			_, got := established(t, m, o, workers)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %d, %d workers (-one worker +several):\n%s", bound.Kind(), bound.Limit(), workers, diff)
			}
		}
	}
}
