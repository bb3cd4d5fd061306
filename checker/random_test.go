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

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
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

// instruction is one step of a random program.
type instruction struct {
	do     string
	to     int   // of a send: the process
	set    []int // of a receive: the messages it takes
	k, v   int   // row and value
	skipIf int   // skip the next instruction if the last result was this
}

func (i instruction) String() string {
	switch i.do {
	case "send":
		return fmt.Sprintf("!%d:%d", i.to, i.v)
	case "send once":
		return fmt.Sprintf("!%d:%d once", i.to, i.k)
	case "receive", "poll":
		return fmt.Sprintf("%s%v", i.do, i.set)
	case "skip":
		return fmt.Sprintf("skip next if %d", i.skipIf)
	case "choose":
		return fmt.Sprintf("choose(%d)", i.v+2)
	case "spawn", "spawn node", "trap", "do not trap", "unregister", "whereis", "cancel", "read timer", "reset timer", "demonitor", "flush", "info", "exit",
		"spawn linked", "take exit", "take down", "take transfer", "take any", "announce last", "expose":
		return i.do
	case "named with heir", "give", "heir":
		return fmt.Sprintf("%s(%d, p%d, %d)", i.do, i.k, i.to, i.v)
	case "link", "unlink", "monitor", "kill", "signal", "harmless", "alive", "register", "timer":
		return fmt.Sprintf("%s(p%d)", i.do, i.to)
	}
	return fmt.Sprintf("%s(%d,%d)", i.do, i.k, i.v)
}

// program is a list of instructions for each process.
type program [][]instruction

// sendsOnce reports whether the program has SendOnce, which excludes Faults.Connections.
func (pr program) sendsOnce() bool {
	return slices.ContainsFunc(pr, func(code []instruction) bool {
		return slices.ContainsFunc(code, func(in instruction) bool { return in.do == "send once" })
	})
}

func (pr program) String() string {
	var b strings.Builder
	for i, p := range pr {
		fmt.Fprintf(&b, "p%d: %v\n", i, p)
	}
	return b.String()
}

// endsAreSilent reports whether no instruction can tell when a process ends.
func (pr program) endsAreSilent() bool {
	for _, in := range slices.Concat(pr...) {
		if slices.Contains(slices.Concat(processOps, heirOps), in.do) && !slices.Contains(messageOps, in.do) {
			return false
		}
	}
	return true
}

// main starts the processes, sends each of them the PIDs of all, and ends; unless it is told to
// wait, its table ends, too.
func (pr program) main(wait bool) func(*proc.P) { return pr.mainAfter(nil, false, wait) }

// mainAfter is like main, but the first process executes instructions itself before the others
// begin. If named, operations on rows find their tables by name.
func (pr program) mainAfter(setup []instruction, named, wait bool) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[int, int](p, "t")
		world := surroundings{tables: [2]proc.Table[int, int]{t, t}}
		if named {
			world.tables = [2]proc.Table[int, int]{proc.NamedTable[int, int](p, "named"), proc.NamedTable[int, int](p, "other")}
		}
		for i, code := range pr {
			var options []proc.SpawnOption
			if isNode(code) {
				options = append(options, proc.Node)
			}
			world.pids = append(world.pids, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
				if world, ok := p.Receive(wanted(code)).(surroundings); ok {
					execute(p, code, world)
				}
			}, options...))
		}
		world.timer, world.lasting = execute(p, setup, world)
		for _, pid := range world.pids {
			p.Send(pid, world)
		}
		if wait {
			proc.Receive[string](p)
		}
	}
}

// wanted returns what a process with those instructions takes first. One that was restarted takes anything, to show what
// arrives.
func wanted(code []instruction) proc.Pattern {
	if isNode(code) {
		return proc.Any()
	}
	return proc.Type[surroundings]()
}

// isNode reports whether a process with those instructions is one that may crash.
func isNode(code []instruction) bool {
	return slices.ContainsFunc(code, func(in instruction) bool { return in.do == "node" })
}

// startsNode reports whether a process with those instructions starts another one that may crash.
func startsNode(code []instruction) bool {
	return slices.ContainsFunc(code, func(in instruction) bool { return in.do == "spawn node" })
}

// surroundings holds what the processes of a program share.
type surroundings struct {
	tables [2]proc.Table[int, int] // for operations on rows, by their process
	pids   []proc.PID
	timer  proc.Timer // started by the first process, if it has
	disk   bool       // the process has a disk

	lasting bool // the timer has a duration

	children []*descendant // that the process may start
}

