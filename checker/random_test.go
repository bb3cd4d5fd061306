package checker

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// The search is compared with brute force on random programs: optimal DPOR must show each class of
// interleavings once.

// The random programs of a plain "go test" are always the same. -rapid.seed or CHECKMODEL_SEED,
// which may be "random", selects others; -rapid.checks sets their number.
const usualSeed, usualChecks = "1", "1"

// many is a number of programs with which tests find some of each kind among them.
const many = 25

// checksMany reports whether many programs are drawn. With fewer, a test cannot expect some of each kind.
func checksMany() bool { return !testing.Short() && checks() >= many }

// checks returns how many programs each test draws.
func checks() int {
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	must(err)
	return n
}

// checkMany is rapid.Check, but draws many programs, as they are small. The test must not be parallel.
func checkMany(t *testing.T, property func(*rapid.T)) {
	usual := fmt.Sprint(checks())
	must(flag.Set("rapid.checks", fmt.Sprint(max(many, checks()))))
	defer func() { must(flag.Set("rapid.checks", usual)) }()
	rapid.Check(t, property)
}

// TestMain gives rapid its seed and the number of programs, and prints both.
func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400) // programs are created and dropped
	chosen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	if !chosen["rapid.checks"] {
		must(flag.Set("rapid.checks", usualChecks))
		if testing.Short() { // rapid draws a fifth then
			must(flag.Set("rapid.checks", "5"))
		}
	}
	if !chosen["rapid.seed"] {
		must(flag.Set("rapid.seed", seed()))
	}
	fmt.Printf("random programs: -rapid.checks=%s -rapid.seed=%s\n",
		flag.Lookup("rapid.checks").Value, flag.Lookup("rapid.seed").Value)
	status := m.Run()
	fmt.Printf("random programs: %d compared, %d rejected\n", compared.Load(), rejected.Load())
	os.Exit(status)
}

