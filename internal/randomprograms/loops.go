package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// The processes of these random programs are loops over small state machines. Each program is executed
// with proc.Loop, and with a for loop and a variable; both must show the same.

// Loops is a program: the first process starts the others, sends them the first messages, and waits.
type Loops struct {
	All   []looper
	Sends [][2]int // to whom, what kind
}

// looper is a state machine.
type looper struct {
	Takes [2]int // how it receives, by mode
	Rules []loopRule
	Fuel  int // how many turns may do something
	After []loopAct
}

// loopRule is the reaction of a turn to a message of a kind in a mode.
type loopRule struct {
	Mode, Kind, Next int
	Then             []loopAct
}

// loopAct is an operation on the sender of the message (To is 0), on the stored process (1), or on one
// known from the beginning. It may depend on a choice that the state does not keep.
type loopAct struct {
	Do       string
	To, What int
	Maybe    bool
}

// loopState is the state of a loop.
type loopState struct {
	Known []proc.PID
	Table proc.Table[int, int]
	Depth int

	Mode, Fuel, Last int
	Who              proc.PID
	Ref              proc.Ref
	Timer            proc.Timer
	Own              proc.Table[int, int]
}

// note is the message of loops.
type note struct {
	Kind int
	From proc.PID
	Ref  proc.Ref
}

// turns executes the turns of a process.
type turns func(p *proc.P, s loopState, turn func(*loopState) bool)

func DeclaredLoop(p *proc.P, s loopState, turn func(*loopState) bool) { proc.Loop(p, s, turn) }

func PlainLoop(_ *proc.P, s loopState, turn func(*loopState) bool) {
	for turn(&s) {
	}
}

func (ls Loops) Main(loop turns) func(*proc.P) {
	return func(p *proc.P) {
		first := loopState{Table: proc.NewTable[int, int](p, "t")}
		for _, l := range ls.All {
			first.Known = append(first.Known, p.Spawn("p", func(p *proc.P) { l.run(p, loop, proc.Receive[loopState](p)) }, proc.Daemon))
		}
		for _, pid := range first.Known {
			p.Send(pid, first)
		}
		for _, s := range ls.Sends {
			p.Send(first.Known[s[0]%len(first.Known)], note{Kind: s[1], From: p.Self()})
		}
		proc.Receive[string](p) // the table goes away with its owner
	}
}

func (l looper) run(p *proc.P, loop turns, first loopState) {
	first.Fuel, first.Who = l.Fuel, first.Known[0]
	loop(p, first, func(s *loopState) bool { return l.turn(p, loop, s) })
	loop(p, first, func(s *loopState) bool { // another loop that begins with the same state
		for _, a := range l.After {
			l.act(p, loop, a, s, note{From: p.Self()})
		}
		return false
	})
}

// turn uses up fuel if it does something, so turns are finite, and so that the order of messages that
// change nothing else makes no difference.
func (l looper) turn(p *proc.P, loop turns, s *loopState) bool {
	got, found := l.take(p, s)
	for _, r := range l.Rules {
		if r.Mode != s.Mode || r.Kind != got.Kind {
			continue
		}
		s.Mode = r.Next
		found = found && len(r.Then) == 0
		for _, a := range r.Then {
			l.act(p, loop, a, s, got)
		}
		break
	}
	if !found {
		s.Fuel--
	}
	return s.Fuel > 0
}

func (l looper) take(p *proc.P, s *loopState) (got note, found bool) {
	var m any
	switch l.Takes[s.Mode%2] {
	case 0:
		m = p.Receive(proc.Where(func(n note) bool { return n.Kind == 0 }), proc.Type[proc.Request[int]]())
	case 1:
		last := s.Last
		m = p.Receive(proc.Where(func(n note) bool { return n.Kind != last }))
	case 2:
		m = p.Receive(proc.Given(*s, func(s loopState, n note) bool { return n.From != s.Who || n.Ref == s.Ref }), proc.Type[proc.Down]())
	case 3:
		if m, found = p.ReceiveTimeout(); !found {
			return note{2, p.Self(), proc.Ref{}}, false
		}
	default:
		m = p.Receive()
	}
	switch m := m.(type) {
	case note:
		return m, true
	case proc.Request[int]:
		proc.Answer(p, m, s.Last)
		return note{m.Body, m.From, m.Ref}, false
	case proc.Down:
		return note{1, m.From, m.Ref}, true
	case proc.Exited:
		return note{2, m.From, proc.Ref{}}, true
	}
	return note{Kind: 2, From: p.Self()}, true // a reply after its timeout, or a table
}

