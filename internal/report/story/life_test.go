package story

import (
	"reflect"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/proc"
)

// violationOf returns the last violation of a model.
func violationOf(t *testing.T, m checker.Model) *document.Violation {
	t.Helper()
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err != nil || len(r.Violations) == 0 {
		t.Fatalf("%d violations, %v", len(r.Violations), err)
	}
	v := document.ItemOf(m).Violation(r.Violations[len(r.Violations)-1])
	return &v
}

// numberOf returns the number of the nth event of the kind of the process.
func numberOf(t *testing.T, v *document.Violation, process, kind string, nth int) int {
	t.Helper()
	for _, e := range v.Trace {
		if e.Process == process && e.Kind == kind {
			if nth--; nth == 0 {
				return e.Number
			}
		}
	}
	t.Fatalf("there is no %s of %s in %v", kind, process, v.Trace)
	return 0
}

// A node that is restarted lives again, and a message to a process that has ended, or is down, is in no mailbox.
func TestLifeOfNodes(t *testing.T) {
	const boots = proc.Durable[int]("boots")
	v := violationOf(t, checker.Model{Name: "m", Faults: checker.Faults{Crashes: 2, Restarts: 1}, Main: func(p *proc.P) {
		down := p.Spawn("down", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon)
		p.Spawn("node", func(p *proc.P) {
			n, _ := boots.Get(p)
			boots.Set(p, n+1)
			p.Send(down, n)
			if n == 1 && !p.IsAlive(down) {
				p.Assert(false, "two lives", "boot %d", n)
			}
		}, proc.Node)
	}})
	l := LifeOf(v)
	started, crashed := numberOf(t, v, "main", KindSpawn, 2), numberOf(t, v, "node", KindExit, 1)
	restarted, failed := numberOf(t, v, "node's faults", kindRestart, 1), numberOf(t, v, "node", KindExit, 2)
	if want := []span{{started, crashed}, {restarted, failed}}; !slices.Equal(l.Spans["node"], want) {
		t.Errorf("the node lives in %v, want %v", l.Spans["node"], want)
	}
	lost := numberOf(t, v, "node", kindSend, 2)
	if end := l.Ended("down"); end == 0 || end > lost || v.Trace[lost-1].To != "down" || !reflect.ValueOf(l.Changes[lost-1]).IsZero() {
		t.Errorf("down has ended at %d; what is sent to it at %d changes %+v", end, lost, l.Changes[lost-1])
	}
	for n := range len(v.Trace) + 1 {
		if box := l.mailbox(v.Trace, "down", n); len(box) > 1 || len(box) == 1 && box[0] == lost {
			t.Errorf("after event %d its mailbox has %v", n, box)
		}
	}
}

// Of a message that was duplicated, a receive takes one.
func TestLifeOfDuplicates(t *testing.T) {
	v := violationOf(t, checker.Model{Name: "m", Faults: checker.Faults{Duplicates: 1}, Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("sender", func(p *proc.P) {
			p.Send(self, "doubled")
			p.Send(self, 1)
		})
		proc.Receive[int](p)
		proc.Receive[string](p)
		_, more := proc.ReceiveTimeout[string](p)
		p.Assert(!more, "once", "it came twice")
	}})
	l, most := LifeOf(v), 0
	for n := range len(v.Trace) + 1 {
		most = max(most, len(l.mailbox(v.Trace, "main", n)))
		if e := n + 1; n < len(v.Trace) && Takes(&v.Trace[n]) && len(l.mailbox(v.Trace, "main", e)) != len(l.mailbox(v.Trace, "main", n))-1 {
			t.Errorf("event %d takes %d of %d messages", e, len(l.mailbox(v.Trace, "main", n))-len(l.mailbox(v.Trace, "main", e)), len(l.mailbox(v.Trace, "main", n)))
		}
	}
	if most < 2 {
		t.Errorf("the mailbox never has more than %d messages", most)
	}
}
