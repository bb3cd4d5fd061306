package randomprograms

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Correspondents is a program whose processes send each other letters.
type Correspondents [][]writing

// writing is an act of a correspondent, on the process To.
type writing struct {
	Do       string
	To, Kind int
}

// letter is a message; each has another number.
type letter struct {
	From   proc.PID
	Number int
	Kind   int
}

// Observation has the letters that a process has observed.
type Observation struct{ Letters string }

// DrawCorrespondents draws such a program; with others, of more operations than those on letters.
func DrawCorrespondents(t *rapid.T, others bool) Correspondents {
	acts := []string{"write", "write", "write", "take", "take", "take kind", "take kind", "take from", "look", "look kind", "write twice"}
	if others {
		acts = append(acts, "kill", "link", "monitor", "self", "timer", "timed", "within", "signal", "trap", "end", "gift", "flush")
	}
	n := rapid.IntRange(2, 4).Draw(t, "processes")
	one := rapid.Custom(func(t *rapid.T) writing {
		return writing{rapid.SampledFrom(acts).Draw(t, "do"), rapid.IntRange(0, n-1).Draw(t, "to"), rapid.IntRange(0, 1).Draw(t, "kind")}
	})
	var c Correspondents
	for i := range n {
		c = append(c, rapid.SliceOfN(one, 1, 5).Draw(t, fmt.Sprint("process ", i)))
	}
	t.Logf("%+v", c)
	return c
}

func (c Correspondents) Main(p *proc.P) {
	var all []proc.PID
	for i, acts := range c {
		all = append(all, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
			w := &correspondent{all: proc.Receive[[]proc.PID](p)}
			for _, a := range acts {
				w.do(p, a)
			}
		}, proc.Daemon))
	}
	for _, pid := range all {
		p.Send(pid, all)
	}
}

type correspondent struct {
	all    []proc.PID
	seen   string
	number int
	ref    *proc.Ref
}

func (w *correspondent) do(p *proc.P, a writing) {
	to := w.all[a.To]
	switch a.Do {
	case "write":
		w.write(p, to, a.Kind)
	case "write twice":
		w.write(p, to, a.Kind)
		w.write(p, to, 1-a.Kind)
	case "take":
		w.note(p, p.Receive())
	case "take kind":
		w.note(p, proc.Receive(p, func(l letter) bool { return l.Kind == a.Kind }))
	case "take from":
		w.note(p, proc.Receive(p, func(l letter) bool { return l.From == to }))
	case "look":
		m, _ := p.ReceiveTimeout()
		w.note(p, m)
	case "look kind":
		m, _ := proc.ReceiveTimeout(p, func(l letter) bool { return l.Kind == a.Kind })
		w.note(p, m)
	default:
		w.other(p, a, to)
	}
}

func (w *correspondent) write(p *proc.P, to proc.PID, kind int) {
	w.number++
	p.Send(to, letter{p.Self(), w.number, kind})
}

// note exposes the observations so far.
func (w *correspondent) note(p *proc.P, m any) {
	w.seen += fmt.Sprint(m, " ")
	proc.Expose(p, Observation{w.seen})
}

func (w *correspondent) other(p *proc.P, a writing, to proc.PID) {
	switch a.Do {
	case "kill":
		p.Kill(to)
	case "link":
		p.Link(to)
	case "monitor":
		ref := p.Monitor(to)
		w.ref = &ref
	case "flush":
		if w.ref != nil {
			p.Demonitor(*w.ref, true)
		}
	case "self":
		w.write(p, p.Self(), a.Kind)
	case "timer":
		w.number++
		p.SendAfter(to, letter{p.Self(), w.number, a.Kind})
	case "timed":
		w.number++
		p.SendIn(1+a.Kind, to, letter{p.Self(), w.number, a.Kind})
	case "within":
		m, _ := proc.ReceiveWithin(p, 1, func(l letter) bool { return l.Kind == a.Kind })
		w.note(p, fmt.Sprint(m, " by ", p.Now()))
	case "signal":
		p.SendExit(to, "please")
	case "trap":
		p.TrapExits(true)
	case "end":
		p.Exit(nil)
	case "gift":
		t := proc.NewTable[int, int](p, "t")
		if to != p.Self() {
			t.GiveAway(p, to, "gift")
		}
	}
}

// Nodes is the first process of correspondents of which the first one is a node.
func (c Correspondents) Nodes(p *proc.P) {
	main := p.Self()
	p.Spawn("keeper", func(p *proc.P) {
		p.Send(main, proc.NewTable[int, []proc.PID](p, "where"))
		proc.Receive[string](p)
	}, proc.Daemon)
	where := proc.Receive[proc.Table[int, []proc.PID]](p)
	var all []proc.PID
	for i, acts := range c {
		options := []proc.SpawnOption{proc.Daemon}
		if i == 0 {
			options = append(options, proc.Node)
		}
		all = append(all, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
			w := &correspondent{all: where.Await(p, 0, nil)}
			if i == 0 { // a life in which nothing is taken can be told from none
				where.Insert(p, 1, append(where.Await(p, 1, nil), p.Self()))
				w.seen = fmt.Sprint("life ", len(where.Await(p, 1, nil)), ": ")
				w.note(p, "")
			}
			for _, a := range acts {
				w.do(p, a)
			}
		}, options...))
	}
	where.Insert(p, 1, nil)
	where.Insert(p, 0, all)
}

// Parted is the first process of correspondents that are nodes.
func (c Correspondents) Parted(p *proc.P) {
	where := proc.NewTable[int, []proc.PID](p, "where")
	var all []proc.PID
	for i, acts := range c {
		all = append(all, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
			w := &correspondent{all: where.Await(p, 0, nil)}
			for _, a := range acts {
				w.do(p, a)
			}
		}, proc.Daemon, proc.Node))
	}
	where.Insert(p, 0, all)
	proc.Receive[string](p)
}
