package checker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Commutation holds the dependence relation against the world. It does so in
// programs for every pair of instructions, with a third process around them, and
// in programs that aim at what these have left out (coverage_test.go).

// instructions are all that the random programs know, once each.
func instructions() []string {
	all := slices.Concat(messageOps, processOps, allOps, tableOps, ownerOps, announceOps)
	slices.Sort(all)
	return slices.Compact(all)
}

// scene is a program for two instructions.
type scene struct {
	setup    []instruction
	program  program
	wait     bool
	delivery proc.Delivery
}

func (s scene) String() string {
	return fmt.Sprintf("main: %v, wait %v, delivery %s\n%v", s.setup, s.wait, s.delivery, s.program)
}

// draw returns a scene for two instructions.
func draw(random *rand.Rand, a, b string) scene {
	ops := instructions()
	any := func() string { return ops[random.IntN(len(ops))] }
	s := scene{
		program:  program{prepared(random, a), prepared(random, b), prepared(random, any())},
		wait:     random.IntN(3) == 0,
		delivery: []proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}[random.IntN(5)],
	}
	if random.IntN(2) == 0 { // something before it
		s.program[0] = append(prepared(random, any()), s.program[0]...)
	}
	return s
}

// before are the instructions without which others have nothing to do.
var before = map[string]string{
	"cancel": "timer", "read timer": "timer", "demonitor": "monitor", "flush": "monitor", "info": "monitor",
	"give": "named with heir", "heir": "named", "no heir": "named", "rename": "named", "named next": "hashed",
}

// prepared returns an instruction with random arguments, mostly behind the one
// that it needs.
func prepared(random *rand.Rand, do string) []instruction {
	if first, ok := before[do]; ok && random.IntN(4) > 0 {
		needed, one := drawOne(random, first), drawOne(random, do)
		one.k = needed.k
		return []instruction{needed, one}
	}
	return []instruction{drawOne(random, do)}
}

func drawOne(random *rand.Rand, do string) instruction {
	sets := [][]int{{0}, {1}, {0, 1}, {0, 1, 2}}
	return instruction{
		do: do, to: random.IntN(3), set: sets[random.IntN(len(sets))],
		k: random.IntN(2), v: random.IntN(2), skipIf: random.IntN(2),
	}
}

// commutation is the test under way.
type commutation struct {
	t         testing.TB
	random    *rand.Rand
	relation  trace.Relation
	scene     scene
	sys       *proc.System // where interleavings are executed in other orders
	visited   map[cell]int
	dependent map[[2]trace.Kind][]scene // pairs of kinds that depend on each other, with scenes where they do
	swapped   int
	reversed  int
	fault     *fault // one that is planted; see planted_test.go
}

func newCommutation(t testing.TB, seed uint64) *commutation {
	return &commutation{t: t, random: rand.New(rand.NewPCG(seed, seed)),
		visited: map[cell]int{}, dependent: map[[2]trace.Kind][]scene{}}
}

// TestCommutation is that two events which the relation calls independent may be
// exchanged, wherever they stand next to each other, and that two which it calls
// dependent come in both orders or cannot.
func TestCommutation(t *testing.T) {
	c := newCommutation(t, 1)
	ops := instructions()
	for i, a := range ops {
		for _, b := range ops[i:] {
			for range map[bool]int{false: 3, true: 1}[testing.Short()] {
				c.check(draw(c.random, a, b))
			}
		}
	}
	t.Logf("%d pairs of neighbouring events exchanged, %d races reversed", c.swapped, c.reversed)
}

// check explores a scene and holds the relation against its interleavings.
func (c *commutation) check(s scene) {
	c.scene = s
	sys := proc.NewSystem(s.program.mainAfter(s.setup, s.wait))
	defer sys.Close()
	sys.SetDelivery(s.delivery)
	c.sys = sys.Twin()
	defer c.sys.Close()
	for _, anyRace := range []bool{false, true} {
		o := Options{KeepGoing: true, MaxEvents: 1000, MaxInterleavings: 20, AnyDeliveriesRace: anyRace, TrustModel: true}
		c.relation = o.Relation()
		o.Observer = observer(func(events []trace.Event) {
			if !c.t.Failed() {
				c.look(slices.Clone(events))
			}
		})
		strategy, err := o.strategy()
		if err != nil {
			c.t.Fatal(err)
		}
		x := &exploration{strategy: strategy, result: &Result{Model: anyGoal("pair"), Options: o}}
		if _, err := x.explore(c.t.Context(), sys.Twin); err != nil {
			c.t.Fatalf("%v\n%v", err, s)
		}
	}
}

