package randomprograms

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// These programs combine monitors with a little of everything: agents monitor each other, start
// others, call, link, kill and name each other, with timers and a row. Some follow a script, others
// react to messages.

// agents is a program: the first process starts the agents, and sends each of them the PIDs of all.
type agents []agent

type agent struct {
	Script []act
	React  [3][]act // to a message of a kind
	OnDown []act    // to the end of another process
	Rounds int      // the maximal number of messages that it takes after the script
	Takes  int      // which receive it uses
}

// act is an operation of an agent on the agent To or, if To is too large, on the process that it
// was told of last.
type act struct {
	Do       string
	To, Kind int
	Which    int // monitor, counted from the last one; 2: the monitor that it was told of last, if there is one
}

// crew is the first message to an agent.
type crew struct {
	pids  []proc.PID
	table proc.Table[int, int]
}

// question is the request of a call, and answer the reply.
type (
	question struct {
		From proc.PID
		Ref  proc.Ref
	}
	answer struct{ Ref proc.Ref }
)

func (c agents) Main(p *proc.P) {
	w := crew{table: proc.NewTable[int, int](p, "t")}
	for i, a := range c {
		run := func(p *proc.P) { (&agentRun{crew: proc.Receive[crew](p)}).run(p, a) }
		if a.Rounds > 0 {
			w.pids = append(w.pids, p.Spawn(fmt.Sprint("p", i), run, proc.Daemon))
		} else {
			w.pids = append(w.pids, p.Spawn(fmt.Sprint("p", i), run))
		}
	}
	for _, pid := range w.pids {
		p.Send(pid, w)
	}
	proc.Receive[string](p) // the table goes away with its owner
}

// agentRun is the state of an agent.
type agentRun struct {
	crew
	watches []collectorMonitor
	timer   proc.Timer
	property
}

func (m *agentRun) run(p *proc.P, a agent) {
	for _, x := range a.Script {
		m.do(p, x, p.Self())
	}
	for range a.Rounds {
		switch got := a.take(p).(type) {
		case Told:
			m.all(p, a.React[got.Kind], got.From)
		case proc.Down:
			m.all(p, a.OnDown, got.From)
		case proc.Exited:
			m.all(p, a.OnDown, got.From)
		case question:
			p.Send(got.From, answer{got.Ref})
		case proc.Request[act]:
			m.answer(p, got, a.React[got.Body.Kind])
		}
	}
}

// answer answers a call once, after something else, or twice, or passes it on to another agent.
func (m *agentRun) answer(p *proc.P, r proc.Request[act], acts []act) {
	if to := r.Body.Which; to == 2 && len(acts) > 0 && acts[0].To < len(m.pids) {
		p.Send(m.pids[acts[0].To], r)
		return
	} else if to == 1 {
		m.all(p, acts, r.From)
	}
	proc.Answer(p, r, r.Body.Kind)
	if r.Body.Which == 0 && len(acts) > 1 {
		proc.Answer(p, r, r.Body.Kind)
	}
}

func (m *agentRun) all(p *proc.P, acts []act, who proc.PID) {
	for _, x := range acts {
		m.do(p, x, who)
	}
}

func (a agent) take(p *proc.P) any {
	switch a.Takes {
	case 1:
		return p.Receive(proc.Type[Told](), proc.Type[question]())
	case 2:
		if got, ok := p.ReceiveTimeout(); ok {
			return got
		}
		return Told{Kind: 2, From: p.Self()}
	case 3:
		return p.Receive(proc.Type[proc.Down](), proc.Type[question](), proc.Where(func(m Told) bool { return m.Kind > 0 }))
	case 4:
		return proc.Receive[proc.Down](p)
	}
	return p.Receive()
}

func (m *agentRun) do(p *proc.P, x act, who proc.PID) {
	to := who
	if x.To < len(m.pids) {
		to = m.pids[x.To]
	}
	switch x.Do {
	case "monitor":
		m.watches = append(m.watches, collectorMonitor{p.Monitor(to), to})
	case "hire":
		m.hire(p, x.Kind, to)
	case "call":
		call(p, to)
	case "ask":
		proc.Call[int](p, to, x)
	case "ask for a while":
		proc.CallTimeout[int](p, to, x)
	case "flush", "flush, keep", "undo", "info", "info, undo", "look at it":
		m.about(p, x, who)
	case "look at a down":
		proc.ReceiveTimeout[proc.Down](p)
	case "look":
		p.ReceiveTimeout()
	case "look for":
		proc.ReceiveTimeout(p, func(t Told) bool { return t.Kind == x.Kind })
	case "wait for":
		proc.Receive(p, func(t Told) bool { return t.Kind == x.Kind })
	case "wait":
		p.Receive()
	default:
		m.tell(p, x, to)
	}
}

// hire starts a process that is monitored from the beginning.
func (m *agentRun) hire(p *proc.P, kind int, next proc.PID) {
	pid, ref := p.SpawnMonitor("child", func(p *proc.P) {
		switch {
		case kind == 0:
			p.Send(next, Told{Kind: 1, From: p.Self()})
		case kind == 1 && p.Choose(2) == 1:
			p.Exit("crash")
		case kind == 1:
			p.Send(next, Told{Kind: 0, From: p.Self()})
		}
	})
	m.watches = append(m.watches, collectorMonitor{ref, pid})
}

