package checker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// These tests compare the dependence relation with the world, in programs for every pair of
// instructions, with a third process around them, and in programs that aim at the remaining cases
// (commutation_coverage_test.go).

// instructions lists all instructions of the random programs, each once.
func instructions() []string {
	return sorted(append(slices.Clone(randomprograms.FileOps), shared()...))
}

// shared lists the instructions that other processes may be able to tell. One stands for those on the disk of a node,
// which no other process can use.
func shared() []string {
	return sorted(slices.Concat(randomprograms.MessageOps, randomprograms.CollectOps, randomprograms.ProcessOps, randomprograms.AllOps, randomprograms.TableOps, randomprograms.OwnerOps, randomprograms.AwaitOps, randomprograms.AnnounceOps, randomprograms.FileOps[:1], []string{"node", "spawn node", "timed", "now", "sleep", "within"}))
}

func sorted(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

// scene is a program for two instructions.
type scene struct {
	setup     []randomprograms.Instruction
	program   randomprograms.Program
	named     bool // the operations on rows are on tables that have a name
	wait      bool
	living    bool  // properties can tell the end of a process that has announced something
	network   Link  // the faults of messages
	parted    bool  // the network between nodes is cut
	faulty    bool  // nodes crash, also if only others start them
	connected bool  // connections end with the life of a node
	jump      int32 // by how many ticks clocks of nodes jump
	delivery  proc.Delivery
}

func (s scene) String() string {
	return fmt.Sprintf("main: %v, named %v, wait %v, living %v, network %v, parted %v, connections end %v, clocks jump by %d, delivery %s\n%v", s.setup, s.named, s.wait, s.living, s.network, s.parted, s.connected, s.jump, s.delivery, s.program)
}

// faults returns the faults of the nodes and messages of a scene.
func (s scene) faults() (f Faults) {
	if s.parted {
		f = Faults{Partitions: 1, OneWay: true, OneLink: true}
	} else if s.faulty || slices.ContainsFunc(s.program, randomprograms.IsNode) || randomprograms.StartsNode(s.setup) || slices.ContainsFunc(s.program, randomprograms.StartsNode) {
		f = Faults{Crashes: 2, Restarts: 2, CrashesOfNode: 1, Connections: s.connected && !s.program.SendsOnce(), Disk: DiskSubset, SyncFailures: 1, Jump: int(s.jump)}
	}
	f.Links = []Link{{Message: "surroundings"}, s.network}
	return f
}

// draw returns a scene for two instructions.
func draw(random *rand.Rand, a, b string) scene {
	ops := instructions()
	any := func() string { return ops[random.IntN(len(ops))] }
	many := random.IntN(6)
	s := scene{
		program:   randomprograms.Program{prepared(random, a), prepared(random, b), prepared(random, any())},
		wait:      many%3 == 0,
		living:    many >= 3,
		connected: random.IntN(2) == 0,
		delivery:  []proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}[random.IntN(5)],
	}
	if random.IntN(4) == 0 {
		s.network = Link{Losses: random.IntN(2), Duplicates: random.IntN(2)}
		if s.delivery != proc.Bag {
			s.network.Reorderings = random.IntN(2)
		}
	}
	if random.IntN(2) == 0 { // an instruction before it
		s.program[0] = append(prepared(random, any()), s.program[0]...)
	}
	return s
}

// killed returns a scene in which a process is told to end before it executes an instruction.
func killed(random *rand.Rand, do string) scene {
	return scene{
		program:  randomprograms.Program{{{Do: "receive", Set: []int{0}}, {Do: "kill", To: 1}}, {{Do: "send", To: 0}, drawOne(random, do)}},
		faulty:   true,
		wait:     true,
		delivery: proc.Instant,
	}
}

// before lists the instructions that others need.
var before = map[string]string{
	"write file": "node", "append file": "node", "read file": "node", "rename file": "node", "remove file": "node", "sync file": "node",
	"sync directory": "node", "store": "node", "load": "node",
	"cancel": "timer", "read timer": "timer", "reset timer": "timer", "demonitor": "monitor", "flush": "monitor", "info": "monitor",
	"give": "named with heir", "heir": "named", "no heir": "named", "rename": "named", "named next": "hashed",
}

// prepared returns an instruction with random arguments, usually after the one that it needs.
func prepared(random *rand.Rand, do string) []randomprograms.Instruction {
	if first, ok := before[do]; ok && random.IntN(4) > 0 {
		needed, one := drawOne(random, first), drawOne(random, do)
		one.K = needed.K
		return []randomprograms.Instruction{needed, one}
	}
	return []randomprograms.Instruction{drawOne(random, do)}
}

