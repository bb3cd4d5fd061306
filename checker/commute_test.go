package checker

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Commutation holds the dependence relation against the world: two neighbouring
// events that it calls independent are executed in the other order, and nothing
// may come out differently. It is done for every pair of operations, with a
// third process around them, and the matrix of the kinds of events that stood
// next to each other is checked for cells that were never visited.

// instructions are all that the random programs know, once each.
func instructions() []string {
	all := slices.Concat(messageOps, processOps, allOps, tableOps)
	slices.Sort(all)
	return slices.Compact(all)
}

// commutation is the test under way.
type commutation struct {
	t        *testing.T
	relation trace.Relation
	visited  map[[2]trace.Kind]int // neighbours of these kinds, by smaller kind first
	swapped  int
	random   *rand.Rand
}

func TestCommutation(t *testing.T) {
	seed := uint64(1)
	random := rand.New(rand.NewPCG(seed, seed))
	variants := 4
	if testing.Short() {
		variants = 1
	}
	c := &commutation{t: t, random: random, visited: map[[2]trace.Kind]int{}}
	ops := instructions()
	for i, a := range ops {
		for _, b := range ops[i:] {
			for v := range variants {
				pr := program{draw(random, a), draw(random, b), draw(random, ops[random.IntN(len(ops))])}
				if v%2 == 1 { // something before it, as a monitor before it is undone
					pr[0] = append(draw(random, ops[random.IntN(len(ops))]), pr[0]...)
				}
				deliveries := []proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}
				c.check(pr, v%3 == 0, deliveries[random.IntN(len(deliveries))])
			}
		}
	}
	c.visitRest(random)
	t.Logf("%d pairs of neighbouring events exchanged", c.swapped)
	if os.Getenv("CHECKMODEL_MATRIX") != "" {
		t.Log(c.matrix())
	}
	c.checkCoverage()
}

// before are the instructions without which others have nothing to do.
var before = map[string]string{
	"cancel": "timer", "read timer": "timer", "demonitor": "monitor", "flush": "monitor", "info": "monitor",
}

