package randomprograms

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// A class is easily lost if the next operation of a process depends on an event that may have
// another result: later events, such as the observer of two messages, may then not happen at all.
// The programs here test this. One or two processes take most of the messages. Their next operation
// depends on the messages that they took, or on the result of an operation of one kind (diverting).
// The others send, and execute one or two kinds of operations that conflict (conflicting). There is
// one name, one row, one timer, and one monitor of each process.

// conditional is a program: the operations of each process. The first process starts the others.
type conditional struct {
	All   [][]guardedStep
	Ties  []int // to each of the others: 1 a link, 2 a monitor, 3 a link with exits trapped
	Named bool  // the second process has the name from the beginning
	Timer bool  // all know a timer, to the second process
	Told  bool  // all begin when they get the PIDs of all; otherwise each knows the processes started earlier
	Stays bool  // the first process waits for ever in the end
}

// guardedStep is an operation on another process that is executed if the value learnt last is If, or
// always if If is negative.
type guardedStep struct {
	Do           string
	To, What, If int
}

func (k guardedStep) String() string {
	s := fmt.Sprintf("%s(p%d,%d)", k.Do, k.To, k.What)
	if k.If >= 0 {
		return fmt.Sprintf("if %d: %s", k.If, s)
	}
	return s
}

// peers is the knowledge of a process about others.
type peers struct {
	pids  []proc.PID
	table proc.Table[int, int]
	timer proc.Timer
}

// Main starts the first process. All are daemons, so that waiting for ever is not a violation.
func (k conditional) Main(p *proc.P) { p.Spawn("p0", k.first, proc.Daemon) }

func (k conditional) first(p *proc.P) {
	w := peers{pids: []proc.PID{p.Self()}, table: proc.NewNamedTable[int, int](p, "table", proc.Heir(p.Self(), 1))}
	var ref proc.Ref
	for i, all := range k.All[1:] {
		known := w
		known.pids = append([]proc.PID(nil), w.pids...)
		body := func(p *proc.P) {
			if k.Ties[i] == 3 {
				p.TrapExits(true)
			}
			if k.Told {
				known = proc.Receive[peers](p)
			}
			(&guardedRun{peers: known}).run(p, all)
		}
		name, options := fmt.Sprint("p", i+1), []proc.SpawnOption{proc.Daemon}
		if k.Ties[i]%2 == 1 {
			options = append(options, proc.Linked)
		}
		var pid proc.PID
		if k.Ties[i] == 2 {
			pid, ref = p.SpawnMonitor(name, body, options...)
		} else {
			pid = p.Spawn(name, body, options...)
		}
		w.pids = append(w.pids, pid)
		if i == 0 && k.Named {
			p.Register("name", pid)
		}
		if i == 0 && k.Timer {
			w.timer = p.SendAfter(pid, 2)
		}
	}
	if k.Told {
		for _, pid := range w.pids[1:] {
			p.Send(pid, w)
		}
	}
	(&guardedRun{peers: w, ref: ref}).run(p, k.All[0])
	if k.Stays {
		proc.Receive[string](p)
	}
}

// guardedRun is the state of a process.
type guardedRun struct {
	peers
	ref  proc.Ref
	last int // the value learnt last
}

func (g *guardedRun) run(p *proc.P, all []guardedStep) {
	for _, k := range all {
		if k.If < 0 || k.If == g.last {
			proc.Try(func() { g.do(p, k, g.pids[k.To%len(g.pids)]) })
		}
	}
}

// got records a received message.
func (g *guardedRun) got(m any, ok bool) {
	switch m := m.(type) {
	case int:
		g.last = m
	case proc.Down:
		g.last = 1
	case proc.Exited:
		g.last = 2
	case proc.Transfer[int, int]:
		g.last = m.Data.(int)
	}
	if !ok {
		g.last = 0
	}
}

func (g *guardedRun) learn(ok bool) {
	g.last = 0
	if ok {
		g.last = 1
	}
}

// fits returns the pattern of a receive.
func fits(what int) proc.Pattern {
	switch what {
	case 0:
		return proc.Where(func(m int) bool { return m == 0 })
	case 1:
		return proc.Where(func(m int) bool { return m > 0 })
	}
	return proc.Type[int]()
}

