package randomprograms

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/proc"
)

// surroundings holds the shared data of the processes of a program.
type surroundings struct {
	tables [2]proc.Table[int, int] // for operations on rows, by their process
	pids   []proc.PID
	timer  proc.Timer // started by the first process, or the zero Timer
	disk   bool       // the process has a disk

	lasting bool // the timer has a duration

	children []*descendant // that the process may start
}

// execute executes the instructions. It returns the last timer that they started, and whether that has a duration.
func execute(p *proc.P, code []Instruction, world surroundings) (timer proc.Timer, lasting bool) {
	pids := world.pids
	timer, lasting = world.timer, world.lasting
	last := 0
	var ref proc.Ref
	truth := map[bool]int{true: 1}
	names := []string{"named", "other"}
	tried := func(f func()) int { return truth[proc.Try(f) == nil] }
	for i := 0; i < len(code); i++ {
		in := code[i]
		wanted := func(m int) bool { return slices.Contains(in.Set, m) }
		if slices.Contains(FileOps, in.Do) {
			if world.disk || IsNode(code) {
				last = onFile(p, in)
			}
			continue
		}
		table, named := world.tables[in.To%2], proc.NamedTable[int, int](p, names[in.K])
		switch in.Do {
		case "assume":
			p.Assume(last != in.V)
		case "send":
			p.Send(pids[in.To%len(pids)], in.V)
		case "send once":
			p.SendOnce(pids[in.To%len(pids)], in.K)
		case "send last":
			p.Send(pids[in.K%len(pids)], last)
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
		case "collect":
			last = sum(proc.Collect(p, in.V+1, wanted))
		case "gather":
			all, ok := proc.CollectTimeout(p, in.V+1, wanted)
			last = sum(all) - truth[!ok]
		case "gather any":
			all, _ := proc.CollectTimeout[any](p, in.V+2)
			last = len(all)
		case "insert":
			table.Insert(p, in.K, in.V)
		case "insert last":
			table.Insert(p, in.K, last)
		case "insert new":
			last = 0
			if table.InsertNew(p, in.K, in.V) {
				last = 1
			}
		case "lookup":
			last, _ = table.Lookup(p, in.K)
		case "delete":
			table.Delete(p, in.K)
		case "await":
			last = table.Await(p, in.K, func(v int) bool { return v == in.V })
		case "await any":
			last = table.Await(p, in.K, nil)
		case "poll row":
			last = pollRow(p, table, i, last, in)
		case "named poll":
			last = tried(func() { pollRow(p, named, i, last, in) })
		case "take":
			last, _ = table.Take(p, in.K)
		case "swap":
			last = truth[table.CompareAndSwap(p, in.K, in.SkipIf, in.V)]
		case "member":
			last = truth[table.Member(p, in.K)]
		case "size":
			last = table.Size(p)
		case "first":
			last, _ = table.First(p)
		case "next":
			last, _ = table.Next(p, in.V)
		case "select":
			last = len(table.Select(p, func(k, v int) bool { return k == in.K || v == in.V }))
		case "count":
			last = proc.UpdateCounter(p, table, in.K, in.V)
		case "count from":
			last = proc.UpdateCounter(p, table, in.K, in.V, in.SkipIf)
		case "choose":
			last = p.Choose(in.V + 2)
		case "skip":
			if last == in.SkipIf {
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
			p.Link(pids[in.To%len(pids)])
		case "unlink":
			p.Unlink(pids[in.To%len(pids)])
		case "spawn linked":
			p.Spawn("child", func(p *proc.P) { p.Send(pids[0], 1); p.Exit("odd") }, proc.Linked)
		case "monitor":
			ref = p.Monitor(pids[in.To%len(pids)])
		case "demonitor", "flush":
			if ref != (proc.Ref{}) {
				p.Demonitor(ref, in.Do == "flush")
			}
		case "info":
			if ref != (proc.Ref{}) {
				last = truth[p.DemonitorInfo(ref, in.V == 0)]
			}
		case "kill":
			p.Kill(pids[in.To%len(pids)])
		case "signal":
			p.SendExit(pids[in.To%len(pids)], "please")
		case "harmless":
			p.SendExit(pids[in.To%len(pids)], proc.Normal)
		case "exit":
			p.Exit("enough")
		case "alive":
			last = truth[p.IsAlive(pids[in.To%len(pids)])]
		case "register":
			last = truth[p.Register([]string{"a", "b"}[in.K], pids[in.To%len(pids)])]
		case "unregister":
			last = truth[p.Unregister([]string{"a", "b"}[in.K])]
		case "whereis":
			pid, _ := p.Whereis([]string{"a", "b"}[in.K])
			last = slices.Index(pids, pid)
		case "send name":
			last = truth[p.SendName([]string{"a", "b"}[in.K], in.V)]
		case "spawn node":
			p.Spawn("child", func(p *proc.P) { p.Send(pids[0], p.Choose(2)) }, proc.Node)
		case "spawn timed":
			p.Spawn("child", func(p *proc.P) { p.SendIn(1, pids[0], p.Now()) })
		case "timer":
			timer, lasting = p.SendAfter(pids[in.To%len(pids)], in.V), false
		case "timed":
			timer, lasting = p.SendIn(in.K+in.V, pids[in.To%len(pids)], in.V), true
		case "sleep":
			p.Sleep(in.K)
		case "now":
			last = p.Now()
		case "within":
			last = -1
			if m, ok := proc.ReceiveWithin(p, in.K, wanted); ok {
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
			proc.NewNamedTable[int, int](p, names[in.K])
		case "hashed":
			last = tried(func() { proc.NewNamedTable[int, int](p, names[in.K], proc.Hashed()) })
		case "named with heir":
			last = tried(func() { proc.NewNamedTable[int, int](p, names[in.K], proc.Heir(pids[in.To], in.V)) })
		case "give":
			last = tried(func() { named.GiveAway(p, pids[in.To], in.V) })
		case "heir":
			last = tried(func() { named.SetHeir(p, pids[in.To], in.V) })
		case "no heir":
			last = tried(func() { named.SetHeir(p, proc.PID{}, nil) })
		case "rename":
			last = tried(func() { named.Rename(p, names[in.V]) })
		case "take transfer":
			last = -1
			if t, ok := proc.ReceiveTimeout[proc.Transfer[int, int]](p); ok {
				last = t.Data.(int)
			}
		case "named insert":
			named.Insert(p, in.V, in.V)
		case "named lookup":
			last = tried(func() { named.Lookup(p, in.V) })
		case "named await":
			last = tried(func() { named.Await(p, in.V, nil) })
		case "named next":
			last = tried(func() { named.Next(p, in.V) })
		case "drop":
			named.Drop(p)
		case "announce":
			proc.Announce(p, in.V)
		case "external":
			proc.External(p, []string{"a", "b"}[in.K], in.V, func(v int) { p.Send(pids[in.To%len(pids)], v) })
		case "announce last":
			proc.Announce(p, last)
		case "expose":
			proc.Expose(p, State{last})
		case "reach":
			p.Reach([]string{"a", "b"}[in.K])
		}
	}
	return timer, lasting
}

// sum returns a number that depends on the messages that a process has collected, and not on their order.
func sum(messages []int) (all int) {
	for _, m := range messages {
		all += m
	}
	return all
}

// State is the state that processes of random programs expose.
type State struct{ Last int }

// Boards lists the boards on which random programs announce something.
var Boards = map[program.Board]bool{program.Events[int](): true, program.States[State](): true}
