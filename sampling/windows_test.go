package sampling

import (
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// calls is the state of a world of programs, each actor one.
type calls struct {
	trace.State
	last trace.Behavior
}

func (calls) Name(a trace.ActorID) string          { return string(rune('a' + a)) }
func (c calls) Behavior() trace.Behavior           { return c.last }
func (calls) Declared(trace.ActorID) trace.ValueID { return trace.NoValue }

// TestWindowsOfCalls: the events of programs are told by what these have called.
func TestWindowsOfCalls(t *testing.T) {
	windowOf := func(hashes ...uint64) uint64 {
		d := &draw{}
		for i, h := range hashes {
			e := trace.NewEvent(trace.ActorID(i%3), 0, trace.Op{})
			d.state = calls{last: trace.Behavior{Hash: h, Node: 1, Moments: 2}}
			d.windows.ran(d, &e)
		}
		window, is := d.windows.last()
		if is != (len(hashes) >= windowLength) || len(d.windows.history) != len(hashes) {
			t.Errorf("after %d events there are %d windows and %d histories", len(hashes), len(d.windows.all), len(d.windows.history))
		}
		return window
	}
	if a, b := windowOf(7, 8, 1, 2, 3, 4, 5), windowOf(1, 2, 3, 4, 5); a != b {
		t.Error("a window depends on more than five events")
	}
	if windowOf(1, 2, 3, 4, 5) == windowOf(1, 2, 3, 4, 6) || windowOf(1, 2, 3, 4) != 0 {
		t.Error("a window is not told by five events")
	}
}

// TestMoment: most planned faults come after windows that are seldom seen, at moments of the node.
func TestMoment(t *testing.T) {
	d := &draw{rand: rand.New(rand.NewPCG(1, 2)), state: calls{}}
	node := d.names.actor(1, d.state).exact
	d.profile = &profile{
		windows:   map[uint64]int{5: 1000},
		histories: [][]moments{{{node, 5, 40}, {node + 2, 6, 3}, {node, 6, 2}, {node, 5, 40}}},
	}
	rare := 0
	for range 1000 {
		if at := d.moment(1, 100); at == 40 || at == 41 {
			rare++
		}
	}
	if rare < 800 || rare == 1000 {
		t.Errorf("%d of 1000 faults come after the rare window, want most", rare)
	}
	if at := d.moment(1, 10); at >= 10 {
		t.Errorf("a fault comes at moment %d of 10", at)
	}
}

// TestLearnsFromCalls: what a search that learns keeps of a program are its windows.
func TestLearnsFromCalls(t *testing.T) {
	d, f := &draw{}, features{known: map[uint64]bool{}}
	for i := range windowLength + 3 {
		e := trace.NewEvent(2, 0, trace.Op{})
		d.state = calls{last: trace.Behavior{Hash: uint64(max(3, i)), Node: 1}}
		d.windows.ran(d, &e)
		f.ran(d, &e, i)
	}
	if len(f.shown) != 4 || f.shown[0].At != windowLength-1 {
		t.Errorf("the features are %+v, want one for each of 4 windows", f.shown)
	}
}