// execute executes the instructions. It returns the last timer that they started, and whether that has a duration.
func execute(p *proc.P, code []instruction, world surroundings) (timer proc.Timer, lasting bool) {
	pids := world.pids
	timer, lasting = world.timer, world.lasting
	last := 0
	var ref proc.Ref
	truth := map[bool]int{true: 1}
	names := []string{"named", "other"}
	tried := func(f func()) int { return truth[proc.Try(f) == nil] }
	for i := 0; i < len(code); i++ {
		in := code[i]
		wanted := func(m int) bool { return slices.Contains(in.set, m) }
		if slices.Contains(fileOps, in.do) {
			if world.disk || isNode(code) {
				last = onFile(p, in)
			}
			continue
		}
		table, named := world.tables[in.to%2], proc.NamedTable[int, int](p, names[in.k])
		switch in.do {
		case "assume":
			p.Assume(last != in.v)
		case "send":
			p.Send(pids[in.to%len(pids)], in.v)
		case "send once":
			p.SendOnce(pids[in.to%len(pids)], in.k)
		case "send last":
			p.Send(pids[in.k%len(pids)], last)
		case "receive":
			last = proc.Receive(p, wanted)
		case "poll":
			last = -1
			if m, ok := proc.ReceiveTimeout(p, wanted); ok {
				last = m
			}
		case "take any":
			last = -1
			if m, ok := p.ReceiveTimeout(); ok {
				last, _ = m.(int)
			}
		case "insert":
			table.Insert(p, in.k, in.v)
		case "insert last":
			table.Insert(p, in.k, last)
		case "insert new":
			last = 0
			if table.InsertNew(p, in.k, in.v) {
				last = 1
			}
		case "lookup":
			last, _ = table.Lookup(p, in.k)
		case "delete":
			table.Delete(p, in.k)
		case "await":
			last = table.Await(p, in.k, func(v int) bool { return v == in.v })
		case "await any":
			last = table.Await(p, in.k, nil)
		case "take":
			last, _ = table.Take(p, in.k)
		case "swap":
			last = truth[table.CompareAndSwap(p, in.k, in.skipIf, in.v)]
		case "member":
			last = truth[table.Member(p, in.k)]
		case "size":
			last = table.Size(p)
		case "first":
			last, _ = table.First(p)
		case "next":
			last, _ = table.Next(p, in.v)
		case "select":
			last = len(table.Select(p, func(k, v int) bool { return k == in.k || v == in.v }))
		case "count":
			last = proc.UpdateCounter(p, table, in.k, in.v)
		case "count from":
			last = proc.UpdateCounter(p, table, in.k, in.v, in.skipIf)
		case "choose":
			last = p.Choose(in.v + 2)
		case "skip":
			if last == in.skipIf {
				i++
			}
		case "start":
			if c := world.children; len(c) > 0 {
				world.pids, world.children = pids, c[1:]
				pids = append(pids, c[0].spawn(p, world))
			}
		case "spawn":
			p.Spawn("child", func(p *proc.P) { p.Send(pids[0], 1) })
		case "take exit":
			last = -1
			if _, ok := proc.ReceiveTimeout[proc.Exited](p); ok {
				last = 1
			}
		case "take down":
			last = -1
			if d, ok := proc.ReceiveTimeout[proc.Down](p); ok {
				last = truth[d.Reason == proc.Normal]
			}
		case "trap":
			p.TrapExits(true)
		case "do not trap":
			p.TrapExits(false)
		case "link":
			p.Link(pids[in.to%len(pids)])
		case "unlink":
			p.Unlink(pids[in.to%len(pids)])
		case "spawn linked":
			p.Spawn("child", func(p *proc.P) { p.Send(pids[0], 1); p.Exit("odd") }, proc.Linked)
		case "monitor":
			ref = p.Monitor(pids[in.to%len(pids)])
		case "demonitor", "flush":
			if ref != (proc.Ref{}) {
				p.Demonitor(ref, in.do == "flush")
			}
		case "info":
			if ref != (proc.Ref{}) {
				last = truth[p.DemonitorInfo(ref, in.v == 0)]
			}
		case "kill":
			p.Kill(pids[in.to%len(pids)])
		case "signal":
			p.SendExit(pids[in.to%len(pids)], "please")
		case "harmless":
			p.SendExit(pids[in.to%len(pids)], proc.Normal)
		case "exit":
			p.Exit("enough")
		case "alive":
			last = truth[p.IsAlive(pids[in.to%len(pids)])]
		case "register":
			last = truth[p.Register([]string{"a", "b"}[in.k], pids[in.to%len(pids)])]
		case "unregister":
			last = truth[p.Unregister([]string{"a", "b"}[in.k])]
		case "whereis":
			pid, _ := p.Whereis([]string{"a", "b"}[in.k])
			last = slices.Index(pids, pid)
		case "send name":
			last = truth[p.SendName([]string{"a", "b"}[in.k], in.v)]
		case "spawn node":
			p.Spawn("child", func(p *proc.P) { p.Send(pids[0], p.Choose(2)) }, proc.Node)
		case "spawn timed":
			p.Spawn("child", func(p *proc.P) { p.SendIn(1, pids[0], p.Now()) })
		case "timer":
			timer, lasting = p.SendAfter(pids[in.to%len(pids)], in.v), false
		case "timed":
			timer, lasting = p.SendIn(in.k+in.v, pids[in.to%len(pids)], in.v), true
		case "sleep":
			p.Sleep(in.k)
		case "now":
			last = p.Now()
		case "within":
			last = -1
			if m, ok := proc.ReceiveWithin(p, in.k, wanted); ok {
				last = m
			}
		case "cancel":
			if timer != (proc.Timer{}) {
				last = truth[p.CancelTimer(timer)]
			}
		case "read timer":
			if timer != (proc.Timer{}) {
				last = truth[p.ReadTimer(timer)]
			}
		case "reset timer":
			if timer != (proc.Timer{}) && !lasting {
				last = truth[p.ResetTimer(timer)]
			}
		case "named":
			proc.NewNamedTable[int, int](p, names[in.k])
		case "hashed":
			last = tried(func() { proc.NewNamedTable[int, int](p, names[in.k], proc.Hashed()) })
		case "named with heir":
			last = tried(func() { proc.NewNamedTable[int, int](p, names[in.k], proc.Heir(pids[in.to], in.v)) })
		case "give":
			last = tried(func() { named.GiveAway(p, pids[in.to], in.v) })
		case "heir":
			last = tried(func() { named.SetHeir(p, pids[in.to], in.v) })
		case "no heir":
			last = tried(func() { named.SetHeir(p, proc.PID{}, nil) })
		case "rename":
			last = tried(func() { named.Rename(p, names[in.v]) })
		case "take transfer":
			last = -1
			if t, ok := proc.ReceiveTimeout[proc.Transfer[int, int]](p); ok {
				last = t.Data.(int)
			}
		case "named insert":
			named.Insert(p, in.v, in.v)
		case "named lookup":
			last = tried(func() { named.Lookup(p, in.v) })
		case "named await":
			last = tried(func() { named.Await(p, in.v, nil) })
		case "named next":
			last = tried(func() { named.Next(p, in.v) })
		case "drop":
			named.Drop(p)
		case "announce":
			proc.Announce(p, in.v)
		case "external":
			proc.External(p, []string{"a", "b"}[in.k], in.v, func(v int) { p.Send(pids[in.to%len(pids)], v) })
		case "announce last":
			proc.Announce(p, last)
		case "expose":
			proc.Expose(p, state{last})
		case "reach":
			p.Reach([]string{"a", "b"}[in.k])
		}
	}
	return timer, lasting
}

