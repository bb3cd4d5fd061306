package optimaldpor

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestSplit: however the sequences of a tree are split, each node is as deep as there are events on the way to it, and has spent
// their faults. To unfold the path to a leaf changes neither the leaves nor what leads to them.
func TestSplit(t *testing.T) {
	budget := &trace.Budget{Number: 1, Limits: [4]int32{0, 9, 9, 9}}
	rapid.Check(t, func(t *rapid.T) {
		count := int32(0)
		sequence := func() (events []*trace.Event) {
			for range rapid.IntRange(1, 6).Draw(t, "events") {
				e := trace.NewEvent(1, count, trace.Op{Kind: kind.Send, Object: 2, Alternatives: 3, Other: 2})
				e.Budget = budget
				effects.Vary(&e, rapid.Int32Range(0, 2).Draw(t, "fault"))
				events = append(events, &e)
				count++
			}
			return events
		}
		var p pool
		tree := tree{nodes: &p}
		root := &node{executed: true}
		p.plan(root, sequence(), Reversal{})
		for range rapid.IntRange(0, 6).Draw(t, "branches") {
			var nodes []*node
			root.walk(func(n *node) { nodes = append(nodes, n) })
			n := rapid.SampledFrom(nodes).Draw(t, "at")
			if rest := len(n.rest()); rest > 0 {
				p.split(n, rapid.IntRange(0, rest-1).Draw(t, "after"))
			}
			if !n.leaf {
				p.plan(n, sequence(), Reversal{Second: trace.EventID{Actor: 1, Index: count}})
			}
		}
		before := leavesOf(t, root)
		var leaves []*node
		root.walk(func(n *node) {
			if n.leaf {
				leaves = append(leaves, n)
			}
		})
		last := rapid.SampledFrom(leaves).Draw(t, "leaf")
		p.unfoldTo(last)
		first := p.first(root)
		if got := leavesOf(t, root); !slices.Equal(got, before) {
			t.Fatalf("after the paths to leaves were unfolded there are\n%q, before\n%q", got, before)
		}
		for _, leaf := range []*node{first, last} {
			for n := leaf.parent; n != nil; n = n.parent {
				if len(n.rest()) > 0 {
					t.Fatalf("%d events lead from a node on the path to its children", len(n.rest()))
				}
			}
		}
		if tree.turn = first; tree.root() != root {
			t.Fatal("the root is another one")
		}
	})
}

// leavesOf describes the leaves below a root, from left to right, and fails if a node is not as what leads to it.
func leavesOf(t *rapid.T, root *node) (all []string) {
	root.walk(func(n *node) {
		var events []*trace.Event
		for up := n; up.parent != nil; up = up.parent {
			events = append(events, up.event)
			between := slices.Clone(up.parent.rest())
			slices.Reverse(between)
			events = append(events, between...)
			if up.parent.kids[up.place] != up || len(up.parent.kids) != up.parent.width {
				t.Fatalf("a node is not at place %d of the %d of its parent, of width %d", up.place, len(up.parent.kids), up.parent.width)
			}
		}
		slices.Reverse(events)
		var spent *effects.FaultList
		for _, e := range events {
			spent = spent.With(e)
		}
		if int(n.depth) != len(events) {
			t.Fatalf("the depth of a node is %d, and %d events lead to it", n.depth, len(events))
		}
		if n.parent != nil && n.initial().Left != spent.LeftAfter(n.event) {
			t.Fatalf("a node leaves %d faults like its own, %v leaves %d", n.initial().Left, events, spent.LeftAfter(n.event))
		}
		if n.leaf {
			var way []int32
			for _, e := range append(events, n.rest()...) {
				way = append(way, e.Index)
			}
			all = append(all, fmt.Sprint(way, n.why()))
		}
	})
	return all
}
