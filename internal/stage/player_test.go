package stage_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

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

func newPlayer(t *testing.T, body func(*proc.P), afresh bool) *stage.Player {
	t.Helper()
	sys := world.NewSystem(proc.Body(body), nil)
	t.Cleanup(sys.Close)
	return stage.New(world.Simulation{System: sys, Afresh: afresh})
}

func play(t *testing.T, p *stage.Player, prefix trace.Schedule, g stage.Guide, want trace.Outcome) {
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
		p := newPlayer(t, pair, afresh)
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
	p := newPlayer(t, pair, false)
	play(t, p, nil, &newest{steps: 3}, trace.Abandoned)
	p.Limit = 5
	play(t, p, nil, &newest{steps: -1}, trace.Cut)
	if len(p.Events()) != 5 {
		t.Errorf("%d events were executed", len(p.Events()))
	}
	p.Limit = 9
	play(t, p, nil, &newest{steps: -1}, trace.Complete)
	p.Stop = func() bool { return len(p.Events()) == 2 }
	if _, err := p.Play(nil, &newest{steps: -1}); err != stage.ErrStopped {
		t.Errorf("the error is %v", err)
	}
}

// TestDifference: a step that is not possible is no panic, and its place is known.
func TestDifference(t *testing.T) {
	p := newPlayer(t, pair, false)
	var d *stage.Difference
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
	p := newPlayer(t, pair, false)
	play(t, p, nil, &newest{steps: -1}, trace.Complete)
	repeat := func(events []trace.Event) (n int, err error) {
		twin := p.World().Copy(stage.Twin)
		defer twin.Close()
		return n, stage.New(twin).Repeat(events, func(*trace.Event) { n++ })
	}
	if n, err := repeat(p.Events()); err != nil || n != len(p.Events()) {
		t.Errorf("%d events, %v", n, err)
	}
	other := slices.Clone(p.Events())
	other[6].Result++
	var d *stage.Difference
	if n, err := repeat(other); !errors.As(err, &d) || n != 6 || d.Depth != 6 || d.Happened == nil || d.Happened.Result != p.Events()[6].Result {
		t.Errorf("%d events, %v", n, err)
	}
}

// TestPeek: each step is tried from the same state, also in a world that cannot go back.
func TestPeek(t *testing.T) {
	for _, afresh := range []bool{false, true} {
		p := newPlayer(t, pair, afresh)
		play(t, p, nil, &newest{steps: 4}, trace.Abandoned)
		before, tried := schedule(p.Events()), 0
		err := p.Peek(9, func(st trace.Step, e *trace.Event, _ int) {
			if tried++; !slices.Equal(schedule(p.Events()), append(slices.Clone(before), st)) || e.Step() != st {
				t.Errorf("afresh %t: step %v is tried after %v", afresh, st, schedule(p.Events()))
			}
		})
		if err != nil || tried < 2 || !slices.Equal(schedule(p.Events()), before) {
			t.Errorf("afresh %t: %d steps are tried, then the interleaving is %v, want %v; %v", afresh, tried, schedule(p.Events()), before, err)
		}
	}
}