func drawOne(random *rand.Rand, do string) randomprograms.Instruction {
	sets := [][]int{{0}, {1}, {0, 1}, {0, 1, 2}}
	return randomprograms.Instruction{
		Do: do, To: random.IntN(3), Set: sets[random.IntN(len(sets))],
		K: random.IntN(2), V: random.IntN(2), SkipIf: random.IntN(2),
	}
}

// commutation is the state of the test.
type commutation struct {
	t         testing.TB
	random    *rand.Rand
	relation  causality.Relation
	scene     scene
	sys       *world.System // in which other orders of interleavings are executed
	visited   map[cell]int
	dependent map[[2]kind.Kind][]scene // pairs of kinds that depend on each other, with scenes where they do
	swapped   int
	reversed  int
	trials    map[[2]kind.Kind]int // number of times that dependent events were executed in both orders
	different map[[2]kind.Kind]int // number of times that this made a difference
	fault     *fault               // one that is planted; see commutation_planted_test.go
	turn      int                  // see skips
}

// Of so many pairs, cells and planted faults a plain "go test" looks at one. All are looked at with -long.
const (
	sampledPairs  = 60
	sampledCells  = 160 // that are not visited by chance
	sampledFaults = 12
)

// skips reports whether the next case is none of the sample, which has one of so many.
func (c *commutation) skips(of int) bool {
	c.turn++
	return !testsize.Long() && c.turn%of != 0
}

func newCommutation(t testing.TB, seed uint64) *commutation {
	return &commutation{t: t, random: rand.New(rand.NewPCG(seed, seed)),
		visited: map[cell]int{}, dependent: map[[2]kind.Kind][]scene{},
		trials: map[[2]kind.Kind]int{}, different: map[[2]kind.Kind]int{}}
}

// TestCommutation: two independent events may be exchanged wherever they are adjacent, and two
// dependent ones come in both orders if that is possible. The test also verifies that it would
// detect a faulty relation.
func TestCommutation(t *testing.T) {
	t.Parallel()
	c := newCommutation(t, 1)
	programs := 1
	if testsize.Long() {
		programs = 200
	}
	others := func(ops []string) []string { return ops }
	if testing.Short() { // with the race detector, which finds no more with more programs
		others = func(ops []string) []string { return ops[:1] }
	}
	ops := shared()
	for i, a := range ops {
		for _, b := range others(ops[i:]) {
			if !testing.Short() && c.skips(sampledPairs) {
				continue
			}
			for range programs {
				c.check(draw(c.random, a, b))
			}
		}
	}
	for _, do := range ops {
		for range programs {
			s := killed(c.random, do)
			c.check(s)
			s.program[1] = append([]randomprograms.Instruction{{Do: "node"}}, s.program[1]...)
			c.check(s)
		}
	}
	if testing.Short() {
		return
	}
	c.cover()
	t.Logf("%d cells; %d pairs of neighbouring events exchanged, %d races reversed", len(c.visited), c.swapped, c.reversed)
	for kinds, n := range inOrder(c.trials) {
		if n > 100 && c.different[kinds] == 0 {
			t.Logf("%v and %v are called dependent, and it never made a difference (%d times)", kinds[0], kinds[1], n)
		}
	}
	t.Run("planted faults", c.plant)
}

// check explores a scene and compares the relation with its interleavings.
func (c *commutation) check(s scene) {
	c.scene = s
	sys := trustedSystem(s.program.MainAfter(s.setup, s.named, s.wait))
	defer sys.Close()
	sys.SetDelivery(s.delivery)
	sys.SetFaults(s.faults(), false)
	if s.living {
		sys.SetOrdered(randomprograms.Boards, randomprograms.Boards)
	}
	c.sys = sys.Twin()
	defer c.sys.Close()
	most := 20
	if s.parted { // which is explored after interleavings without a partition
		most = 60
	} else if s.faulty { // the orders in which a process is told to end come late
		most = 200
	}
	for _, anyRace := range []bool{false, true} {
		o := Options{Until: UntilEnd, MaxEvents: 1000, MaxInterleavings: most, AnyDeliveriesRace: anyRace, TrustModel: true}
		c.relation = o.Relation()
		o.Observer = observer(func(events []trace.Event) {
			if !c.t.Failed() {
				c.look(slices.Clone(events))
			}
		})
		strategy, err := (&setup{Options: o}).strategy()
		if err != nil {
			c.t.Fatal(err)
		}
		if _, err := searchWith(c.t.Context(), anyGoal("pair"), o, strategy).simulate(sys.Twin); err != nil {
			c.t.Fatalf("%v\n%v", err, s)
		}
	}
}

type observer func([]trace.Event)

func (f observer) Interleaving(_ int, _ trace.Outcome, events []trace.Event) { f(events) }

// look compares the relation with one interleaving.
func (c *commutation) look(events []trace.Event) {
	order := causality.Order{Relation: c.relation}
	order.Compute(events)
	if c.fault != nil {
		c.fault.notice(c, &order, events)
		return
	}
	c.local(events)
	c.reverse(&order, events)
	c.exchange(&order, events)
}

