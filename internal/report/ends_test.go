package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// The golden file names lines of this file.

// killed is a model in which one process ends another too soon. A timer may expire at any
// moment.
var killed = checker.Model{Name: "killed", Main: beKilled}

func beKilled(p *proc.P) {
	work := proc.NewTable[string, int](p, "work")
	work.Insert(p, "begun", 0)
	work.Insert(p, "done", 0)
	node := p.Spawn("node", func(p *proc.P) {
		work.Insert(p, "begun", 1)
		work.Insert(p, "done", 1)
	})
	p.Spawn("killer", func(p *proc.P) { p.Kill(node) })
	p.Monitor(node)
	p.SendAfter(p.Self(), "tick")
	proc.Receive[string](p)
	proc.Receive[proc.Down](p)
	begun, _ := work.Lookup(p, "begun")
	done, _ := work.Lookup(p, "done")
	p.Assert(begun == done, "all or nothing", "begun is %d, done is %d", begun, done)
}

// signalled gets signals, one of which is discarded with some delivery.
var signalled = checker.Model{Name: "signalled", Main: beSignalled}

func beSignalled(p *proc.P) {
	p.TrapExits(true)
	node := p.Spawn("node", func(p *proc.P) { p.Receive() })
	p.Link(node)
	ref := p.Monitor(node)
	p.Kill(node)
	p.ReceiveTimeout()
	p.Demonitor(ref, true)
	proc.Receive[int](p)
}

// TestEnds: the end of a process has a line of its own, with the cause, unless the process ends by
// itself. A timer or signal is on the same line as its receiver.
func TestEnds(t *testing.T) {
	models := []checker.Model{killed, signalled}
	var b bytes.Buffer
	for _, c := range []struct {
		name  string
		o     checker.Options
		width int
	}{
		{"killed", checker.Options{Explain: true}, 0}, {"killed", checker.Options{}, 100}, {"killed", checker.Options{Delivery: proc.Channel}, 0},
		{"signalled", checker.Options{}, 0}, {"signalled", checker.Options{Delivery: proc.Channel}, 0},
		{"signalled", checker.Options{Replay: schedule(t, "v1 main*7 node*3")}, 0},
	} {
		it := searched(t, models, c.name, c.o)
		for i := range it.Result.Causes {
			for _, s := range []*checker.Side{&it.Result.Causes[i].First, &it.Result.Causes[i].Second} {
				s.Source = s.Source[strings.LastIndex(s.Source, "/")+1:]
			}
		}
		if err := console.Model((prose.Text{Width: c.width}), &b, it); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "ends.txt", b.String())
}

type question struct{ Text string }

// TestAdviceFits: the advice fits the model and the options: it has no empty names, and no option
// that is set already.
func TestAdviceFits(t *testing.T) {
	waits := checker.Model{Name: "waits", Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("client", func(p *proc.P) { proc.Call[int](p, me, question{"?"}) }, proc.Daemon)
		p.Spawn("other", func(p *proc.P) { p.Send(me, "x") })
		proc.ReceiveTimeout[string](p)
		p.CancelTimer(p.SendAfter(me, 1))
	}}
	for _, c := range []struct {
		o             checker.Options
		want, without []string
	}{
		{checker.Options{}, []string{"receive without a timeout", "main's timer: expire: send 1 to main\n", "A timer may expire at any moment"}, []string{"Search with"}},
		{checker.Options{AnyDeliveriesRace: true}, []string{"Search with -receive-patterns", `client: send question{Text: "?"} to main`}, nil},
	} {
		c.o.Explain = true
		var b bytes.Buffer
		if err := console.Model((prose.Text{}), &b, searched(t, []checker.Model{waits}, "waits", c.o)); err != nil {
			t.Fatal(err)
		}
		for _, w := range c.want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("there is no %q in\n%s", w, b.String())
			}
		}
		for _, w := range append(c.without, " \n", "    main's", "  :") {
			if strings.Contains(b.String(), w) {
				t.Errorf("there is %q in\n%s", w, b.String())
			}
		}
	}
}

// TestMustEnd: a process that must end takes no messages. The trace says how processes were
// spawned.
func TestMustEnd(t *testing.T) {
	models := []checker.Model{{Name: "doomed", Main: func(p *proc.P) {
		victim := p.Spawn("victim", func(p *proc.P) { proc.Receive[int](p) }, proc.Linked)
		watched, _ := p.SpawnMonitor("watched", func(p *proc.P) { proc.Receive[string](p) }, proc.Linked)
		p.Unlink(watched)
		p.Unlink(victim)
		p.Kill(victim)
		p.Send(victim, 1)
		p.Assert(false, "never", "so it ends")
	}}}
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, searched(t, models, "doomed", checker.Options{})); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"spawn victim (linked), watched (linked, monitored)", "1 (not taken: victim must end)"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, b.String())
		}
	}
}