// call sends a request to another agent and waits for its answer, or its end.
func call(p *proc.P, to proc.PID) {
	if to == p.Self() {
		return
	}
	ref := p.Monitor(to)
	p.Send(to, question{p.Self(), ref})
	p.Receive(proc.Where(func(d proc.Down) bool { return d.Ref == ref }), proc.Where(func(a answer) bool { return a.Ref == ref }))
	p.Demonitor(ref, true)
}

// about executes an operation on a monitor.
func (m *agentRun) about(p *proc.P, x act, who proc.PID) {
	if len(m.watches) == 0 {
		return
	}
	i := whichMonitor(m.watches, x.Which, who)
	ref := m.watches[i].ref
	switch x.Do {
	case "flush", "flush, keep":
		p.Demonitor(ref, true)
	case "undo":
		p.Demonitor(ref, false)
	case "info":
		p.DemonitorInfo(ref, true)
	case "info, undo":
		p.DemonitorInfo(ref, false)
	case "look at it":
		proc.ReceiveTimeout(p, func(d proc.Down) bool { return d.Ref == ref })
	}
	if x.Do == "flush" || x.Do == "info" {
		m.watches = slices.Delete(m.watches, i, i+1)
	}
}

// tell executes operations that others may see.
func (m *agentRun) tell(p *proc.P, x act, to proc.PID) {
	message := Told{Kind: x.Kind, From: p.Self()}
	switch x.Do {
	case "tell":
		p.Send(to, message)
	case "link":
		p.Link(to)
	case "trap":
		p.TrapExits(true)
	case "kill":
		p.Kill(to)
	case "signal":
		p.SendExit(to, "please")
	case "timer":
		m.timer = p.SendAfter(to, message)
	case "cancel":
		if m.timer != (proc.Timer{}) {
			p.CancelTimer(m.timer)
		}
	case "insert":
		m.table.Insert(p, 0, x.Kind)
	case "lookup":
		if v, _ := m.table.Lookup(p, 0); v == 1 {
			p.Reach("a")
		}
	case "crash":
		p.Exit("crash")
	case "crash or not":
		if p.Choose(2) == 1 {
			p.Exit("crash")
		}
	case "register":
		p.Register("name", to)
	case "tell by name":
		p.SendName("name", message)
	default:
		m.keep(p, x, to)
	}
}

// AgentOps lists sets of operations that agents of one program use.
var AgentOps = [][]string{
	{"tell", "tell", "tell", "monitor", "monitor", "flush", "flush", "look at a down", "look at it", "crash or not", "crash"},
	{"tell", "tell", "monitor", "flush", "flush, keep", "undo", "info", "info, undo", "look at it", "look", "look for", "wait for", "crash"},
	{"tell", "tell", "hire", "hire", "flush", "flush", "look at a down", "look for", "crash or not", "wait", "insert", "lookup"},
	{"tell", "monitor", "flush", "link", "trap", "kill", "signal", "crash", "look", "look at a down", "flush, keep"},
	{"tell", "call", "call", "timer", "cancel", "crash", "monitor", "flush", "look at a down", "look", "crash or not"},
	{"tell", "ask", "ask", "ask", "ask for a while", "look", "wait", "insert", "crash or not", "monitor", "kill"},
	{"ask", "ask", "ask", "tell"},
	{"tell", "tell", "monitor", "flush", "insert", "lookup", "insert", "lookup", "look at a down", "wait for", "crash"},
	{"tell", "tell by name", "register", "monitor", "flush", "hire", "kill", "look at a down", "look", "crash"},
}

// DrawAgents draws a program of three to six agents with the given operations. Their scripts have
// at least the given number of acts.
func DrawAgents(t *rapid.T, ops []string, least int) agents {
	small := rapid.IntRange(0, 2)
	one := rapid.Custom(func(t *rapid.T) act {
		return act{rapid.SampledFrom(ops).Draw(t, "do"), rapid.IntRange(0, 7).Draw(t, "to"), small.Draw(t, "kind"), small.Draw(t, "which")}
	})
	several := func(name string, least, most int) []act { return rapid.SliceOfN(one, least, most).Draw(t, name) }
	c := make(agents, rapid.IntRange(3, 6).Draw(t, "agents"))
	for i := range c {
		if small.Draw(t, "reacts") > 0 {
			c[i].Script = several("script", least, least+4)
			continue
		}
		c[i] = agent{Script: several("script", 0, 2), OnDown: several("down", 0, 2),
			Rounds: rapid.IntRange(1, 5).Draw(t, "rounds"), Takes: rapid.SampledFrom([]int{0, 0, 1, 2, 3, 4}).Draw(t, "takes")}
		for k := range c[i].React {
			c[i].React[k] = several("react", 0, 3)
		}
	}
	t.Logf("%+v", c)
	return c
}

// AllAgentOps lists all operations of agents.
var AllAgentOps = slices.Concat(slices.Compact(slices.Sorted(slices.Values(slices.Concat(AgentOps...)))), []string{
	"insert it", "insert new", "look up", "delete", "count", "take", "swap", "member or size", "walk", "select", "await",
	"found", "found one with a name", "give", "heir", "drop", "rename", "take transfer", "announce", "expose",
	"unlink", "do not trap", "alive", "whereis", "unregister", "read timer", "choose", "harmless"})
