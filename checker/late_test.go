package checker

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestLateDelivery compares the search of states with late delivery with the enumeration, on random programs
// whose processes remember all that they observe. In the end they must have observed the same.
func TestLateDelivery(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(*rapid.T) func(*proc.P){
		"correspondents":      func(t *rapid.T) func(*proc.P) { return drawCorrespondents(t, false).main },
		"with others' events": func(t *rapid.T) func(*proc.P) { return drawCorrespondents(t, true).main },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { compareLate(t, draw(t), Faults{}) })
		})
	}
}

// compareLate compares what can be observed together in the end, or at each moment. It rejects a program of more than
// 3000 interleavings.
func compareLate(t *rapid.T, main func(*proc.P), faults Faults) {
	rule := Finally[observed]
	if rapid.Bool().Draw(t, "at each moment") {
		rule = Always[observed]
	}
	o := Options{Until: UntilEnd, Delivery: rapid.SampledFrom([]proc.Delivery{proc.Channel, proc.Bag, byLink}).Draw(t, "delivery"),
		MaxInterleavings: 3_000, Workers: 1, TrustModel: true}
	found := func() (map[string]bool, *Result) {
		all := map[string]bool{}
		m := Model{Name: "late", Main: main, Faults: faults, Rules: []Rule{rule(Property{Name: "observed"}, func(states []Exposed[observed]) error {
			text := ""
			for _, s := range states {
				text += fmt.Sprint(s.Process, s.State, "; ")
			}
			all[text] = true
			return nil
		})}}
		r, err := Check(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return all, r
	}
	want, r := found()
	if r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.Algorithm, o.LateDelivery, o.MaxInterleavings = States, true, 0
	o.ReceivePatterns = rapid.Bool().Draw(t, "receive patterns")
	got, late := found()
	compared.Add(1)
	if late.Interleavings > r.Interleavings {
		t.Logf("%d interleavings, %d with receive patterns", late.Interleavings, r.Interleavings)
	}
	for k := range maps.Keys(want) {
		if !got[k] {
			t.Errorf("missed: %v", k)
		}
	}
	for k := range maps.Keys(got) {
		if !want[k] {
			t.Errorf("impossible: %v", k)
		}
	}
}

// correspondents is a program whose processes send each other letters.
type correspondents [][]writing

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

// observed is what a process has observed.
type observed struct{ Letters string }

func drawCorrespondents(t *rapid.T, others bool) correspondents {
	acts := []string{"write", "write", "write", "take", "take", "take kind", "take kind", "take from", "look", "look kind", "write twice"}
	if others {
		acts = append(acts, "kill", "link", "monitor", "self", "timer", "timed", "within", "signal", "trap", "end", "gift", "flush")
	}
	n := rapid.IntRange(2, 4).Draw(t, "processes")
	one := rapid.Custom(func(t *rapid.T) writing {
		return writing{rapid.SampledFrom(acts).Draw(t, "do"), rapid.IntRange(0, n-1).Draw(t, "to"), rapid.IntRange(0, 1).Draw(t, "kind")}
	})
	var c correspondents
	for i := range n {
		c = append(c, rapid.SliceOfN(one, 1, 5).Draw(t, fmt.Sprint("process ", i)))
	}
	t.Logf("%+v", c)
	return c
}

func (c correspondents) main(p *proc.P) {
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

// note exposes what was observed so far.
func (w *correspondent) note(p *proc.P, m any) {
	w.seen += fmt.Sprint(m, " ")
	proc.Expose(p, observed{w.seen})
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