type observer func([]trace.Event)

func (f observer) Interleaving(_ int, _ trace.Outcome, events []trace.Event) { f(events) }

// look holds the relation against one interleaving.
func (c *commutation) look(events []trace.Event) {
	order := trace.Order{Relation: c.relation}
	order.Compute(events)
	c.note(&order, events)
	if c.fault != nil {
		c.fault.notice(c, &order, events)
		return
	}
	c.reverse(&order, events)
	c.exchange(&order, events)
}

// note notes which events are neighbours.
func (c *commutation) note(order *trace.Order, events []trace.Event) {
	for i := range len(events) - 1 {
		a, b := &events[i], &events[i+1]
		if a.Actor == b.Actor {
			continue
		}
		c.visited[cellOf(a, b)]++
		kinds := [2]trace.Kind{min(a.Kind, b.Kind), max(a.Kind, b.Kind)}
		if order.Before(i, i+1) && len(c.dependent[kinds]) < 3 {
			c.dependent[kinds] = append(c.dependent[kinds], c.scene)
		}
	}
}

// walk is how many neighbours are exchanged, one after the other, starting from
// an interleaving.
const walk = 20

// exchange walks through the class of an interleaving: again and again it
// exchanges two neighbours that are said to be independent. Nothing may come out
// differently, and the happens-before relation must be the same.
func (c *commutation) exchange(order *trace.Order, events []trace.Event) {
	signature := order.Signature()
	for range walk {
		i := c.neighbours(order, events)
		if i < 0 {
			return
		}
		c.swapped++
		got, problem := c.inOtherOrder(events, i)
		if problem == "" {
			if order.Compute(got); order.Signature() != signature {
				problem = "the happens-before relation is another one then"
			}
		}
		if problem != "" {
			a, b := &events[i], &events[i+1]
			c.t.Errorf("%v\nevents %d (%v of actor %d) and %d (%v of actor %d) are called independent, receive patterns %v: %s\n%s",
				c.scene, i, a.Kind, a.Actor, i+1, b.Kind, b.Actor, c.relation.ReceivePatterns, problem, listing(events))
			return
		}
		events = got
		c.note(order, events)
	}
}

// neighbours returns the position of two independent neighbours, or -1: by turns
// those that have been next to each other least often, and any.
func (c *commutation) neighbours(order *trace.Order, events []trace.Event) int {
	best, fewest, any := -1, 0, c.random.IntN(2) == 0
	for i := range len(events) - 1 {
		if order.Before(i, i+1) {
			continue
		}
		n := c.random.IntN(1000)
		if !any {
			n = c.visited[cellOf(&events[i], &events[i+1])]
		}
		if best < 0 || n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

// inOtherOrder executes the events with numbers i and i+1 exchanged. It says what
// is different then.
func (c *commutation) inOtherOrder(events []trace.Event, i int) (got []trace.Event, problem string) {
	c.sys.StepBack(0)
	for k := range events {
		switch k {
		case i:
			k = i + 1
		case i + 1:
			k = i
		}
		if !c.sys.CanStep(events[k].Step()) {
			return nil, fmt.Sprintf("event %d is not possible in the other order", k)
		}
		e := c.sys.Step(events[k].Step())
		if problem := differs(&events[k], &e); problem != "" {
			return nil, problem
		}
		got = append(got, e)
	}
	if len(c.sys.Enabled(nil)) > 0 {
		return nil, "the interleaving does not end there in the other order"
	}
	return got, ""
}

// differs says how an event is another one in another order, or "".
func differs(e, got *trace.Event) string {
	switch {
	case e.ID() != got.ID(), !got.Same(&e.Op):
		return fmt.Sprintf("%v of actor %d is another event then", e.Kind, e.Actor)
	case e.Kind == trace.Down: // whether it arrives before it is flushed cannot be told
	case got.Result != e.Result, got.Fatal != e.Fatal, e.IsReceive() && got.Taken != e.Taken, got.Ok != e.Ok,
		got.Table != e.Table, got.Effect != e.Effect:
		return fmt.Sprintf("%v of actor %d learns something else then", e.Kind, e.Actor)
	}
	return ""
}

func listing(events []trace.Event) string {
	var b strings.Builder
	for i := range events {
		e := &events[i]
		fmt.Fprintf(&b, "%3d actor %d: %v object %d key %d value %d flags %b → taken %v ok %v effect %d table %d\n",
			i, e.Actor, e.Kind, e.Object, e.Key, e.Value, e.Flags, e.Taken, e.Ok, e.Effect, e.Table)
	}
	return b.String()
}
