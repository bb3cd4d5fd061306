package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// The processes of these random programs are small state machines that need never end: they poll, retry, choose and
// send each other messages. Tests compare rules of Eventually on them.

// Endless is a program, with the condition that must hold in it some time: that so many processes show a number.
type Endless struct {
	All    []EndlessProcess
	Number int
	Enough int
	Living bool
	Counts bool // each process counts its turns, in its state and in its messages
	Stays  bool // it must always be possible instead
}

// EndlessProcess is a state machine; its mode is the index of its next act.
type EndlessProcess struct {
	Timer bool // it gets a message some time
	Acts  []EndlessAct
}

// EndlessAct is the operation of a turn, and the next mode, which may depend on the result.
type EndlessAct struct {
	Do         string
	Row, What  int
	Then, Else int
}

// EndlessState is the state of the loop of a process.
type EndlessState struct {
	All   [3]proc.PID
	Mode  int
	Turns int
}

// Mark is the state that the processes expose.
type Mark struct{ N int }

func (ts Endless) Main(p *proc.P) {
	p.Spawn("keeper", func(p *proc.P) {
		rows := proc.NewTable[int, int](p, "t")
		var first EndlessState
		for i, t := range ts.All {
			first.All[i] = p.Spawn(string(rune('a'+i)), func(p *proc.P) { t.run(p, rows, proc.Receive[EndlessState](p), ts.Counts) }, proc.Daemon)
		}
		for i := range ts.All {
			p.Send(first.All[i], first)
		}
		proc.Receive[string](p) // the table goes away with its owner
	}, proc.Daemon)
}

func (t EndlessProcess) run(p *proc.P, rows proc.Table[int, int], first EndlessState, counts bool) {
	if t.Timer {
		p.SendAfter(p.Self(), 1)
	}
	proc.Loop(p, first, func(s *EndlessState) bool {
		a := t.Acts[s.Mode%len(t.Acts)]
		if counts {
			s.Turns++
		}
		ok, more := a.act(p, rows, s)
		if s.Mode = a.Else; ok {
			s.Mode = a.Then
		}
		return more
	})
}

// act executes the act, and returns its observation and whether the process goes on.
func (a EndlessAct) act(p *proc.P, rows proc.Table[int, int], s *EndlessState) (ok, more bool) {
	switch a.Do {
	case "lookup":
		n, found := rows.Lookup(p, a.Row)
		return found && n == a.What, true
	case "insert":
		rows.Insert(p, a.Row, a.What)
	case "swap":
		return rows.CompareAndSwap(p, a.Row, a.What, 1-a.What), true
	case "await":
		rows.Await(p, a.Row, func(n int) bool { return n == a.What })
	case "choose":
		return p.Choose(2) == a.What, true
	case "expose":
		rows.Member(p, a.Row) // a turn must have an event
		proc.Expose(p, Mark{a.What})
	case "send":
		to := s.All[a.Row]
		if to == (proc.PID{}) {
			to = s.All[0]
		}
		p.Send(to, a.What+2*s.Turns)
	case "receive":
		return proc.Receive[int](p)%2 == a.What, true
	case "poll":
		_, found := proc.ReceiveTimeout[int](p)
		return found, true
	case "crash":
		p.Exit("enough")
	case "assume":
		p.Assume(p.Choose(2) == a.What)
	default:
		return true, false
	}
	return true, true
}

// DrawEndless draws such a program, also of more operations.
func DrawEndless(t *rapid.T, more ...string) Endless {
	do := append([]string{"lookup", "lookup", "insert", "insert", "swap", "await", "choose", "expose", "expose", "expose", "expose", "send", "receive", "poll", "end", "crash"}, more...)
	small, two := rapid.IntRange(0, 2), rapid.IntRange(0, 1)
	act := rapid.Custom(func(t *rapid.T) EndlessAct {
		return EndlessAct{rapid.SampledFrom(do).Draw(t, "do"), small.Draw(t, "row"), two.Draw(t, "what"), small.Draw(t, "then"), small.Draw(t, "else")}
	})
	one := rapid.Custom(func(t *rapid.T) EndlessProcess {
		return EndlessProcess{rapid.IntRange(0, 4).Draw(t, "timer") == 0, rapid.SliceOfN(act, 1, 3).Draw(t, "acts")}
	})
	ts := Endless{rapid.SliceOfN(one, 1, 3).Draw(t, "processes"), two.Draw(t, "number"), rapid.IntRange(1, 2).Draw(t, "enough"), rapid.IntRange(0, 3).Draw(t, "living") == 0, false, false}
	t.Logf("%+v", ts)
	return ts
}