// walk is the number of successive exchanges of pairs of events, starting from an interleaving.
const walk = 6

// exchange walks through the class of an interleaving: it repeatedly makes two events adjacent and,
// if they are independent, exchanges them. No result may change, and the happens-before relation
// must be the same.
func (c *commutation) exchange(order *causality.Order, events []trace.Event) {
	signature := order.Signature()
	for range walk {
		i, j := c.pair(order, events)
		if j < 0 {
			return
		}
		a, b := &events[i], &events[j]
		c.visited[cellOf(a, b)]++
		orders := [][]int{together(order, len(events), i, j)}
		at := slices.Index(orders[0], i)
		if !order.Before(i, j) {
			c.swapped++
			orders = append(orders, exchanged(orders[0], at))
		}
		var got []trace.Event
		var after []trace.Fingerprint // the two events, in each order
		for _, positions := range orders {
			problem := ""
			if got, problem = c.execute(events, positions[:at+2]); problem == "" {
				after = append(after, c.sys.Fingerprint())
				got, problem = c.execute(events, positions)
			}
			if problem == "" {
				if order.Compute(got); order.Signature() != signature {
					problem = "the happens-before relation is another one then"
				} else if len(c.sys.Enabled(nil)) > 0 {
					problem = "the interleaving does not end there in the other order"
				}
			}
			if !c.relation.ReceivePatterns && after[0] != after[len(after)-1] { // with them, mailboxes may differ
				problem = "the fingerprint of the state is another one then"
			}
			if problem != "" {
				c.t.Errorf("%v\nthe order %v, in which events %d (%v of actor %d) and %d (%v of actor %d) are neighbours, should make no difference, receive patterns %v: %s\n%s",
					c.scene, positions, i, a.Kind, a.Actor, j, b.Kind, b.Actor, c.relation.ReceivePatterns, problem, listing(events))
				return
			}
		}
		events = got
	}
}

// pair returns two events of different actors that can be made adjacent: alternately a pair that
// was exchanged least often, and any pair.
func (c *commutation) pair(order *causality.Order, events []trace.Event) (int, int) {
	first, second, fewest, any := -1, -1, 0, c.random.IntN(3) == 0
	for j := range events {
		for i := range j {
			if !neighbourly(order, events, i, j) {
				continue
			}
			if kinds := kindsOf(&events[i], &events[j]); order.Before(i, j) && len(c.dependent[kinds]) < 3 {
				c.dependent[kinds] = append(c.dependent[kinds], c.scene)
			}
			n := c.random.IntN(1000)
			if !any {
				n = c.visited[cellOf(&events[i], &events[j])]
			}
			if second < 0 || n < fewest {
				first, second, fewest = i, j, n
			}
		}
	}
	return first, second
}

// neighbourly reports whether two events can be made adjacent: no event happens after the one and
// before the other.
func neighbourly(order *causality.Order, events []trace.Event, i, j int) bool {
	if events[i].Actor == events[j].Actor {
		return false
	}
	for k := i + 1; k < j; k++ {
		if order.Before(i, k) && order.Before(k, j) {
			return false
		}
	}
	return true
}

// together returns the positions of n events in an order in which i comes just
// before j.
func together(order *causality.Order, n, i, j int) []int {
	var before, behind []int
	for k := range n {
		switch {
		case k == i, k == j:
		case k > j, k > i && order.Before(i, k):
			behind = append(behind, k)
		default:
			before = append(before, k)
		}
	}
	return slices.Concat(before, []int{i, j}, behind)
}

func exchanged(positions []int, at int) []int {
	positions = slices.Clone(positions)
	positions[at], positions[at+1] = positions[at+1], positions[at]
	return positions
}

// execute executes the events in another order, and returns the first difference.
func (c *commutation) execute(events []trace.Event, positions []int) (got []trace.Event, problem string) {
	c.sys.StepBack(0)
	for _, k := range positions {
		if !c.sys.CanStep(events[k].Step()) {
			return nil, fmt.Sprintf("event %d is not possible in the other order", k)
		}
		e := c.sys.Step(events[k].Step())
		if problem := differs(&events[k], &e); problem != "" {
			return nil, problem
		}
		got = append(got, e)
	}
	return got, ""
}

// differs says how an event differs in another order, or returns "".
func differs(e, got *trace.Event) string {
	switch {
	case e.ID() != got.ID(), !got.Same(&e.Op):
		return fmt.Sprintf("%v of actor %d is another event then", e.Kind, e.Actor)
	case e.Kind == kind.Down: // no process can tell whether it arrives before the flush
	case got.Result != e.Result, got.Fatal != e.Fatal, e.IsReceive() && (got.Taken != e.Taken || !got.Set.Same(e.Set)), got.Ok != e.Ok,
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