// draw returns an instruction with random arguments, behind the one it needs.
func draw(random *rand.Rand, do string) []instruction {
	if first, ok := before[do]; ok {
		return append(draw(random, first), drawOne(random, do))
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

// check explores a program and exchanges neighbours in each interleaving.
func (c *commutation) check(pr program, wait bool, delivery proc.Delivery) {
	sys := proc.NewSystem(pr.main(wait))
	defer sys.Close()
	sys.SetDelivery(delivery)
	again := sys.Twin()
	defer again.Close()
	for _, anyRace := range []bool{false, true} {
		o := Options{KeepGoing: true, MaxEvents: 1000, MaxInterleavings: 20, AnyDeliveriesRace: anyRace}
		c.relation = o.Relation()
		o.Observer = observer(func(events []trace.Event) {
			if !c.t.Failed() {
				c.exchange(pr, again, slices.Clone(events))
			}
		})
		strategy, err := o.strategy()
		if err != nil {
			c.t.Fatal(err)
		}
		x := &exploration{strategy: strategy, result: &Result{Model: Model{Name: "pair"}, Options: o}}
		if _, err := x.explore(c.t.Context(), sys.Twin); err != nil {
			c.t.Fatalf("%s, %s\n%v", delivery, err, pr)
		}
	}
}

type observer func([]trace.Event)

func (f observer) Interleaving(_ int, _ trace.Outcome, events []trace.Event) { f(events) }

// walk is how many neighbours are exchanged, one after the other, starting from
// an interleaving.
const walk = 20

// exchange walks through the class of an interleaving: again and again it
// exchanges two neighbours that are said to be independent.
func (c *commutation) exchange(pr program, sys *proc.System, events []trace.Event) {
	order := trace.Order{Relation: c.relation}
	order.Compute(events)
	signature := order.Signature()
	for range walk {
		i := c.neighbours(&order, events)
		if i < 0 {
			return
		}
		c.swapped++
		got, problem := inOtherOrder(sys, events, i)
		if problem == "" {
			problem = differs(events, got)
		}
		if problem == "" {
			if order.Compute(got); order.Signature() != signature {
				problem = "the happens-before relation is another one then"
			}
		}
		if problem != "" {
			a, b := &events[i], &events[i+1]
			c.t.Errorf("%v\nevents %d (%v of actor %d) and %d (%v of actor %d) are called independent, receive patterns %v: %s\n%s",
				pr, i, a.Kind, a.Actor, i+1, b.Kind, b.Actor, c.relation.ReceivePatterns, problem, listing(events))
			return
		}
		events = got
	}
}

// neighbours returns the position of two independent neighbours, or -1: by turns
// those whose kinds have been next to each other least often, and any.
func (c *commutation) neighbours(order *trace.Order, events []trace.Event) int {
	best, fewest, any := -1, 0, c.random.IntN(2) == 0
	for i := range len(events) - 1 {
		a, b := &events[i], &events[i+1]
		if a.Actor == b.Actor {
			continue
		}
		kinds := [2]trace.Kind{min(a.Kind, b.Kind), max(a.Kind, b.Kind)}
		c.visited[kinds]++
		n := c.visited[kinds]
		if any {
			n = c.random.IntN(1000)
		}
		if !order.Before(i, i+1) && (best < 0 || n < fewest) {
			best, fewest = i, n
		}
	}
	return best
}

// inOtherOrder executes the events with numbers i and i+1 exchanged.
func inOtherOrder(sys *proc.System, events []trace.Event, i int) (got []trace.Event, problem string) {
	sys.StepBack(0)
	for k := range events {
		switch k {
		case i:
			k = i + 1
		case i + 1:
			k = i
		}
		if !sys.CanStep(events[k].Step()) {
			return nil, fmt.Sprintf("event %d is not possible in the other order", k)
		}
		got = append(got, sys.Step(events[k].Step()))
	}
	if len(sys.Enabled(nil)) > 0 {
		return nil, "the interleaving does not end there in the other order"
	}
	return got, ""
}

// differs says what an event learnt in one of the orders only.
func differs(events, got []trace.Event) string {
	byID := map[trace.EventID]*trace.Event{}
	for i := range got {
		byID[got[i].ID()] = &got[i]
	}
	for i := range events {
		e := &events[i]
		g, ok := byID[e.ID()]
		switch {
		case !ok || !g.Same(&e.Op):
			return fmt.Sprintf("%v of actor %d is another event then", e.Kind, e.Actor)
		case g.Result != e.Result, g.Fatal != e.Fatal, e.IsReceive() && g.Taken != e.Taken,
			g.Ok != e.Ok && e.Kind != trace.Down:
			return fmt.Sprintf("%v of actor %d learns something else then", e.Kind, e.Actor)
		}
	}
	return ""
}

func listing(events []trace.Event) string {
	var b strings.Builder
	for i := range events {
		e := &events[i]
		fmt.Fprintf(&b, "%3d actor %d: %v object %d key %d value %d flags %b → taken %v ok %v effect %d\n",
			i, e.Actor, e.Kind, e.Object, e.Key, e.Value, e.Flags, e.Taken, e.Ok, e.Effect)
	}
	return b.String()
}

// kindsSeen returns the kinds that occurred, in order.
func (c *commutation) kindsSeen() []trace.Kind {
	var kinds []trace.Kind
	for k := trace.Spawn; k.String() != trace.Kind(0).String(); k++ {
		kinds = append(kinds, k)
	}
	return kinds
}

func (c *commutation) matrix() string {
	var b strings.Builder
	b.WriteByte('\n')
	for _, k := range c.kindsSeen() {
		fmt.Fprintf(&b, "%22v", k)
		for _, l := range c.kindsSeen() {
			fmt.Fprintf(&b, "%6d", c.visited[[2]trace.Kind{min(k, l), max(k, l)}])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// missing returns the pairs of kinds that have never been next to each other.
func (c *commutation) missing() [][2]trace.Kind {
	var pairs [][2]trace.Kind
	for _, k := range c.kindsSeen() {
		for _, l := range c.kindsSeen() {
			if k <= l && c.visited[[2]trace.Kind{k, l}] == 0 {
				pairs = append(pairs, [2]trace.Kind{k, l})
			}
		}
	}
	return pairs
}

// instructionFor says which instruction makes an event of a kind.
var instructionFor = map[trace.Kind]string{
	trace.Spawn: "spawn", trace.Send: "send", trace.Receive: "receive", trace.ReceiveTimeout: "poll",
	trace.Choose: "choose", trace.Exit: "exit", trace.IsAlive: "alive", trace.TrapExits: "trap",
	trace.ExitSignal: "signal", trace.Link: "link", trace.Unlink: "unlink", trace.Monitor: "monitor",
	trace.Demonitor: "info", trace.Register: "register", trace.Unregister: "unregister",
	trace.Whereis: "whereis", trace.SendName: "send name", trace.TimerStart: "timer",
	trace.TimerCancel: "cancel", trace.TimerRead: "read timer", trace.TableNew: "named",
	trace.TableDrop: "drop", trace.TableInsert: "insert", trace.TableInsertNew: "insert new",
	trace.TableLookup: "lookup", trace.TableDelete: "delete", trace.TableUpdateCounter: "count",
	trace.TableTake: "take", trace.TableSwap: "swap", trace.TableMember: "member", trace.TableSize: "size",
	trace.TableFirst: "first", trace.TableNext: "next", trace.TableSelect: "select",
}

// visitRest aims at the pairs that chance has left out.
func (c *commutation) visitRest(random *rand.Rand) {
	for _, pair := range c.missing() {
		a, b := instructionFor[pair[0]], instructionFor[pair[1]]
		for try := 0; a != "" && b != "" && try < 100 && c.visited[pair] == 0; try++ {
			c.check(program{draw(random, a), draw(random, b), {}}, true, proc.Instant)
		}
	}
}

func (c *commutation) checkCoverage() {
	var missing []string
	for _, pair := range c.missing() {
		missing = append(missing, fmt.Sprintf("%v × %v", pair[0], pair[1]))
	}
	if len(missing) > 0 && !testing.Short() {
		c.t.Errorf("%d pairs of kinds of events were never next to each other: %s", len(missing), strings.Join(missing, ", "))
	}
}
