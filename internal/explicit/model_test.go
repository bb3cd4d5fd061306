package explicit_test

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/proc"
)

// A program as a model.

// learnt is announced by a process after each operation by which it learns something. No rule is
// about it, so it costs no interleavings.
type learnt string

// shown is what processes expose.
type shown struct{ Last int }

// peers is the message that tells a process the PIDs of the others.
type peers struct{ All []proc.PID }

// body returns the first process.
func (pr program) body() func(*proc.P) {
	return func(p *proc.P) {
		me := &executor{P: p, program: pr, known: []proc.PID{p.Self()}}
		var published proc.Table[int, peers]
		if pr.published() {
			published = proc.NewTable[int, peers](p, "who")
		}
		if pr.table {
			me.perform(instruction{do: "new"})
		}
		for i, code := range pr.peers {
			var options []proc.SpawnOption
			if pr.isNode(peer(i)) {
				options = append(options, proc.Node)
			}
			me.known = append(me.known, me.start(peer(i), pr.ties[i], func(p *proc.P) {
				if known, ok := pr.listen(p, published); ok {
					other := &executor{P: p, program: pr, known: known}
					other.execute(code)
				}
			}, options...))
		}
		if pr.published() {
			published.Insert(p, 0, peers{me.known})
		} else if !pr.apart {
			for _, pid := range me.known[1:] {
				p.Send(pid, peers{me.known})
			}
		}
		me.execute(pr.main)
	}
}

// executor is a process of a program.
type executor struct {
	*proc.P
	program
	known []proc.PID
	last  int // what it has learnt last
	got   any // the last message
	child proc.PID
	ref   proc.Ref // its last monitor
	timer proc.Timer
	again proc.Timer // the same, if it can be reset
}

func (x *executor) start(name string, how tie, body func(*proc.P), options ...proc.SpawnOption) (child proc.PID) {
	switch how {
	case linked:
		return x.Spawn(name, body, append(options, proc.Linked)...)
	case daemon:
		return x.Spawn(name, body, append(options, proc.Daemon)...)
	case monitored:
		child, x.ref = x.SpawnMonitor(name, body, options...)
		return child
	}
	return x.Spawn(name, body, options...)
}

func (x *executor) execute(code []instruction) {
	for i := 0; i < len(code); i++ {
		in := code[i]
		if in.do == "skip" {
			if x.last%2 == in.k {
				i++
			}
			continue
		}
		text := nothing
		if proc.Try(func() { text = x.perform(in) }) != nil {
			text = refused
		}
		if !silent[in.do] {
			x.last = number(text)
			proc.Announce(x.P, learnt(text))
		}
	}
}

// whom returns the process that an instruction is about.
func (x *executor) whom(in instruction) proc.PID {
	switch {
	case in.to < len(x.known):
		return x.known[in.to]
	case x.child != proc.PID{}:
		return x.child
	}
	return x.Self()
}

// perform executes an instruction and returns what it learns.
func (x *executor) perform(in instruction) string {
	to, v := x.whom(in), in.value(x.last)
	switch in.do {
	case "send":
		x.Send(to, v)
	case "send once":
		x.SendOnce(to, v)
	case "forward":
		x.Send(to, x.got)
	case "receive":
		x.got = x.Receive(x.pattern(in.takes))
		return text(x.got)
	case "poll":
		m, ok := x.ReceiveTimeout(x.pattern(in.takes))
		if !ok {
			return nothing
		}
		x.got = m
		return text(m)
	case "collect":
		return together(texts(proc.Collect(x.P, in.k+1, x.pattern(in.takes).Matches)), true)
	case "gather":
		all, ok := proc.CollectTimeout(x.P, in.k+1, x.pattern(in.takes).Matches)
		return together(texts(all), ok)
	case "choose":
		return strconv.Itoa(x.Choose(2))
	default:
		if slices.Contains(fileOps, in.do) {
			return x.performOnDisk(in, v)
		}
		return x.performByName(in, to, v)
	}
	return nothing
}

// performByName executes the instructions about names, timers and what is shown.
func (x *executor) performByName(in instruction, to proc.PID, v int) string {
	switch name := names[in.k]; in.do {
	case "register":
		return answer(x.Register(name, to))
	case "unregister":
		return answer(x.Unregister(name))
	case "whereis":
		if pid, ok := x.Whereis(name); ok {
			return pid.String()
		}
	case "send name":
		return answer(x.SendName(name, v))
	case "timer":
		x.timer = x.SendAfter(to, v)
		x.again = x.timer
	case "timed":
		x.timer, x.again = x.SendIn(in.ticks(), to, v), proc.Timer{}
	case "now":
		return strconv.Itoa(x.Now())
	case "cancel":
		return answer(x.CancelTimer(x.timer))
	case "read timer":
		return answer(x.ReadTimer(x.timer))
	case "reset timer":
		return answer(x.again != (proc.Timer{}) && x.ResetTimer(x.again))
	case "expose":
		proc.Expose(x.P, shown{x.last})
	default:
		return x.performOther(in, to, v)
	}
	return nothing
}

