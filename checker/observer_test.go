package checker_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// witness records sends as text.
type witness struct {
	world checker.World
	seen  []string
}

func (w *witness) Inspect(world checker.World) { w.world = world }

func (w *witness) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	for i := range events {
		switch e := &events[i]; e.Kind {
		case kind.Send:
			w.seen = append(w.seen, w.world.Actor(e.Actor).Name+" sends "+proc.Format(w.world.Value(e.Value)))
		case kind.Exit:
			w.seen = append(w.seen, w.world.Actor(e.Actor).Name+" ends "+w.world.ExitReason(e).Property)
		}
	}
}

func TestInspector(t *testing.T) {
	w := &witness{}
	m := checker.Model{Name: "greeting", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("child", func(p *proc.P) { p.Send(self, []string{"hello"}) })
		p.Receive()
		p.Assert(false, "silence", "something was said")
	}}
	if _, err := checker.Check(t.Context(), m, checker.Options{Observer: w}); err != nil {
		t.Fatal(err)
	}
	want := []string{`child sends ["hello"]`, "child ends ", "main ends silence"}
	if diff := cmp.Diff(want, w.seen); diff != "" {
		t.Errorf("what it has seen (-want +got)\n%s", diff)
	}
	if v := w.world.Value(trace.NoValue); v != nil {
		t.Errorf("no value is %v", v)
	}
}
