package world_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestAccessesAreShared: an event that happens again has the list of accesses that it had, and no list is changed later.
func TestAccessesAreShared(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		child := p.Spawn("child", func(p *proc.P) { p.Receive() })
		for range 3 {
			p.Link(child)
			p.IsAlive(child)
			p.Register("name", child)
			p.Unregister("name")
		}
	})
	defer sys.Close()
	var lists [][]trace.Access
	lengths := map[int]bool{}
	for range 2 {
		sys.StepBack(0)
		for sys.CanStep(trace.Step{}) {
			ev := sys.Step(trace.Step{})
			lists = append(lists, ev.Accesses)
			lengths[len(ev.Accesses)] = true
		}
	}
	if len(lengths) < 3 {
		t.Errorf("the numbers of accesses are %v, want 0, 1, 2", lengths)
	}
	first, again := lists[:len(lists)/2], lists[len(lists)/2:]
	copies := make([][]trace.Access, len(first))
	for i, list := range first {
		if len(list) > 0 && &list[0] != &again[i][0] {
			t.Errorf("event %d has another list of accesses the second time", i)
		}
		copies[i] = slices.Clone(list)
	}
	sys.StepBack(0)
	for sys.CanStep(trace.Step{}) {
		sys.Step(trace.Step{})
	}
	for i, list := range first {
		if !slices.Equal(list, copies[i]) {
			t.Errorf("the accesses of event %d were %v and are %v now", i, copies[i], list)
		}
	}
	if slices.Equal(first[1], first[2]) {
		t.Errorf("a Link and an IsAlive have the same accesses %v", first[1])
	}
}