// performOther executes the instructions about the ends of processes.
func (x *executor) performOther(in instruction, to proc.PID, v int) string {
	hasRef := x.ref != proc.Ref{}
	switch in.do {
	case "spawn", "spawn node":
		code := x.children[in.k%len(x.children)]
		known, pr := x.known, x.program
		var options []proc.SpawnOption
		if in.do == "spawn node" {
			options = append(options, proc.Node)
		}
		x.child = x.start("c", ties[in.v+1], func(p *proc.P) {
			child := &executor{P: p, program: pr, known: known}
			child.execute(code)
		}, options...)
	case "trap", "do not trap":
		x.TrapExits(in.do == "trap")
	case "link":
		x.Link(to)
	case "unlink":
		x.Unlink(to)
	case "monitor":
		x.ref = x.Monitor(to)
	case "demonitor", "flush":
		if hasRef {
			x.Demonitor(x.ref, in.do == "flush")
		}
	case "info", "flush info":
		return answer(hasRef && x.DemonitorInfo(x.ref, in.do == "flush info"))
	case "kill":
		x.Kill(to)
	case "signal":
		x.SendExit(to, reason(v))
	case "harmless":
		x.SendExit(to, proc.Normal)
	case "exit":
		x.Exit(reason(v))
	case "alive":
		return answer(x.IsAlive(to))
	default:
		return x.performOnTable(in, to, v)
	}
	return nothing
}

// performOnTable executes the instructions about tables.
func (x *executor) performOnTable(in instruction, to proc.PID, v int) string {
	name := names[in.k]
	t := proc.NamedTable[int, int](x.P, name)
	switch in.do {
	case "new":
		proc.NewNamedTable[int, int](x.P, name)
	case "new with heir":
		proc.NewNamedTable[int, int](x.P, name, proc.Heir(to, v))
	case "drop":
		t.Drop(x.P)
	case "rename":
		t.Rename(x.P, names[v%2])
	case "give":
		t.GiveAway(x.P, to, v)
	case "heir":
		t.SetHeir(x.P, to, v)
	case "no heir":
		t.SetHeir(x.P, proc.PID{}, nil)
	default:
		return x.performOnRows(t, in, v)
	}
	return nothing
}

// performOnRows executes the instructions about rows.
func (x *executor) performOnRows(t proc.Table[int, int], in instruction, v int) string {
	key := in.row(x.last)
	found := func(v int, ok bool) string {
		if !ok {
			return nothing
		}
		return strconv.Itoa(v)
	}
	switch in.do {
	case "insert":
		t.Insert(x.P, key, v)
	case "insert new":
		return answer(t.InsertNew(x.P, key, v))
	case "lookup":
		return found(t.Lookup(x.P, key))
	case "delete":
		t.Delete(x.P, key)
	case "take":
		return found(t.Take(x.P, key))
	case "swap":
		return answer(t.CompareAndSwap(x.P, key, x.last, v))
	case "count":
		return strconv.Itoa(proc.UpdateCounter(x.P, t, key, v))
	case "count from":
		return strconv.Itoa(proc.UpdateCounter(x.P, t, key, v, in.k))
	case "member":
		return answer(t.Member(x.P, key))
	case "size":
		return strconv.Itoa(t.Size(x.P))
	case "first":
		return found(t.First(x.P))
	case "next":
		return found(t.Next(x.P, key))
	case "select":
		return fmt.Sprint(t.Select(x.P, func(_, value int) bool { return value != v }))
	case "await":
		return strconv.Itoa(t.Await(x.P, key, func(value int) bool { return value >= v }))
	default:
		panic("no instruction: " + in.do)
	}
	return nothing
}

// reason returns that of an exit.
func reason(v int) string {
	if v == 0 {
		return proc.Normal
	}
	return "reason " + strconv.Itoa(v)
}

func texts(messages []any) (all []string) {
	for _, m := range messages {
		all = append(all, text(m))
	}
	return all
}

// pattern returns the pattern of a receive.
func (x *executor) pattern(takes string) proc.Pattern {
	last, ref := x.last, x.ref
	switch takes {
	case "number":
		return proc.Type[int]()
	case "0", "1":
		return proc.Equal(number(takes))
	case "last":
		return proc.Where(func(n int) bool { return n == last })
	case "down":
		return proc.Type[proc.Down]()
	case "own down":
		return proc.Where(func(d proc.Down) bool { return d.Ref == ref })
	case "exited":
		return proc.Type[proc.Exited]()
	case "transfer":
		return proc.Type[proc.Transfer[int, int]]()
	}
	return proc.Any()
}

// text returns a message as text.
func text(message any) string {
	switch m := message.(type) {
	case nil:
		return nothing
	case int:
		return strconv.Itoa(m)
	case proc.Down:
		return downText(m.Ref.String(), m.From.String(), m.Reason.(string))
	case proc.Exited:
		return exitedText(m.From.String(), m.Reason.(string))
	case proc.Transfer[int, int]:
		return transferText(m.Table.String(), m.From.String(), m.Data.(int))
	case peers:
		return peersText
	}
	panic(fmt.Sprintf("no message: %#v", message))
}

// How messages that are no numbers are written.
const peersText = "peers"

func downText(ref, from, reason string) string {
	return fmt.Sprintf("down(%s, %s, %s)", ref, from, reason)
}
func exitedText(from, reason string) string { return fmt.Sprintf("exited(%s, %s)", from, reason) }
func transferText(table, from string, data int) string {
	return fmt.Sprintf("transfer(%s, %s, %d)", table, from, data)
}
