package report_test

import (
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// The golden files name lines of this file.

// everything is a model in which all kinds of steps occur, with hostile names and
// values.
var everything = checker.Model{Name: "everything", Main: func(p *proc.P) {
	me := p.Self()
	t := proc.NewTable[string, string](p, "rows")
	t.Insert(p, "k", "<script>alert('1')</script>")
	echo := p.Spawn("echo", func(p *proc.P) {
		for {
			p.Logf("waits \x1b[2J")
			p.Send(me, proc.Receive[string](p))
		}
	}, proc.Daemon)
	p.Spawn("evil \x1b[31m <b>&amp;", func(p *proc.P) {
		t.Insert(p, "k", "\u202eother\n")
		if p.Choose(2) == 1 {
			p.Send(me, "</script>\x1b[2J")
		}
	})
	p.Send(echo, strings.Repeat("long ", 40))
	p.Send(echo, "second")
	timer := p.SendAfter(me, "tick")
	p.CancelTimer(timer)
	first := proc.Receive[string](p)
	v, _ := t.Lookup(p, "k")
	t.Delete(p, "k")
	p.Assert(first != "</script>\x1b[2J" || v == "", "nothing evil", "the first is %q, the row %q", first, v)
}}
