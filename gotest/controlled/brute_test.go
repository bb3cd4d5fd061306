package controlled

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// observed has the classes of interleavings, and the outcomes.
type observed struct {
	out      *outcome
	classes  map[causality.Signature]int
	outcomes map[string]bool
}

func (o *observed) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	order := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
	order.Compute(slices.Clone(events))
	o.classes[order.Signature()]++
	o.outcomes[o.out.String()] = true
}

// explore explores a program. It returns false if there are more interleavings than most.
func (p program) explore(t interface{ Fatalf(string, ...any) }, by checker.Algorithm, most int) (found *observed, interleavings int, ok bool) {
	found, interleavings, ok, err := p.exploreIn(by, most, func(w trace.World) trace.World { return w })
	if err != nil {
		t.Fatalf("%s of\n%s\n%v", by, p, err)
	}
	return found, interleavings, ok
}

// exploreIn explores a program in the world that in returns.
func (p program) exploreIn(by checker.Algorithm, most int, in func(trace.World) trace.World) (found *observed, interleavings int, ok bool, err error) {
	found = &observed{out: new(outcome), classes: map[causality.Signature]int{}, outcomes: map[string]bool{}}
	m := Model("drawn", func(*T) {
		out := found.out
		here("the body").Note(func() string { out = new(outcome); return "" }) // a recording is no interleaving of the search
		p.run(explored(p.sizes), out)
	})
	world := m.World
	m.World = func(f checker.Faults) trace.World { return in(world(f)) }
	r, err := checker.Check(context.Background(), m, checker.Options{
		Algorithm: by, Until: checker.UntilEnd, Observer: found, Workers: 1, MaxInterleavings: most, TrustModel: true,
	})
	if err != nil {
		return nil, 0, false, err
	}
	return found, r.Interleavings, r.Stop == "", nil
}

// compare compares optimal and source-DPOR with brute force.
func (p program) compare(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, most int) bool {
	all, _, ok := p.explore(t, checker.Naive, most)
	if !ok {
		return false
	}
	for _, by := range []checker.Algorithm{checker.Optimal, checker.Source} {
		found, n, _ := p.explore(t, by, 0)
		for class := range all.classes {
			if found.classes[class] == 0 {
				t.Errorf("%s of\n%smisses a class of %d interleavings", by, p, all.classes[class])
				break
			}
		}
		for o := range all.outcomes {
			if !found.outcomes[o] {
				t.Errorf("%s of\n%sdoes not have the outcome %s", by, p, o)
				break
			}
		}
		if by == checker.Optimal && (len(found.classes) > len(all.classes) || n != len(found.classes)) {
			t.Errorf("%s of\n%sexplores %d interleavings of %d classes, and there are %d", by, p, n, len(found.classes), len(all.classes))
		}
	}
	return true
}

// TestAgainstBruteForce: each search finds every class of drawn programs and every outcome, and optimal DPOR each class once.
func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn(t, 3, testsize.Sample(3, 4)).compare(t, testsize.Sample(300, 10_000))
	})
}

// TestTimersWithoutEnd: so it is if goroutines wait for timers again and again, or poll.
func TestTimersWithoutEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 2, 2, "ticks", "poll", "send", "close", "sleep", "select timer")
		p.goroutines = append(p.goroutines, []instruction{{rapid.SampledFrom([]string{"ticks", "poll"}).Draw(t, "loop"), rapid.IntRange(0, 1).Draw(t, "object")}})
		p.compare(t, testsize.Sample(300, 10_000))
	})
}

// TestHardWaits: programs in which a wait that is over again has several reasons. Searches have missed classes of them.
func TestHardWaits(t *testing.T) {
	for _, p := range []program{
		{sizes: []int{1, 1}, goroutines: [][]instruction{{{"send", 0}, {"receive", 1}, {"select", 0}}, {{"send", 1}, {"receive", 0}}}},
		{sizes: []int{0, 0}, goroutines: [][]instruction{{{"receive", 0}}, {{"close", 1}}, {{"select send", 0}}}},
		{sizes: []int{0, 0}, goroutines: [][]instruction{{{"select send default", 0}}, {{"select send default", 0}}, {{"receive", 0}}}},
		{sizes: []int{0, 0}, goroutines: [][]instruction{{{"add", 0}, {"done", 1}}, {{"add", 0}}, {{"wait", 0}}}},
		{sizes: []int{1, 1}, goroutines: [][]instruction{{{"send", 0}, {"receive", 1}}, {{"send", 1}, {"receive", 0}}, {{"select", 0}}}},
		{sizes: []int{0, 1}, goroutines: [][]instruction{{{"select send", 0}}, {{"select send", 0}}, {{"select", 0}, {"select", 0}}}},
	}[:testsize.Sample(4, 6)] {
		if !p.compare(t, 100_000) {
			t.Errorf("there are too many interleavings of\n%s", p)
		}
	}
}

