package randomprograms

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// The programs here have the shape of a program that once hid a class (TestHiddenByChoice). A taker
// sends messages to itself, then receives some, and some of these divert it: to a choice, or to
// another operation with several results, so that it does not reach its later receives. The others
// send to it and to each other, and one or two operations before or after a send conflict.

// diversion is a program.
type diversion struct {
	Own      []int        // the values that the taker first sends to itself
	Receives int          // the number of messages that it takes
	Only     []int        // the value that each receive takes; -1 takes any
	Divert   string       // the operation to which a message of value 0 leads
	Others   [][]conflict // the other processes
	Conflict string       // the conflicting operation
}

// conflict is an operation of another process: a send, a receive, or the conflicting operation.
type conflict struct {
	Do       string
	To, What int
}

func (d diversion) Main(p *proc.P) {
	w := peers{table: proc.NewTable[int, int](p, "t")}
	w.timer = p.SendAfter(p.Self(), "late")
	w.pids = append(w.pids, p.Spawn("taker", func(p *proc.P) { d.take(p, proc.Receive[peers](p)) }, proc.Daemon))
	for i, code := range d.Others {
		w.pids = append(w.pids, p.Spawn(fmt.Sprint("p", i+1), func(p *proc.P) { d.other(p, code, proc.Receive[peers](p)) }, proc.Daemon))
	}
	if d.Conflict == "name" {
		p.Register("held", w.pids[0])
	}
	for _, pid := range w.pids {
		p.Send(pid, w)
	}
}

// take is the taker.
func (d diversion) take(p *proc.P, w peers) {
	for _, m := range d.Own {
		p.Send(p.Self(), m)
	}
	for i := range d.Receives {
		only := d.Only[i%len(d.Only)]
		m := proc.Receive(p, func(m int) bool { return only < 0 || m == only })
		if m != 0 {
			continue
		}
		switch d.Divert {
		case "choose":
			p.Choose(2)
		case "leave":
			if p.Choose(2) == 1 {
				return
			}
		case "poll":
			if v, ok := proc.ReceiveTimeout[int](p); ok && v == 1 {
				return
			}
		case "look":
			if v, _ := w.table.Lookup(p, 0); v == 1 {
				return
			}
		case "name":
			if _, ok := p.Whereis("name"); ok {
				return
			}
		}
	}
}

// other is another process.
func (d diversion) other(p *proc.P, code []conflict, w peers) {
	for _, c := range code {
		to := w.pids[c.To%len(w.pids)]
		switch c.Do {
		case "send":
			p.Send(to, c.What)
		case "receive":
			proc.Receive[int](p)
		default:
			d.conflicts(p, c, w, to)
		}
	}
}

// conflicts executes the conflicting operation.
func (d diversion) conflicts(p *proc.P, c conflict, w peers, to proc.PID) {
	switch d.Conflict {
	case "register":
		p.Register("name", to)
	case "name":
		if c.What == 0 {
			p.Unregister("held")
		} else {
			p.SendName("held", c.What)
		}
	case "timer":
		if c.What == 0 {
			p.CancelTimer(w.timer)
		} else {
			p.ReadTimer(w.timer)
		}
	case "row":
		w.table.Insert(p, 0, c.To)
	case "await":
		if c.What == 0 {
			w.table.Await(p, 0, func(v int) bool { return v == 1 })
		} else {
			w.table.Insert(p, 0, c.What)
		}
	}
}

// checkDiverted compares the searches of such a program with brute force, or with each other.
// DrawDiverted draws such a program.
func DrawDiverted(t *rapid.T) diversion {
	d := diversion{
		Own:      rapid.SampledFrom([][]int{{0, 1}, {0, 1}, {0}, {1, 0}, {0, 0}}).Draw(t, "own"),
		Receives: rapid.SampledFrom([]int{2, 2, 2, 3}).Draw(t, "receives"),
		Only:     rapid.SampledFrom([][]int{{-1}, {-1}, {-1}, {-1, 0}, {0, -1}, {1, -1}}).Draw(t, "only"),
		Divert:   rapid.SampledFrom([]string{"choose", "choose", "choose", "leave", "leave", "poll", "look", "name"}).Draw(t, "divert"),
		Conflict: rapid.SampledFrom([]string{"register", "name", "timer", "row", "await"}).Draw(t, "conflict"),
	}
	draw := func(do string) conflict {
		return conflict{do, rapid.IntRange(0, 2).Draw(t, "to"), rapid.IntRange(0, 2).Draw(t, "what")}
	}
	first := rapid.IntRange(0, 1).Draw(t, "first") // the first receiver: the taker or the process after it
	for i, shape := range [][]string{{"receive", "conflict"}, {"send", "send"}, {"conflict"}} {
		var code []conflict
		for k, do := range shape {
			c := draw(do)
			if i == 1 {
				c.To = (first + k) % 2
			}
			code = append(code, c)
		}
		if rapid.IntRange(0, 2).Draw(t, "more") == 0 { // before or after
			at := rapid.IntRange(0, len(code)).Draw(t, "at")
			code = slices.Insert(code, at, draw(rapid.SampledFrom([]string{"send", "conflict"}).Draw(t, "do")))
		}
		d.Others = append(d.Others, code)
	}
	t.Logf("%+v", d)
	return d
}