func (l looper) act(p *proc.P, loop turns, a loopAct, s *loopState, m note) {
	if a.Maybe && p.Choose(2) == 1 {
		return
	}
	to := s.Known[a.To%len(s.Known)]
	switch a.To {
	case 0:
		to = m.From
	case 1:
		to = s.Who
	}
	switch a.Do {
	case "send":
		p.Send(to, note{a.What, p.Self(), s.Ref})
	case "forward":
		p.Send(to, m)
	case "store":
		s.Who = to
	case "choose":
		s.Last = p.Choose(2)
	case "reach":
		p.Reach([]string{"a", "b"}[a.What%2])
	case "assert":
		p.Assert(s.Last != a.What, "asserted", "it is %d", s.Last)
	case "ref":
		switch r := p.MakeRef(); a.What {
		case 1:
			s.Ref = r
		case 2:
			p.Send(to, note{1, p.Self(), r})
		}
	case "call":
		if to != p.Self() {
			s.Last, _ = proc.CallTimeout[int](p, to, a.What)
		}
	case "timer":
		if t := p.SendAfter(to, note{a.What, p.Self(), s.Ref}); a.What == 1 {
			s.Timer = t
		}
	case "cancel":
		p.CancelTimer(s.Timer)
	case "reset":
		if s.Timer != (proc.Timer{}) {
			p.ResetTimer(s.Timer)
		}
	case "spawn":
		l.spawn(p, loop, a, s, to)
	case "exit":
		p.Exit("enough")
	default:
		l.tie(p, a, s, to)
	}
}

// spawn starts a process that sends a message, or another loop.
func (l looper) spawn(p *proc.P, loop turns, a loopAct, s *loopState, to proc.PID) {
	ref, name := s.Ref, []string{"child", "kid"}[a.What%2]
	if a.What < 2 || s.Depth > 0 {
		child := p.Spawn(name, func(p *proc.P) { p.Send(to, note{a.What, p.Self(), ref}) })
		if a.What == 1 {
			s.Who = child
		}
		return
	}
	first := *s
	first.Depth, first.Mode = 1, 0
	s.Who = p.Spawn(name, func(p *proc.P) { l.run(p, loop, first) }, proc.Daemon)
}

// tie executes operations on tables, boards, names, and the ends of processes.
func (l looper) tie(p *proc.P, a loopAct, s *loopState, to proc.PID) {
	switch a.Do {
	case "create":
		if t := proc.NewTable[int, int](p, []string{"x", "y"}[a.What%2]); a.What > 0 {
			s.Own = t
		}
	case "own":
		if s.Own != (proc.Table[int, int]{}) {
			s.Own.Insert(p, 0, a.What+s.Own.Size(p))
			s.Last, _ = s.Own.Lookup(p, 0)
		}
	case "insert":
		s.Table.Insert(p, 0, a.What)
	case "lookup":
		s.Last, _ = s.Table.Lookup(p, 0)
	case "swap":
		s.Table.CompareAndSwap(p, 0, s.Last, a.What)
	case "expose":
		proc.Expose(p, State{a.What})
	case "announce":
		proc.Announce(p, s.Last)
	case "monitor":
		s.Ref = p.Monitor(to)
	case "demonitor":
		if s.Ref != (proc.Ref{}) {
			p.Demonitor(s.Ref, a.What > 0)
		}
	case "link":
		p.Link(to)
	case "unlink":
		p.Unlink(to)
	case "trap":
		p.TrapExits(a.What > 0)
	case "kill":
		if to != s.Known[0] {
			p.Kill(to)
		}
	case "register":
		p.Register("name", to)
	case "send name":
		p.SendName("name", note{a.What, p.Self(), s.Ref})
	}
}

// loopOps lists sets of operations that the loops of one program use.
var loopOps = [][]string{
	{"ref", "ref", "call", "call", "store", "choose", "reach", "assert"},
	{"timer", "timer", "timer", "cancel", "reset", "reset"},
	{"spawn", "spawn", "spawn", "monitor", "kill"},
	{"create", "create", "own"},
	{"expose", "expose", "expose", "expose", "announce"},
	{"ref", "timer", "spawn", "create", "own", "expose", "insert", "lookup", "swap"},
	{"monitor", "demonitor", "link", "unlink", "trap", "kill", "exit", "register", "send name"},
}

func DrawLoops(t *rapid.T) Loops {
	do := append([]string{"send"}, rapid.SampledFrom(loopOps).Draw(t, "operations")...)
	small, kind := rapid.IntRange(0, 2), rapid.IntRange(0, 1)
	act := rapid.Custom(func(t *rapid.T) loopAct {
		return loopAct{rapid.SampledFrom(do).Draw(t, "do"), rapid.IntRange(0, 4).Draw(t, "to"), small.Draw(t, "what"), rapid.Bool().Draw(t, "maybe")}
	})
	rule := rapid.Custom(func(t *rapid.T) loopRule {
		return loopRule{kind.Draw(t, "mode"), kind.Draw(t, "kind"), kind.Draw(t, "next"), rapid.SliceOfN(act, 0, 3).Draw(t, "then")}
	})
	one := rapid.Custom(func(t *rapid.T) looper {
		takes := rapid.SampledFrom([]int{4, 4, 4, 4, 0, 1, 2, 3})
		return looper{[2]int{takes.Draw(t, "takes"), takes.Draw(t, "takes")}, rapid.SliceOfN(rule, 2, 4).Draw(t, "rules"),
			rapid.IntRange(2, 4).Draw(t, "fuel"), rapid.SliceOfN(act, 0, 2).Draw(t, "after")}
	})
	send := rapid.Custom(func(t *rapid.T) [2]int { return [2]int{kind.Draw(t, "to"), kind.Draw(t, "kind")} })
	ls := Loops{rapid.SliceOfN(one, 2, 3).Draw(t, "loops"), rapid.SliceOfN(send, 3, 5).Draw(t, "sends")}
	t.Logf("%+v", ls)
	return ls
}
