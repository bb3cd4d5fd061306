package randomprograms

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// In the other random programs, an instruction names the other process. Here it depends on
// messages: these carry processes, which are stored, published, spawned for, monitored and given
// names, and the next receive depends on the state.

// machine is the program of a process: in a state, it takes messages of some kinds, and each kind
// leads to another state.
type machine struct {
	Rules   []transition
	Takes   [3]int // by state
	Initial []action
}

type transition struct {
	State, Kind, Next int
	Then              []action
}

// action is an operation on the sender of the message (To is 0), on the stored process (1), on the
// process in the message (2), or on one known from the beginning.
type action struct {
	Do       string
	To, What int
}

// Told is the message of machines.
type Told struct {
	Kind       int
	From, Also proc.PID
}

// machines is a program: the first process starts them and sends the first messages.
type machines struct {
	All   []machine
	Sends [][2]int // to whom, what kind
}

func (ms machines) Main(p *proc.P) {
	table := proc.NewTable[int, proc.PID](p, "published")
	known := []proc.PID{p.Self()}
	for _, m := range ms.All {
		i := instance{machines: ms, known: slices.Clone(known), table: table}
		known = append(known, p.Spawn("machine", func(p *proc.P) { i.run(p, m) }, proc.Daemon))
	}
	for _, s := range ms.Sends {
		p.Send(known[1+s[0]%(len(known)-1)], Told{s[1], known[len(known)-1], p.Self()})
	}
	proc.Receive[string](p) // the table goes away with its owner
}

// instance is the state of a machine.
type instance struct {
	machines
	known  []proc.PID
	table  proc.Table[int, proc.PID]
	depth  int
	stored proc.PID
	timer  proc.Timer
	ref    proc.Ref
}

func (i instance) run(p *proc.P, m machine) {
	i.stored = p.Self()
	for _, a := range m.Initial {
		i.act(p, a, Told{0, p.Self(), p.Self()})
	}
	state := 0
	for range 5 {
		got := i.take(p, m.Takes[state])
		for _, r := range m.Rules {
			if r.State == state && r.Kind == got.Kind {
				state = r.Next
				for _, a := range r.Then {
					i.act(p, a, got)
				}
				break
			}
		}
	}
}

func (i *instance) take(p *proc.P, how int) Told {
	stored := i.stored
	switch how {
	case 0:
		return proc.Receive(p, func(m Told) bool { return m.Kind == 0 })
	case 1:
		return proc.Receive(p, func(m Told) bool { return m.Kind != 1 })
	case 2:
		return proc.Receive(p, func(m Told) bool { return m.From == stored || m.Kind == 2 })
	case 3:
		got, ok := p.ReceiveTimeout()
		if !ok {
			return Told{2, p.Self(), p.Self()}
		}
		return i.understood(p, got)
	}
	return i.understood(p, p.Receive())
}

func (i *instance) understood(p *proc.P, message any) Told {
	switch m := message.(type) {
	case proc.Down:
		return Told{1, m.From, p.Self()}
	case proc.Exited:
		return Told{2, m.From, p.Self()}
	}
	return message.(Told)
}

func (i *instance) act(p *proc.P, a action, m Told) {
	to := i.known[a.To%len(i.known)]
	switch a.To {
	case 0:
		to = m.From
	case 1:
		to = i.stored
	case 2:
		to = m.Also
	}
	message := Told{a.What, p.Self(), m.From}
	switch a.Do {
	case "send":
		p.Send(to, message)
	case "forward":
		p.Send(to, m)
	case "store":
		i.stored = to
	case "spawn":
		if i.depth < 2 {
			child := instance{machines: i.machines, known: append([]proc.PID{to}, i.known...), table: i.table, depth: i.depth + 1}
			p.Send(p.Spawn("machine", func(p *proc.P) { child.run(p, i.All[a.What%len(i.All)]) }, proc.Daemon), message)
		}
	case "timer":
		i.timer = p.SendAfter(to, message)
	case "cancel":
		p.CancelTimer(i.timer)
	case "publish":
		i.table.Insert(p, a.What%2, to)
	case "find":
		if pid, ok := i.table.Lookup(p, a.What%2); ok {
			i.stored = pid
		}
	case "monitor":
		i.ref = p.Monitor(to)
	case "demonitor":
		if i.ref != (proc.Ref{}) {
			p.Demonitor(i.ref, a.What > 0)
		}
	case "crash":
		p.Exit(to)
	case "kill":
		if to != i.known[0] {
			p.Kill(to)
		}
	case "stop":
		p.Exit(nil)
	case "register":
		p.Register("name", to)
	case "send name":
		p.SendName("name", message)
	case "trap":
		p.TrapExits(true)
	case "link":
		p.Link(to)
	}
}

var actions = []string{"send", "send", "forward", "store", "spawn", "timer", "cancel", "publish", "find", "monitor", "demonitor", "kill", "stop",
	"crash", "register", "send name", "trap", "link"}

// DrawMachines draws such a program.
func DrawMachines(t *rapid.T) machines {
	do := append([]string{"send"}, rapid.SliceOfNDistinct(rapid.SampledFrom(actions), 1, 5, rapid.ID).Draw(t, "actions")...)
	small := rapid.IntRange(0, 2)
	act := rapid.Custom(func(t *rapid.T) action {
		return action{rapid.SampledFrom(do).Draw(t, "do"), rapid.IntRange(0, 6).Draw(t, "to"), small.Draw(t, "what")}
	})
	rule := rapid.Custom(func(t *rapid.T) transition {
		return transition{small.Draw(t, "state"), small.Draw(t, "kind"), small.Draw(t, "next"), rapid.SliceOfN(act, 0, 3).Draw(t, "then")}
	})
	one := rapid.Custom(func(t *rapid.T) machine {
		takes := rapid.IntRange(0, 4)
		return machine{
			rapid.SliceOfN(rule, 1, 5).Draw(t, "rules"),
			[3]int{takes.Draw(t, "takes"), takes.Draw(t, "takes"), takes.Draw(t, "takes")},
			rapid.SliceOfN(act, 0, 2).Draw(t, "initial"),
		}
	})
	send := rapid.Custom(func(t *rapid.T) [2]int { return [2]int{small.Draw(t, "to"), small.Draw(t, "what")} })
	return machines{rapid.SliceOfN(one, 2, 4).Draw(t, "machines"), rapid.SliceOfN(send, 1, 4).Draw(t, "sends")}
}