func (g *guardedRun) do(p *proc.P, k guardedStep, to proc.PID) {
	switch k.Do {
	case "send":
		p.Send(to, k.What)
	case "send last":
		p.Send(to, g.last)
	case "helper":
		p.Spawn("helper", func(p *proc.P) { p.Send(to, k.What) })
	case "wait":
		g.got(p.Receive(proc.Type[int](), proc.Type[proc.Down](), proc.Type[proc.Exited](), proc.Type[proc.Transfer[int, int]]()), true)
	case "wait for":
		g.got(p.Receive(fits(k.What)), true)
	case "look":
		g.got(p.ReceiveTimeout())
	case "look for":
		g.got(p.ReceiveTimeout(fits(k.What)))
	case "choose":
		g.last = p.Choose(2)
	case "register":
		g.learn(p.Register("name", to))
	case "unregister":
		g.learn(p.Unregister("name"))
	case "whereis":
		_, ok := p.Whereis("name")
		g.learn(ok)
	case "send name":
		g.learn(p.SendName("name", k.What))
	case "timer":
		g.timer = p.SendAfter(to, k.What)
	case "cancel":
		if g.timer != (proc.Timer{}) {
			g.learn(p.CancelTimer(g.timer))
		}
	case "read timer":
		if g.timer != (proc.Timer{}) {
			g.learn(p.ReadTimer(g.timer))
		}
	case "monitor":
		g.ref = p.Monitor(to)
	case "flush", "undo":
		if g.ref != (proc.Ref{}) {
			p.Demonitor(g.ref, k.Do == "flush")
		}
	case "info":
		if g.ref != (proc.Ref{}) {
			g.learn(p.DemonitorInfo(g.ref, k.What == 0))
		}
	case "trap":
		p.TrapExits(k.What > 0)
	case "link":
		p.Link(to)
	case "unlink":
		p.Unlink(to)
	case "signal":
		p.SendExit(to, "please")
	case "kill":
		p.Kill(to)
	case "exit":
		p.Exit("enough")
	case "alive":
		g.learn(p.IsAlive(to))
	case "announce":
		proc.Announce(p, k.What)
	default:
		g.keep(p, k, to)
	}
}

// keep executes operations on tables.
func (g *guardedRun) keep(p *proc.P, k guardedStep, to proc.PID) {
	row := 0
	named := proc.NamedTable[int, int](p, "table")
	switch k.Do {
	case "insert":
		g.table.Insert(p, row, k.What)
	case "insert new":
		g.learn(g.table.InsertNew(p, row, k.What))
	case "lookup":
		g.last, _ = g.table.Lookup(p, row)
	case "take":
		_, ok := g.table.Take(p, row)
		g.learn(ok)
	case "swap":
		g.learn(g.table.CompareAndSwap(p, row, k.What, k.What+1))
	case "count":
		g.last = proc.UpdateCounter(p, g.table, row, 1)
	case "delete":
		g.table.Delete(p, row)
	case "await":
		g.last = g.table.Await(p, row, func(v int) bool { return v == k.What })
	case "await any":
		g.last = named.Await(p, row, nil)
	case "named lookup":
		g.last, _ = named.Lookup(p, row)
	case "select":
		g.last = len(g.table.Select(p, func(_, v int) bool { return v == k.What }))
	case "next":
		_, ok := g.table.First(p)
		g.learn(ok)
	case "give":
		g.table.GiveAway(p, to, k.What)
	case "heir":
		g.table.SetHeir(p, to, k.What)
	case "drop":
		g.table.Drop(p)
	case "rename":
		g.table.Rename(p, []string{"table", "other", "other"}[k.What])
	case "found":
		g.table = proc.NewNamedTable[int, int](p, "table", proc.Heir(to, k.What))
	}
}