// fileOps are those of a node on its disk.
var fileOps = []string{"write file", "append file", "read file", "rename file", "remove file", "sync file", "sync directory", "store", "load"}

// onFile executes one of them and returns a number that tells its result.
func onFile(p *proc.P, in instruction) int {
	files := [...]proc.File[int]{"a", "b"}
	file, stored := files[in.k], proc.Durable[int](files[in.k])
	result := func(err error) int { return slices.Index([]error{nil, proc.ErrNoFile, proc.ErrSync}, err) }
	switch in.do {
	case "write file":
		file.Write(p, in.v, in.skipIf)
	case "append file":
		file.Append(p, in.v)
	case "rename file":
		return result(file.Rename(p, files[1-in.k]))
	case "remove file":
		return result(file.Remove(p))
	case "sync file":
		return result(file.Sync(p))
	case "sync directory":
		return result(p.SyncDir())
	case "store":
		stored.Set(p, in.v)
	case "load":
		last, _ := stored.Get(p)
		return last
	case "read file":
		records, err := file.Read(p)
		sum := len(records)
		for _, r := range records {
			sum = 3*sum + r
		}
		if err == proc.ErrTorn {
			sum = -sum
		}
		return sum
	}
	return 0
}

// state is the state that processes of random programs expose.
type state struct{ last int }

