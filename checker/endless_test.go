package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models without end are cut, say so, and take memory in proportion to what they
// may do at most.
func TestEndless(t *testing.T) {
	for name, main := range map[string]func(*proc.P){
		"choices":           func(p *proc.P) { forever(func() { p.Choose(2) }) },
		"processes":         func(p *proc.P) { forever(func() { p.Spawn("child", func(*proc.P) {}) }) },
		"processes in turn": chain,
		"processes that wait": func(p *proc.P) {
			forever(func() { p.Spawn("child", func(p *proc.P) { p.Receive() }) })
		},
		"a mailbox": func(p *proc.P) {
			deaf := p.Spawn("deaf", func(p *proc.P) { proc.Receive[string](p) })
			for n := 0; ; n++ {
				p.Send(deaf, n)
			}
		},
		"a table": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			for n := 0; ; n++ {
				table.Insert(p, n, n)
			}
		},
		"messages": func(p *proc.P) {
			me := p.Self()
			echo := p.Spawn("echo", func(p *proc.P) { forever(func() { p.Receive(); p.Send(me, 1) }) })
			forever(func() { p.Send(echo, 1); p.Receive() })
		},
		"races": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			count := func(p *proc.P) {
				for n := 0; ; n++ {
					table.InsertNew(p, n, n)
					p.Send(p.Self(), n)
					p.Receive()
				}
			}
			p.Spawn("a", count)
			p.Spawn("b", count)
			p.Receive()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := checker.Check(t.Context(), checker.Model{Name: name, Main: main},
				checker.Options{MaxEvents: 1000, MaxInterleavings: 2})
			if err != nil {
				t.Fatal(err)
			}
			if r.DepthCut == 0 || r.Verdict == checker.Verified || r.Complete() {
				t.Errorf("%d of %d interleavings were cut; the verdict is %s", r.DepthCut, r.Interleavings, r.Verdict)
			}
			nothingLeft(t)
		})
	}
}

func forever(f func()) {
	for {
		f()
	}
}

func chain(p *proc.P) { p.Spawn("next", chain) }

// A process that polls does not keep the others from moving.
func TestPolling(t *testing.T) {
	r, err := checker.Check(t.Context(), checker.Model{Name: "polling", Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(me, "at last") })
		for {
			if _, ok := p.ReceiveTimeout(); ok {
				p.Assert(false, "patience", "it came")
			}
		}
	}}, checker.Options{})
	if err != nil || r.Verdict != checker.Violated || r.Interleavings != 1 {
		t.Errorf("the verdict is %s after %d interleavings, error %v", r.Verdict, r.Interleavings, err)
	}
}
