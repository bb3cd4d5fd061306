package lenient_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// pair starts two processes that send something to the first one.
func pair(p *proc.P) {
	self := p.Self()
	for i, name := range []string{"a", "b"} {
		p.Spawn(name, func(p *proc.P) { p.Send(self, i) })
	}
	p.Receive()
	p.Choose(2)
}

// TestLenient: a player follows a schedule as far as that is possible, and says what it leaves out.
func TestLenient(t *testing.T) {
	named := func(text string) trace.NamedSchedule {
		s, err := trace.ParseSchedule("v1 " + text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for text, c := range map[string]struct {
		skipped []string
		events  int
		stale   bool
	}{
		"main*2 b*2 main*2":          {nil, 6, false},
		"0*2 2*2 0*2":                {nil, 6, false},
		"main*2 other b main=2 main": {[]string{"there is no process other", "process main has no alternative 2; it is at"}, 4, false},
		"b 9":                        {[]string{"there is no process b", "there is no process #9"}, 0, true},
	} {
		sys := world.NewSystem(proc.Body(pair), nil)
		p := stage.New(world.Simulation{System: sys})
		g := lenient.NewLenient(named(text), nil)
		g.Likenesses = lenient.NewLikenesses(p.World(), nil)
		if outcome, err := p.Play(nil, g); outcome != trace.Abandoned || err != nil {
			t.Errorf("%s: %v, %v", text, outcome, err)
		}
		sys.Close()
		if len(p.Events()) != c.events || len(g.Skipped()) != len(c.skipped) || g.Stale() != c.stale || g.Unplanned() != 0 {
			t.Errorf("%s: %d events, stale %t, %d unplanned, %v", text, len(p.Events()), g.Stale(), g.Unplanned(), g.Skipped())
			continue
		}
		for i, s := range g.Skipped() {
			if !strings.HasPrefix(s.Problem, c.skipped[i]) {
				t.Errorf("%s: it says %q, want %q", text, s.Problem, c.skipped[i])
			}
		}
	}
}