// boards lists the boards on which random programs announce something.
var boards = map[world.Board]bool{world.Events[int](): true, world.States[state](): true}

var messageOps = []string{"take any", "send", "send", "send", "send last", "send once", "receive", "receive", "poll", "skip", "choose"}

// onceOps are those that what is on its way makes a difference to.
var onceOps = []string{"send once", "send once", "send once", "send once", "send once", "send", "take any", "take any", "receive", "poll", "kill"}

// processOps are those about processes, names and timers.
var processOps = append([]string{"take exit", "take exit", "take down", "take down", "trap", "trap", "do not trap",
	"link", "link", "unlink", "spawn linked", "monitor", "monitor", "demonitor", "flush", "info", "kill", "signal", "signal",
	"harmless", "exit", "exit", "alive", "register", "register", "unregister", "whereis", "send name", "send name",
	"timer", "timer", "cancel", "read timer", "reset timer"}, messageOps...)

// tableOps are those about tables.
var tableOps = append([]string{"insert", "insert", "insert last", "insert new", "lookup", "delete", "take", "take",
	"swap", "swap", "count from", "member", "size", "first", "next", "select", "select"}, messageOps...)

// heirOps are those about tables that can tell whether a process has ended.
var heirOps = []string{"named with heir", "named with heir", "give", "give", "give", "heir", "heir",
	"take transfer", "take transfer"}

// ownerOps are those about names and owners of tables.
var ownerOps = slices.Concat(heirOps, []string{"named", "named", "hashed", "no heir", "rename", "rename",
	"named insert", "named lookup", "named next", "drop", "kill", "exit"}, messageOps)

var allOps = append([]string{"insert", "insert", "insert last", "insert new", "insert new", "lookup", "lookup",
	"delete", "count", "count from", "spawn", "named", "named insert", "drop"}, messageOps...)

// announceOps are those that properties see.
var announceOps = append([]string{"announce", "announce", "announce last", "expose", "expose", "reach", "external",
	"insert", "lookup", "kill", "signal", "exit"}, messageOps...)

// livingOps are those about the ends of processes that have shown something.
var livingOps = slices.Concat([]string{"announce", "expose", "expose", "expose", "expose"}, processOps)

// programs draws programs of at most the given number of instructions.
func programs(ops []string, processes, instructions int) *rapid.Generator[program] {
	return rapid.Custom(func(t *rapid.T) program {
		pr := make(program, rapid.IntRange(2, processes).Draw(t, "processes"))
		left := rapid.IntRange(2, instructions).Draw(t, "instructions")
		for range left {
			p := rapid.IntRange(0, len(pr)-1).Draw(t, "process")
			pr[p] = append(pr[p], instruction{
				do:     rapid.SampledFrom(ops).Draw(t, "do"),
				to:     rapid.IntRange(0, len(pr)-1).Draw(t, "to"),
				set:    rapid.SampledFrom([][]int{{0}, {1}, {0, 1}, {0, 1, 2}}).Draw(t, "set"),
				k:      rapid.IntRange(0, 1).Draw(t, "k"),
				v:      rapid.IntRange(0, 1).Draw(t, "v"),
				skipIf: rapid.IntRange(0, 1).Draw(t, "skip if"),
			})
		}
		return pr
	})
}

// seen collects what a search shows.
type seen struct {
	order   trace.Order
	classes map[trace.Signature]int
	left    map[trace.Signature]int // the classes that do not matter
	results map[string]bool         // the operations and results of each actor
	shown   map[string]bool         // what was announced on a board, in its order
	learnt  map[trace.ActorID][]byte
}