// diverting lists operations whose result determines the next operation of a process; conflicting
// lists operations of others that conflict, by kind.
var (
	diverting = [][]string{
		{"choose"}, {"choose"}, {"choose"}, {"look"}, {"look for"}, {"lookup"}, {"take"}, {"insert new"}, {"count"}, {"swap"}, {"whereis"}, {"register"},
		{"unregister"}, {"send name"}, {"alive"}, {"read timer"}, {"cancel"}, {"info"}, {"named lookup"}, {"select"}, {"exit"}, {"await"}, {"await any"},
	}
	conflicting = [][]string{
		{"register", "register", "unregister"}, {"register"}, {"send name", "unregister", "register"}, {"insert"}, {"insert", "lookup"}, {"insert new", "take"},
		{"count"}, {"count", "select"}, {"swap"}, {"kill"}, {"signal", "trap"}, {"signal", "link", "unlink"}, {"exit", "alive"}, {"monitor", "flush", "undo", "info", "exit"},
		{"timer", "cancel"}, {"timer", "read timer", "cancel"}, {"give", "heir", "insert"}, {"found", "give", "rename", "named lookup"}, {"insert", "await", "delete"}, {"insert", "delete", "next"},
		{"drop", "insert", "await any"}, {"announce"}, {"helper"}, {"register", "whereis", "exit"},
		{"send name", "unregister", "kill"}, {"send name", "unregister", "insert"}, {"timer", "cancel", "kill"}, {"timer", "cancel", "insert"},
		{"signal", "trap", "insert"}, {"monitor", "info", "exit", "insert"}, {"give", "drop", "insert"}, {"link", "exit", "trap", "kill"},
	}
)

// DrawConditional draws such a program.
func DrawConditional(t *rapid.T) conditional {
	diverts := rapid.SampledFrom(diverting).Draw(t, "diverts")
	conflicts := rapid.SampledFrom(conflicting).Draw(t, "conflicts")
	if rapid.Bool().Draw(t, "more") {
		diverts = append(diverts[:1:1], rapid.SampledFrom(diverting).Draw(t, "diverts")...)
		conflicts = append(conflicts[:len(conflicts):len(conflicts)], rapid.SampledFrom(conflicting).Draw(t, "conflicts")...)
	}
	small := rapid.IntRange(0, 2)
	all := rapid.IntRange(3, 5).Draw(t, "processes")
	takers := rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "takers")
	waits := rapid.SampledFrom([][]string{{"wait"}, {"wait"}, {"wait", "wait for"}, {"wait", "look"}}).Draw(t, "waits")
	k := conditional{
		All:   make([][]guardedStep, all),
		Named: rapid.IntRange(0, 3).Draw(t, "named") == 0,
		Timer: rapid.IntRange(0, 5).Draw(t, "timer") == 0,
		Told:  rapid.IntRange(0, 3).Draw(t, "told") == 0,
		Stays: rapid.IntRange(0, 3).Draw(t, "stays") > 0,
	}
	for range all - 1 {
		k.Ties = append(k.Ties, rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1, 2, 3}).Draw(t, "tie"))
	}
	add := func(p int, ops []string, to []int, ifs []int) {
		k.All[p] = append(k.All[p], guardedStep{
			Do:   rapid.SampledFrom(ops).Draw(t, "do"),
			To:   rapid.SampledFrom(to).Draw(t, "to") % all,
			What: small.Draw(t, "what"),
			If:   rapid.SampledFrom(ifs).Draw(t, "if"),
		})
	}
	anybody, always := []int{1, 1, 2, 3, 0}, []int{-1}
	for p := 1; p <= takers; p++ {
		for range small.Draw(t, "to itself") {
			add(p, []string{"send"}, []int{p}, always)
		}
		for range rapid.IntRange(1, 3).Draw(t, "takes") {
			add(p, waits, anybody, []int{-1, -1, 0, 1})
			switch small.Draw(t, "then") {
			case 0:
				add(p, conflicts, anybody, []int{-1, 0, 1})
			case 1:
				add(p, diverts, anybody, []int{-1, 0, 1})
			}
		}
	}
	others := append([]string{"send", "send", "send last", "wait"}, conflicts...)
	for p := range k.All {
		if p >= 1 && p <= takers {
			continue
		}
		for range rapid.IntRange(1, 3).Draw(t, "does") {
			add(p, others, anybody, always)
		}
		if small.Draw(t, "diverts, too") == 0 {
			add(p, diverts, anybody, always)
			add(p, others, anybody, []int{0, 1})
		}
	}
	t.Logf("%+v", k)
	return k
}
