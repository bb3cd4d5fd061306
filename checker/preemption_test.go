package checker

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// The bound on preemptions is compared with brute force: within N preemptions, a search must show
// exactly the classes that have an interleaving with N preemptions or fewer.

// preempting is a strategy that counts the preemptions of each interleaving, from what it sees itself.
type preempting struct {
	Strategy
	enabled [][]trace.ActorID // after so many events
	actors  []trace.ActorID
	end     func(preemptions int)
}

func (c *preempting) Choose(v trace.View) (trace.Step, bool) {
	c.enabled = c.enabled[:len(c.actors)]
	var actors []trace.ActorID
	for _, p := range v.Enabled {
		if !p.GivesUp {
			actors = append(actors, p.Actor)
		}
	}
	c.enabled = append(c.enabled, actors)
	return c.Strategy.Choose(v)
}

func (c *preempting) Observe(depth int, e *trace.Event) error {
	c.actors = append(c.actors[:depth], e.Actor)
	return c.Strategy.Observe(depth, e)
}

func (c *preempting) End(e trace.Ending) error {
	n := 0
	for k := 1; k < e.Events; k++ {
		if before := c.actors[k-1]; before != c.actors[k] && slices.Contains(c.enabled[k], before) {
			n++
		}
	}
	c.end(n)
	return c.Strategy.End(e)
}

// classed collects the classes of the interleavings that a search explores, and the fewest
// preemptions of those of each class.
type classed struct {
	order   causality.Order
	present causality.Signature
	blocked bool
	least   map[causality.Signature]int
	most    int // the most preemptions of an interleaving
}

func (c *classed) Interleaving(_ int, outcome trace.Outcome, events []trace.Event) {
	if c.blocked = outcome == trace.Abandoned; !c.blocked {
		c.order.Compute(slices.Clone(events))
		c.present = c.order.Signature()
	}
}

// ended is called with the preemptions of the current interleaving.
func (c *classed) ended(preemptions int) {
	c.most = max(c.most, preemptions)
	if c.blocked {
		return
	}
	if least, ok := c.least[c.present]; !ok || preemptions < least {
		c.least[c.present] = preemptions
	}
}

// classesOf searches a twin of the system by the strategy, and returns what it shows; nil if
// it needs more interleavings than limit, unless that is 0.
func classesOf(t rapid.TB, sys *world.System, s Strategy, limit int) (*classed, *Result) {
	c := &classed{least: map[causality.Signature]int{}}
	r := look(t, sys, Options{Algorithm: Source, Observer: c, MaxInterleavings: limit}, &preempting{Strategy: s, end: c.ended})
	if r.Stop != NotStopped {
		return nil, r
	}
	return c, r
}

// holdPreemptions compares the searches of a system within each number of preemptions with brute
// force.
func holdPreemptions(t rapid.TB, sys *world.System, limit int) (interleavings, classes int) {
	truth, _ := classesOf(t, sys, backtrack.NewNaive(backtrack.Config{}), limit)
	if truth == nil {
		reject(t, "too many interleavings for brute force")
	}
	compared.Add(1)
	for n := 0; ; n++ {
		got, r := classesOf(t, sys, backtrack.NewBPOR(backtrack.Config{Bound: bounding.Preemption(n)}), 0)
		for class, least := range truth.least {
			if _, found := got.least[class]; found != (least <= n) {
				t.Fatalf("within %d preemptions, a class that needs %d: found is %v", n, least, found)
			}
		}
		if len(got.least) > len(truth.least) || got.most > n {
			t.Fatalf("within %d preemptions: %d of %d classes, an interleaving with %d preemptions", n, len(got.least), len(truth.least), got.most)
		}
		interleavings, classes = interleavings+r.Interleavings, classes+len(got.least)
		if r.BoundCut == 0 {
			if len(got.least) < len(truth.least) {
				t.Fatalf("within %d preemptions nothing is cut, and %d of %d classes are found", n, len(got.least), len(truth.least))
			}
			return interleavings, classes
		}
	}
}

// TestRandomPreemptions draws programs of all kinds.
func TestRandomPreemptions(t *testing.T) {
	t.Parallel()
	awaitOps := append([]string{"await", "await", "await any", "insert", "delete", "kill", "signal"}, randomprograms.TableOps...)
	interleavings, classes := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.CollectOps, randomprograms.ProcessOps, randomprograms.TableOps, awaitOps, randomprograms.OwnerOps, randomprograms.AllOps}).Draw(t, "operations")
		delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
		pr := randomprograms.Programs(ops, 3, 5).Draw(t, "program")
		t.Log("\n" + pr.String())
		sys := trustedSystem(pr.Main(rapid.Bool().Draw(t, "wait")))
		defer sys.Close()
		sys.SetDelivery(delivery)
		i, c := holdPreemptions(t, sys, tooMany)
		interleavings, classes = interleavings+i, classes+c
	})
	t.Logf("%d interleavings for %d classes, all bounds together", interleavings, classes)
}

// TestPreemptionsOfTheKilled: a process that is killed while it waits for a row would continue if another
// process came first, which no race of the process that kills it shows.
func TestPreemptionsOfTheKilled(t *testing.T) {
	pr := randomprograms.Program{{{Do: "kill", To: 2}}, {{Do: "lookup", K: 0}, {Do: "insert", K: 1, V: 1}}, {{Do: "insert", K: 0, V: 1}, {Do: "await any", K: 1}}}
	sys := trustedSystem(pr.Main(true))
	defer sys.Close()
	holdPreemptions(t, sys, 0)
}

// TestPreemptionsOfAChooser: only one outcome of a choice lets a process write the row that another
// one writes. The write of the other must come first after that, too, although it is independent of
// everything that the process does after the other outcome.
func TestPreemptionsOfAChooser(t *testing.T) {
	pr := randomprograms.Program{{{Do: "choose"}, {Do: "skip", SkipIf: 0}, {Do: "insert", K: 0, V: 1}}, {{Do: "insert", K: 0, V: 2}}}
	sys := trustedSystem(pr.Main(true))
	defer sys.Close()
	holdPreemptions(t, sys, 0)
}

// TestPreemptionBound: the bound chooses the algorithm where nothing else does. Of three writers of
// a row, the processes' ends and the messages that they send have orders, too.
func TestPreemptionBound(t *testing.T) {
	m := Model{Name: "writers", Main: writers(3)}
	all, err := Check(t.Context(), m, Options{Algorithm: Source})
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for n := 0; ; n++ {
		r, err := Check(t.Context(), m, Options{Bound: bounding.Preemption(n), Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if r.Options.Algorithm != Source {
			t.Fatalf("the algorithm is %q", r.Options.Algorithm)
		}
		if got = append(got, r.Interleavings); r.Verdict == Verified {
			break
		}
		if r.Verdict != Bounded {
			t.Fatalf("within %d preemptions it is %s", n, r.Verdict)
		}
	}
	if n := got[len(got)-1]; n < all.Interleavings-all.SleepSetBlocked || len(got) < 3 {
		t.Errorf("there are %v interleavings within 0, 1, … preemptions, and %d classes", got, all.Interleavings-all.SleepSetBlocked)
	}
	several, err := Check(t.Context(), m, Options{Bound: bounding.Preemption(9).From(0)})
	if err != nil || several.Verdict != Verified || len(several.Levels) != len(got) {
		t.Errorf("one bound after the other: %v, %+v", err, several)
	}
}