func newSeen(o Options) *seen {
	return &seen{
		order:   trace.Order{Relation: o.Relation()},
		classes: map[trace.Signature]int{},
		left:    map[trace.Signature]int{},
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
		case e.Kind == trace.Announce && e.Flags&trace.Unordered == 0:
			note(e.Key, e, uint32(e.Value))
			if e.Flags&trace.Passing != 0 {
				if left[e.Actor] == nil {
					left[e.Actor] = map[trace.ValueID]bool{}
				}
				left[e.Actor][e.Key] = true
			}
		case e.Kind == trace.Exit:
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
	*optimaldpor.Naive
	silent bool // the ends of processes are not visible and, if no process ends another one, neither are spawns
}

func (s eager) Choose(v trace.View) (trace.Step, bool) {
	for i, p := range v.Enabled {
		if s.silent && (p.Op.Kind == trace.Spawn || p.Op.Kind == trace.Exit) {
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
	o.Until, o.MaxEvents = UntilEnd, 1000
	o.TrustModel = o.Algorithm != Source // only one of the searches looks for nondeterminism
	several := o.Workers > 1 || o.Saving != nil || o.Around != nil
	if strategy == nil && !several && !o.Algorithm.Traits().Draws {
		var err error
		if strategy, err = o.strategy(); err != nil {
			t.Fatal(err)
		}
	}
	x := newSearch(context.Background(), anyGoal("random"), o, strategy)
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

func checkProgram(t rapid.TB, pr program, wait bool, delivery proc.Delivery) {
	t.Log("\n" + pr.String())
	checkMain(t, pr.main(wait), pr.endsAreSilent(), delivery, tooMany)
}

// checkMain is checkSystem of the program that begins with body.
func checkMain(t rapid.TB, body func(*proc.P), endsAreSilent bool, delivery proc.Delivery, limit int) {
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(delivery)
	checkSystem(t, main, endsAreSilent, limit)
}

// checkSystem compares the searches of a program. Its ends are silent if no operation in it can
// tell when a process ends, or ends one. It rejects a program of more interleavings than limit,
// counting orders of independent events.
func checkSystem(t rapid.TB, main *world.System, endsAreSilent bool, limit int) {
	patterns, anyRace := Options{}, Options{AnyDeliveriesRace: true}
	truth := both{newSeen(patterns), newSeen(anyRace)}
	bruteForce := func(observer Observer) *Result {
		strategy := eager{optimaldpor.NewNaive(optimaldpor.Config{}), endsAreSilent}
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

// families lists the families of random programs, each with its check.
var families = map[string]func(*rapid.T){
	"messages": func(t *rapid.T) {
		checkProgram(t, programs(messageOps, 4, 7).Draw(t, "program"), true, proc.Instant)
	},
	"once": func(t *rapid.T) {
		checkProgram(t, programs(onceOps, 3, 7).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), deliveries.Draw(t, "delivery"))
	},
	"processes": func(t *rapid.T) {
		checkProgram(t, programs(processOps, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
	"tables": func(t *rapid.T) {
		checkProgram(t, programs(tableOps, 4, 6).Draw(t, "program"), true, proc.Instant)
	},
	"owners": func(t *rapid.T) {
		checkProgram(t, programs(ownerOps, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
	"delayed": func(t *rapid.T) {
		delivery := rapid.SampledFrom([]proc.Delivery{proc.Channel, proc.Bag}).Draw(t, "delivery")
		ops := rapid.SampledFrom([][]string{messageOps, messageOps, processOps, ownerOps}).Draw(t, "operations")
		checkProgram(t, programs(ops, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), delivery)
	},
	"delivered by link": func(t *rapid.T) {
		delivery := drawDelivery(t)
		t.Log(delivery)
		ops := slices.Clone(rapid.SampledFrom([][]string{messageOps, messageOps, processOps, ownerOps}).Draw(t, "operations"))
		if strings.Contains(string(delivery), string(proc.Instant)) { // then it is an error, if others are not
			ops = slices.DeleteFunc(ops, func(do string) bool { return do == "send name" })
		}
		checkProgram(t, programs(ops, 3, 5).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), delivery)
	},
	"announcements": func(t *rapid.T) {
		checkProgram(t, programs(announceOps, 3, 6).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
	},
	"living": func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{announceOps, livingOps}).Draw(t, "operations")
		pr := programs(ops, 3, 5).Draw(t, "program")
		t.Log("\n" + pr.String())
		main := trustedSystem(pr.main(rapid.Bool().Draw(t, "wait")))
		defer main.Close()
		main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
		main.SetOrdered(boards, rapid.SampledFrom([]map[world.Board]bool{boards, {world.States[state](): true}}).Draw(t, "passing"))
		checkSystem(t, main, false, tooMany)
	},
	"assumptions": func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{messageOps, processOps, processOps, tableOps, announceOps}).Draw(t, "operations")
		pr := programs(slices.Concat(ops, assumptions), 3, 6).Draw(t, "program")
		checkProgram(t, pr, rapid.Bool().Draw(t, "wait"), rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"))
	},
	"assumptions of nodes": func(t *rapid.T) { checkNodes(t, assumptions...) },
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
	"all": func(t *rapid.T) {
		checkProgram(t, programs(allOps, 4, 7).Draw(t, "program"), rapid.Bool().Draw(t, "wait"), proc.Instant)
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
