package player

import (
	"errors"
	"slices"
	"strings"
	"testing"

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

// newest is a guide that lets the actor move that was started last.
type newest struct {
	steps int // after which it chooses nothing; negative is never
	seen  []int
}

func (g *newest) Choose(v trace.View) (trace.Step, bool) {
	return trace.Step{Actor: v.Enabled[len(v.Enabled)-1].Actor}, len(g.seen) != g.steps
}

func (g *newest) Observe(depth int, _ *trace.Event) error {
	g.seen = append(g.seen, depth)
	return nil
}

func newPlayer(t *testing.T, body func(*proc.P)) *Player {
	t.Helper()
	sys := world.NewSystem(proc.Body(body), nil)
	t.Cleanup(sys.Close)
	return New(sys)
}

func play(t *testing.T, p *Player, prefix trace.Schedule, g Guide, want trace.Outcome) {
	t.Helper()
	if outcome, err := p.Play(prefix, g); err != nil || outcome != want {
		t.Fatalf("Play returns %v, %v, want %v", outcome, err, want)
	}
}

func schedule(events []trace.Event) (s trace.Schedule) {
	for i := range events {
		s = append(s, events[i].Step())
	}
	return s
}

// TestPlay: the guide observes what was not executed before, and nothing else.
func TestPlay(t *testing.T) {
	for _, afresh := range []bool{false, true} {
		p := newPlayer(t, pair)
		p.Afresh = afresh
		var back []int
		p.Back = func(depth int) { back = append(back, depth) }
		first := &newest{steps: -1}
		play(t, p, nil, first, trace.Complete)
		all := schedule(p.Events())
		if len(all) != 9 || len(first.seen) != len(all) {
			t.Fatalf("the interleaving is %v, of which %v were observed", all, first.seen)
		}
		again := &newest{steps: -1}
		play(t, p, all[:4], again, trace.Complete)
		want := []int{4, 5, 6, 7, 8}
		if afresh {
			want = []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
		}
		if !slices.Equal(again.seen, want) || !slices.Equal(back, []int{0, want[0]}) {
			t.Errorf("afresh %t: %v is observed, want %v; the player steps back to %v", afresh, again.seen, want, back)
		}
		if !slices.Equal(schedule(p.Events()), all) {
			t.Errorf("the interleaving is %v, want %v", schedule(p.Events()), all)
		}
	}
}

// TestPlayEnds: an interleaving ends early at the limit, where the guide chooses nothing, and where the
// player is stopped.
func TestPlayEnds(t *testing.T) {
	p := newPlayer(t, pair)
	play(t, p, nil, &newest{steps: 3}, trace.Abandoned)
	p.Limit = 5
	play(t, p, nil, &newest{steps: -1}, trace.Cut)
	if p.System().Depth() != 5 {
		t.Errorf("%d events were executed", p.System().Depth())
	}
	p.Limit = 9
	play(t, p, nil, &newest{steps: -1}, trace.Complete)
	p.Stop = func() bool { return len(p.Events()) == 2 }
	if _, err := p.Play(nil, &newest{steps: -1}); err != ErrStopped {
		t.Errorf("the error is %v", err)
	}
}

// TestDifference: a step that is not possible is no panic, and its place is known.
func TestDifference(t *testing.T) {
	p := newPlayer(t, pair)
	var d *Difference
	for _, st := range []trace.Step{{Actor: 1}, {Actor: 7}, {Actor: -1}, {Alternative: 2}} {
		_, err := p.Play(trace.Schedule{{}, st}, &newest{steps: -1})
		if st.Actor == 1 { // has been started by then
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if !errors.As(err, &d) || d.Depth != 1 || d.Planned != st || d.Chosen || d.Happened != nil {
			t.Errorf("%v: the error is %v, %+v", st, err, d)
		}
	}
	_, err := p.Play(nil, impossible{})
	if !errors.As(err, &d) || d.Depth != 0 || !d.Chosen || !strings.Contains(err.Error(), "step 1, alternative 0 of actor 9, is not possible") {
		t.Errorf("the error is %v", err)
	}
}

// impossible is a guide that chooses an actor that does not exist.
type impossible struct{}

func (impossible) Choose(trace.View) (trace.Step, bool)    { return trace.Step{Actor: 9}, true }
func (impossible) Observe(depth int, _ *trace.Event) error { return nil }

// TestRepeat: an error says which event is not as expected.
func TestRepeat(t *testing.T) {
	p := newPlayer(t, pair)
	play(t, p, nil, &newest{steps: -1}, trace.Complete)
	repeat := func(events []trace.Event) (n int, err error) {
		twin := p.System().Twin()
		defer twin.Close()
		return n, New(twin).Repeat(events, func(*trace.Event) { n++ })
	}
	if n, err := repeat(p.Events()); err != nil || n != len(p.Events()) {
		t.Errorf("%d events, %v", n, err)
	}
	other := slices.Clone(p.Events())
	other[6].Result++
	var d *Difference
	if n, err := repeat(other); !errors.As(err, &d) || n != 6 || d.Depth != 6 || d.Happened == nil || d.Happened.Result != p.Events()[6].Result {
		t.Errorf("%d events, %v", n, err)
	}
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
		p := newPlayer(t, pair)
		g := NewLenient(named(text), nil)
		play(t, p, nil, g, trace.Abandoned)
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