func seed() string {
	switch s := os.Getenv("CHECKMODEL_SEED"); s {
	case "":
		return usualSeed
	case "random":
		return fmt.Sprint(rand.Uint64() >> 1)
	default:
		return s
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// seen collects what a search shows.
type seen struct {
	order   causality.Order
	classes map[causality.Signature]int
	left    map[causality.Signature]int // the classes that do not matter
	results map[string]bool             // the operations and results of each actor
	shown   map[string]bool             // what was announced on a board, in its order
	learnt  map[trace.ActorID][]byte
}

func newSeen(o Options) *seen {
	return &seen{
		order:   causality.Order{Relation: o.Relation()},
		classes: map[causality.Signature]int{},
		left:    map[causality.Signature]int{},
		results: map[string]bool{},
		shown:   map[string]bool{},
		learnt:  map[trace.ActorID][]byte{},
	}
}

// both passes a search to two observers.
type both [2]*seen

func (b both) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	b[0].Interleaving(number, outcome, events)
	b[1].Interleaving(number, outcome, events)
}

func (s *seen) Interleaving(_ int, outcome trace.Outcome, events []trace.Event) {
	if outcome == trace.Abandoned {
		return
	}
	s.order.Compute(slices.Clone(events))
	if outcome == trace.Irrelevant {
		s.left[s.order.Signature()]++
		return
	}
	s.classes[s.order.Signature()]++
	clear(s.learnt)
	for _, e := range events {
		b := s.learnt[e.Actor]
		for _, v := range []int32{int32(e.Actor), int32(e.Kind), e.Object, int32(e.Key), int32(e.Value),
			e.Alternative, int32(e.Result), int32(e.Effect)} {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
		s.learnt[e.Actor] = b
	}
	var all []byte
	for _, a := range slices.Sorted(maps.Keys(s.learnt)) {
		all = append(all, s.learnt[a]...)
	}
	s.results[string(all)] = true
	s.announced(events)
}

// announced records what properties see: the announcements of each board, and the ends of processes
// that leave it.
func (s *seen) announced(events []trace.Event) {
	boards := map[trace.ValueID][]byte{}
	note := func(board trace.ValueID, e *trace.Event, what uint32) {
		boards[board] = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(boards[board], uint32(e.Actor)), what)
	}
	left := map[trace.ActorID]map[trace.ValueID]bool{}
	for i := range events {
		switch e := &events[i]; {
		case e.Kind.Is(kind.Shows) && e.Flags&kind.Unordered == 0:
			note(e.Key, e, uint32(e.Value))
			if e.Flags&kind.Passing != 0 {
				if left[e.Actor] == nil {
					left[e.Actor] = map[trace.ValueID]bool{}
				}
				left[e.Actor][e.Key] = true
			}
		case e.Kind == kind.Exit:
			for board := range left[e.Actor] {
				note(board, e, math.MaxUint32)
			}
		}
	}
	for board, b := range boards {
		s.shown[fmt.Sprintf("board %d: %x", board, b)] = true
	}
}

// eager is the naive search, except that operations whose order is not visible go first. This makes
// brute force affordable.
type eager struct {
	*backtrack.Naive
	silent bool // the ends of processes are not visible and, if no process ends another one, neither are spawns
}

func (s eager) Choose(v trace.View) (trace.Step, bool) {
	for i, p := range v.Enabled {
		if s.silent && (p.Op.Kind == kind.Spawn || p.Op.Kind == kind.Exit) {
			v.Enabled = v.Enabled[i : i+1]
			break
		}
	}
	return s.Naive.Choose(v)
}

// How many programs were compared, and how many were rejected.
var compared, rejected atomic.Int64

// reject ends the test of a program that cannot be compared, for the given reason. If it was
// drawn, rapid draws another one, and fails if it has to do so for most of them. Programs
// that are not drawn must be fit to be compared.
func reject(t rapid.TB, reason string) {
	t.Helper()
	drawn, ok := t.(*rapid.T)
	if !ok {
		t.Fatal(reason)
	}
	rejected.Add(1)
	drawn.Skip(reason)
}

const tooMany = 1_000

// endings are the values of Until that every search takes.
var endings = []Until{UntilUndeclared, UntilFirst, UntilEnd}

// trustedSystem returns a system whose processes are trusted to start no goroutines, as to look for them takes most of the time
// where many tests run at once.
func trustedSystem(main func(*proc.P)) *world.System {
	watch := new(guard.Watch)
	watch.Trust()
	return world.NewSystem(proc.Body(main), watch)
}

// look searches a twin of the system, so that all searches of a program use the same numbers. It
// uses the strategy, or else that of the options.
func look(t rapid.TB, sys *world.System, o Options, strategy Strategy) *Result {
	return lookWith(t, sys, setup{Options: o}, strategy)
}

// lookWith is look with what a setup adds to options.
func lookWith(t rapid.TB, sys *world.System, o setup, strategy Strategy) *Result {
	o.Until, o.MaxEvents = UntilEnd, 1000
	o.TrustModel = o.Algorithm != Source // only one of the searches looks for nondeterminism
	several := o.Workers > 1 || o.Saving != nil || o.Around != nil
	if strategy == nil && !several && !o.Algorithm.Traits().Draws {
		var err error
		if strategy, err = o.strategy(); err != nil {
			t.Fatal(err)
		}
	}
	x := setupWith(context.Background(), anyGoal("random"), o, strategy)
	if several {
		x.hurry()
	}
	r, err := x.simulate(sys.Twin)
	if err != nil && !unjudged(r, err) {
		t.Fatal(err)
	}
	if r.DepthCut > 0 {
		t.Fatal("an interleaving of a program without loops was cut")
	}
	return r
}

// anyGoal returns a model with the goals that random programs reach.
func anyGoal(name string) Model {
	return Model{Name: name, Goals: []Property{{Name: "a"}, {Name: "b"}}}
}

func checkProgram(t rapid.TB, pr randomprograms.Program, wait bool, delivery proc.Delivery) {
	t.Log("\n" + pr.String())
	checkMain(t, pr.Main(wait), pr.EndsAreSilent(), delivery, tooMany)
}

// checkMain is checkSystem of the program that begins with body.
func checkMain(t rapid.TB, body func(*proc.P), endsAreSilent bool, delivery proc.Delivery, limit int) {
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(delivery)
	checkSystem(t, main, endsAreSilent, limit)
}

// checkWithFaults is checkMain for a program with faults, of which properties see everything.
func checkWithFaults(t rapid.TB, body func(*proc.P), delivery proc.Delivery, faults Faults, limit int) {
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(delivery)
	main.SetFaults(faults, false)
	main.SetOrdered(randomprograms.Boards, randomprograms.Boards)
	checkSystem(t, main, false, limit)
}

// checkSystem compares the searches of a program. Its ends are silent if no operation in it can
// tell when a process ends, or ends one. It rejects a program of more interleavings than limit,
// counting orders of independent events.
func checkSystem(t rapid.TB, main *world.System, endsAreSilent bool, limit int) {
	patterns, anyRace := Options{}, Options{AnyDeliveriesRace: true}
	truth := both{newSeen(patterns), newSeen(anyRace)}
	bruteForce := func(observer Observer) *Result {
		strategy := eager{backtrack.NewNaive(backtrack.Config{}), endsAreSilent}
		return look(t, main, Options{Observer: observer, MaxInterleavings: limit}, strategy)
	}
	if bruteForce(nil).Stop != NotStopped { // observing these would take most of the time
		reject(t, "too many interleavings for brute force")
	}
	var guides recorder
	bruteForce(observers{truth, &guides})
	compared.Add(1)
	for i, o := range []Options{patterns, anyRace} {
		hold := func(name string, o Options) {
			got := newSeen(o)
			o.Observer = got
			if r := look(t, main, o, nil); r.BoundCut > 0 {
				compareSome(t, name, truth[i], got)
			} else {
				compare(t, name, truth[i], got, true)
			}
		}
		hold("optimal", o)
		o.Afresh = true
		hold("optimal, afresh", o)
		o.Afresh, o.Bound = false, bounding.Delay(1000)
		hold("optimal, wide bound", o)
		o.Bound = bounding.Tree(2)
		hold("optimal, low bound", o)
		o.Bound, o.Seed = bounding.None(), 1+uint64(i)
		hold("optimal, another order", o)
	}
	holdAround(t, main, guides, truth[0])
	for _, a := range enumerating() {
		if a == Optimal || a == Naive {
			continue // compared above, or brute force itself
		}
		got := newSeen(anyRace)
		look(t, main, Options{Algorithm: a, Observer: got}, nil)
		compare(t, string(a), truth[1], got, false)
	}
	forgetting(t, main, []Options{patterns, anyRace, {Bound: bounding.Tree(2)}, {Workers: 3}, {Algorithm: Source}})
}

// compareSome fails if a search with a low bound shows a class that does not exist, or shows one
// twice.
func compareSome(t rapid.TB, name string, truth, got *seen) {
	t.Helper()
	for class, n := range got.classes {
		if truth.classes[class] == 0 {
			t.Fatalf("%s: a class was explored that brute force does not know: %x", name, class)
		}
		if n > 1 {
			t.Fatalf("%s: a class was explored %d times: %x", name, n, class)
		}
	}
}

// compare fails if a search misses a class, shows one that does not exist, or shows one twice.
func compare(t rapid.TB, name string, truth, got *seen, once bool) {
	t.Helper()
	for class := range truth.classes {
		if got.classes[class] == 0 {
			t.Fatalf("%s: of %d classes, %d were explored; one that is missing: %x",
				name, len(truth.classes), len(got.classes), class)
		}
	}
	for class, n := range got.classes {
		if truth.classes[class] == 0 {
			t.Fatalf("%s: a class was explored that brute force does not know: %x", name, class)
		}
		if once && n > 1 {
			t.Fatalf("%s: a class was explored %d times: %x", name, n, class)
		}
	}
	for class := range truth.left {
		if got.left[class] == 0 {
			t.Fatalf("%s: of %d classes that do not matter, %d were explored; one that is missing: %x", name, len(truth.left), len(got.left), class)
		}
	}
	for class, n := range got.left {
		if truth.left[class] == 0 {
			t.Fatalf("%s: a class that does not matter was explored that brute force does not know: %x", name, class)
		}
		if once && n > 1 {
			t.Fatalf("%s: a class that does not matter was explored %d times: %x", name, n, class)
		}
	}
	for results := range truth.results {
		if !got.results[results] {
			t.Fatalf("%s: no interleaving has these results, though there is one:\n%x", name, results)
		}
	}
	for order := range truth.shown {
		if !got.shown[order] {
			t.Fatalf("%s: no interleaving announces this, though there is one: %s", name, order)
		}
	}
}

// collectAndEnd has operations of processes that collect, and that end each other.
var collectAndEnd = append([]string{"kill", "kill", "signal", "exit", "monitor", "flush", "link", "trap", "timer", "choose"}, randomprograms.CollectOps...)

// families lists the families of random programs, each with its check.
var families = map[string]func(*rapid.T){
	"messages": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.MessageOps, 4, 7).Draw(t, "program"), true, proc.Instant)
	},
	"collecting": func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{randomprograms.CollectOps, randomprograms.CollectOps, collectAndEnd}).Draw(t, "operations")
		checkProgram(t, randomprograms.Programs(ops, 4, 7).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), randomprograms.Deliveries.Draw(t, "delivery"))
	},
	"once": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.OnceOps, 3, 7).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), randomprograms.Deliveries.Draw(t, "delivery"))
	},
	"processes": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.ProcessOps, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
	"tables": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.TableOps, 4, 6).Draw(t, "program"), true, proc.Instant)
	},
	"owners": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.OwnerOps, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
	"delayed": func(t *rapid.T) {
		delivery := rapid.SampledFrom([]proc.Delivery{proc.Channel, proc.Bag}).Draw(t, "delivery")
		ops := rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.MessageOps, randomprograms.ProcessOps, randomprograms.OwnerOps}).Draw(t, "operations")
		checkProgram(t, randomprograms.Programs(ops, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), delivery)
	},
	"delivered by link": func(t *rapid.T) {
		delivery := randomprograms.DrawDelivery(t)
		t.Log(delivery)
		ops := slices.Clone(rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.MessageOps, randomprograms.ProcessOps, randomprograms.OwnerOps}).Draw(t, "operations"))
		if strings.Contains(string(delivery), string(proc.Instant)) { // then it is an error, if others are not
			ops = slices.DeleteFunc(ops, func(do string) bool { return do == "send name" })
		}
		checkProgram(t, randomprograms.Programs(ops, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), delivery)
	},
	"announcements": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.AnnounceOps, 3, 6).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
	"living": func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{randomprograms.AnnounceOps, randomprograms.LivingOps}).Draw(t, "operations")
		pr := randomprograms.Programs(ops, 3, 5).Draw(t, "program")
		t.Log("\n" + pr.String())
		main := trustedSystem(pr.Main(rapid.Bool().Draw(t, "wait")))
		defer main.Close()
		main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
		main.SetOrdered(randomprograms.Boards, rapid.SampledFrom([]map[program.Board]bool{randomprograms.Boards, {program.States[randomprograms.State](): true}}).Draw(t, "passing"))
		checkSystem(t, main, false, tooMany)
	},
	"assumptions": func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.ProcessOps, randomprograms.ProcessOps, randomprograms.TableOps, randomprograms.AnnounceOps}).Draw(t, "operations")
		pr := randomprograms.Programs(slices.Concat(ops, randomprograms.Assumptions), 3, 6).Draw(t, "program")
		checkProgram(t, pr, rapid.Bool().Draw(t, "wait"), rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"))
	},
	"assumptions of nodes": func(t *rapid.T) { checkNodes(t, randomprograms.Assumptions...) },
	"at once":              checkAtOnce,
	"relays":               checkRelays,
	"choosers":             checkChoosers,
	"diverted":             checkDiverted,
	"conditional":          checkConditional,
	"larger":               checkLargerPrograms,
	"mixed":                checkMixed,
	"nodes":                func(t *rapid.T) { checkNodes(t) },
	"descendants":          checkDescendants,
	"time":                 checkTime,
	"network":              checkNetwork,
	"parted":               checkParted,
	"larger mixed":         checkLargerMixed,
	"walks":                checkMixedWalks,
	"await, walks":         checkAwaitWalks,
	"machines":             checkMachines,
	"cores":                checkCores,
	"counters":             checkCounters,
	"watched":              checkWatched,
	"agents":               checkAgents,
	"all agents":           checkAllAgents,
	"signals":              checkSignals,
	"await":                checkAwait,
	"await and signals":    checkAwaitAndSignals,
	"polls":                checkPolls,
	"all": func(t *rapid.T) {
		checkProgram(t, randomprograms.Programs(randomprograms.AllOps, 4, 7).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
}

func TestRandomPrograms(t *testing.T) {
	t.Parallel()
	for name, holds := range families {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, holds)
		})
	}
}

// FuzzPrograms lets the fuzzer draw the programs until it is stopped:
//
//	go test ./checker -fuzz FuzzPrograms
func FuzzPrograms(f *testing.F) {
	names := slices.Sorted(maps.Keys(families))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		families[rapid.SampledFrom(names).Draw(t, "family")](t)
	}))
}
