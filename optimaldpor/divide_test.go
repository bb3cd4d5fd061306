package optimaldpor

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestDivideBetweenBranches divides the alternatives of a leaf that has a branch to its right, such as
// the kill of the process that chooses.
func TestDivideBetweenBranches(t *testing.T) {
	choice := trace.NewEvent(1, 0, trace.Op{Kind: kind.Choose, Alternatives: 5})
	kill := trace.NewEvent(2, 0, trace.Op{Kind: kind.ExitSignal, Object: 1, Flags: kind.Kill})
	tr := tree{nodes: &pool{}}
	root := &node{}
	leaf := tr.nodes.plan(root, []*trace.Event{&choice}, Reversal{})
	tr.widen(leaf, 4)
	tr.nodes.plan(root, []*trace.Event{&kill}, Reversal{})
	tr.divide(leaf)
	tr.divide(root.kids[1])
	for i, want := range []struct {
		event       *trace.Event
		alternative int32
		more        int32
		index       int
	}{{&choice, 0, 0, 0}, {&choice, 1, 0, 1}, {&choice, 2, 2, 2}, {&kill, 0, 0, 5}} {
		k := root.kids[i]
		if k.event.Kind != want.event.Kind || k.event.Alternative != want.alternative || k.more != want.more || k.index != want.index || int(k.place) != i {
			t.Errorf("branch %d is %v, alternative %d and %d more, index %d, place %d; want %+v", i, k.event.Kind, k.event.Alternative, k.more, k.index, k.place, want)
		}
	}
	if len(root.kids) != 4 || root.width != 6 {
		t.Errorf("%d branches stand for %d, want 4 for 6", len(root.kids), root.width)
	}
}