// TestClasses: the order of two operations makes a difference only where an execution can tell it.
func TestClasses(t *testing.T) {
	for _, c := range []struct {
		classes int
		program
	}{
		{2, program{sizes: []int{2, 0}, goroutines: [][]instruction{{{"send", 0}}, {{"send", 0}}}}},
		{1, program{sizes: []int{2, 0}, goroutines: [][]instruction{{{"send", 0}, {"send", 0}}, {{"receive", 0}}}}},
		{1, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"send", 0}, {"send", 0}}, {{"receive", 0}, {"receive", 0}}}}},
		{2, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"send", 0}}, {{"send", 0}}, {{"receive", 0}, {"receive", 0}}}}},
		{1, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"lock", 0}}, {{"lock", 1}}}}},
		{2, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"lock", 0}, {"unlock", 0}}, {{"lock", 0}, {"unlock", 0}}}}},
		{1, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"rlock", 0}, {"runlock", 0}}, {{"rlock", 0}, {"runlock", 0}}}}},
		{1, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"add", 0}, {"done", 0}}}}},
		{1, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"load", 0}}, {{"load", 0}}}}},
		{2, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"store", 0}}, {{"store", 0}}}}}, // a load synchronizes with the last
		{2, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"store", 0}}, {{"load", 0}}}}},
		{1, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"close", 0}}, {{"receive", 0}}, {{"receive", 0}}}}},
		{2, program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"select send default", 0}}, {{"receive", 0}}}}},
		{13, program{sizes: []int{1, 1}, goroutines: [][]instruction{{{"send", 0}, {"receive", 1}}, {{"send", 1}, {"receive", 0}}, {{"select", 0}}}}}, // see TestHardWaits
	} {
		if found, n, _ := c.explore(t, checker.Optimal, 0); n != c.classes {
			t.Errorf("%d interleavings with the outcomes %v, want %d, of\n%s", n, found.outcomes, c.classes, c.program)
		}
	}
}

// TestNobodyWaits: a send and a receive that do not wait never meet.
func TestNobodyWaits(t *testing.T) {
	p := program{sizes: []int{0, 0}, goroutines: [][]instruction{{{"select send default", 0}}, {{"select default", 0}}}}
	if found, _, _ := p.explore(t, checker.Optimal, 0); len(found.outcomes) != 1 {
		t.Errorf("the outcomes are %v", found.outcomes)
	}
}

// forgetful is a world that does not tell what operations of a verb access.
type forgetful struct {
	*goroutine.World
	verb goroutine.Verb
}

func (w forgetful) Copy(p stage.Purpose) trace.World {
	return forgetful{w.World.Copy(p).(*goroutine.World), w.verb}
}

func (w forgetful) StepTo(st trace.Step, e *trace.Event) {
	w.World.StepTo(st, e)
	if u, is := e.Does.(*goroutine.Use); is && u.Verb == w.verb {
		e.Accesses = nil
	}
}

// TestForgetful: accesses that are not told are found out, for each of these verbs: a search fails, or misses an outcome.
func TestForgetful(t *testing.T) {
	for verb, p := range map[goroutine.Verb]program{
		goroutine.TryLock:   {goroutines: [][]instruction{{{"trylock", 0}}, {{"trylock", 0}}}},
		goroutine.TryWrite:  {goroutines: [][]instruction{{{"trywlock", 0}}, {{"tryrlock", 0}}}},
		goroutine.TryRLock:  {goroutines: [][]instruction{{{"trywlock", 0}}, {{"tryrlock", 0}}}},
		goroutine.Load:      {goroutines: [][]instruction{{{"store", 0}}, {{"load", 0}}}},
		goroutine.Store:     {goroutines: [][]instruction{{{"store", 0}}, {{"load", 0}}}},
		goroutine.Modify:    {goroutines: [][]instruction{{{"addone", 0}}, {{"addone", 0}}}},
		goroutine.Exchange:  {goroutines: [][]instruction{{{"pointer swap", 0}}, {{"pointer swap", 1}}}},
		goroutine.Length:    {sizes: []int{2, 0}, goroutines: [][]instruction{{{"send", 0}}, {{"len", 0}}}},
		goroutine.Send:      {sizes: []int{2, 0}, goroutines: [][]instruction{{{"send", 0}}, {{"len", 0}}}},
		goroutine.Select:    {sizes: []int{2, 0}, goroutines: [][]instruction{{{"send", 0}}, {{"select default", 0}}}},
		goroutine.Receive:   {sizes: []int{2, 0}, goroutines: [][]instruction{{{"send", 0}, {"send", 0}}, {{"receive", 0}}, {{"receive", 0}}}},
		goroutine.Close:     {sizes: []int{2, 0}, goroutines: [][]instruction{{{"close", 0}}, {{"select default", 0}}}},
		goroutine.Offer:     {goroutines: [][]instruction{{{"send", 0}}, {{"send", 0}}, {{"receive", 0}}}},
		goroutine.Once:      {goroutines: [][]instruction{{{"once", 0}}, {{"once", 0}}}},
		goroutine.Signal:    {goroutines: [][]instruction{{{"lock", 0}, {"cond wait", 0}}, {{"signal", 0}}}},
		goroutine.Broadcast: {goroutines: [][]instruction{{{"lock", 0}, {"cond wait", 0}}, {{"broadcast", 0}}}},
		goroutine.Changed:   {goroutines: [][]instruction{{{"spin lock", 0}}, {{"spin lock", 0}}, {{"store", 0}}}},
		goroutine.Offers:    {goroutines: [][]instruction{{{"select send default", 0}}, {{"receive", 0}}}},
		goroutine.Add:       {goroutines: [][]instruction{{{"add", 0}, {"store", 0}}, {{"wait", 0}, {"load", 0}}}},
		goroutine.Wait:      {goroutines: [][]instruction{{{"add", 0}}, {{"wait", 0}}}},
	} {
		if p.sizes == nil {
			p.sizes = []int{0, 0}
		}
		all, _, _ := p.explore(t, checker.Naive, 0)
		found, _, _, err := p.exploreIn(checker.Optimal, 0, func(w trace.World) trace.World { return forgetful{w.(*goroutine.World), verb} })
		if err == nil && len(found.outcomes) == len(all.outcomes) {
			t.Errorf("that verb %d does not tell its accesses has no effect on\n%s", verb, p)
		}
	}
}
