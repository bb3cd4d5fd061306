package driver

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Tree drives a search whose workers share an exploration tree.
type Tree struct {
	Single
	Around *Around // nil if it has no guide

	shared *optimaldpor.Dispatcher
	unit   *Unit          // that the search is; nil if it is a whole one
	path   trace.Schedule // to the leaf of the unit
}

// NewTree returns the driver of a search by optimal DPOR.
func NewTree(c optimaldpor.Config) *Tree { return &Tree{shared: optimaldpor.NewSearch(c)} }

// SetLookahead sets how far workers look ahead.
func (k *Tree) SetLookahead(l optimaldpor.Lookahead) { k.shared.SetLookahead(l) }

// aloneFor is the number of interleavings that the first worker executes before the others begin. Small
// searches do not need several workers, and errors of a model mostly show early.
const aloneFor = 100

// Prepare implements [Driver].
func (k *Tree) Prepare(s *Target) {
	k.of = s
	s.Loop.Shared = k.shared
	s.Loop.Joins = func(executed int) bool { return executed == aloneFor }
	if s.Due != nil {
		k.shared.OnSave(s.saveIfDue)
	}
}

// Worker implements [Driver].
func (k *Tree) Worker(j *judge.Judge) Strategy { return k.shared.Explorer(j.Enter, j.Later) }

// Counts implements [Driver].
func (k *Tree) Counts() bool { return true }

// Settled implements [Driver].
func (k *Tree) Settled(bool) bool { return false }

// Begin implements [Driver].
func (k *Tree) Begin() error {
	if k.of.Budget >= 0 {
		k.shared.SetBudget(k.of.Budget)
	}
	if k.Around != nil {
		return k.Around.follow(k.of, k.shared)
	}
	if k.of.Pool != nil {
		k.handOut()
	}
	return nil
}

// Estimate implements [Driver].
func (k *Tree) Estimate() func() (optimaldpor.Estimate, *states.Progress) {
	strategy, ok := k.of.First.Strategy.(judge.Sharing)
	if !ok {
		return nil
	}
	return func() (optimaldpor.Estimate, *states.Progress) { return strategy.Estimate(), nil }
}

// BoundCut implements [Driver].
func (k *Tree) BoundCut() int { return k.shared.BoundCut() }

// Figures implements [Driver].
func (k *Tree) Figures() Figures {
	if k.Around == nil {
		return Figures{}
	}
	return Figures{Followed: k.Around.followed}
}

// Save implements [Driver].
func (k *Tree) Save() (c Open) {
	s := k.of
	var list []optimaldpor.Branch
	if k.unit != nil {
		list = k.explored(&c)
	} else {
		list = k.shared.Frontier()
	}
	var next trace.Schedule
	c.Tree, next = s.named(list)
	c.Shared = judge.Common(slices.Concat(k.path, next), *s.Last)
	return c
}

// named returns the branches with names of actors, and the steps to the first leaf, from the depth of the first branch on.
func (s *Target) named(list []optimaldpor.Branch) (all []Branch, next trace.Schedule) {
	open := false
	for _, b := range list {
		n := Branch{Depth: b.Depth, Alternative: b.Step.Alternative, More: b.More, Cost: b.Cost, Done: b.Done, Leaf: b.Leaf, Elsewhere: b.Elsewhere}
		if b.Depth > 0 {
			n.Actor = s.First.World.Actor(b.Step.Actor).Name
			if b.Leaf {
				n.Why = []EventName{s.eventName(b.Why.First), s.eventName(b.Why.Second)}
			}
		}
		if !open && b.Depth > 0 { // on the path to the next leaf, or a sibling
			next = append(next[:b.Depth-max(1, list[0].Depth)], b.Step)
		}
		open = open || b.Leaf
		all = append(all, n)
	}
	return all, next
}

// Resume implements [Driver].
func (k *Tree) Resume(c *Open, boundCut int) error {
	s := k.of
	k.shared.SetBoundCut(boundCut)
	purpose := stage.Twin
	if c.Unit != nil {
		purpose = stage.Partner // its path is executed again soon
	}
	w := s.First.World.Copy(purpose)
	defer w.Close()
	x := execution{stage.New(w), c.Tree, nil, false}
	if err := k.shared.Resume(x.plain(), x.next); err != nil {
		return err
	}
	*s.Last = x.path[:min(c.Shared, len(x.path))]
	if k.unit = c.Unit; k.unit != nil {
		k.path = x.path[:min(k.unit.Depth, len(x.path))]
		k.shared.ExploreBelow(len(k.path), k.unit.Interleavings)
	}
	return nil
}

// execution executes the branches of a list in a world of its own.
type execution struct {
	player *stage.Player
	rest   []Branch       // that were not executed yet
	path   trace.Schedule // to the first leaf, as far as it is known
	open   bool           // it is known
}

// plain returns the branches without their steps.
func (x *execution) plain() (list []optimaldpor.Branch) {
	list = plain(x.rest)
	for len(x.rest) > 0 && x.rest[0].Depth == 0 {
		x.rest = x.rest[1:]
	}
	return list
}

// plain returns branches without their steps.
func plain(all []Branch) (list []optimaldpor.Branch) {
	for _, b := range all {
		list = append(list, optimaldpor.Branch{Depth: b.Depth, More: b.More, Cost: b.Cost, Done: b.Done, Leaf: b.Leaf, Elsewhere: b.Elsewhere})
	}
	return list
}

// next executes the next branch.
func (x *execution) next(node *optimaldpor.Branch) (*trace.Event, error) {
	b := &x.rest[0]
	x.rest = x.rest[1:]
	if err := x.player.StepBack(b.Depth - 1); err != nil {
		return nil, err
	}
	st, err := stepOf(x.player.World(), b)
	if err != nil {
		return nil, err
	}
	if !x.open { // on the path to the first leaf
		x.path = append(x.path[:b.Depth-1], st)
		x.open = b.Leaf
	}
	e, err := x.player.Step(st)
	if b.Leaf && err == nil {
		node.Why, err = whyOf(x.player.State(), b.Depth, b.Why)
	}
	return e, err
}

func (s *Target) eventName(e trace.EventID) EventName {
	return EventName{s.First.World.Actor(e.Actor).Name, e.Index}
}

// whyOf returns the reason of a leaf, given the state at the leaf.
func whyOf(state trace.State, depth int, names []EventName) (why optimaldpor.Reversal, err error) {
	if len(names) != 2 {
		return why, nil
	}
	var ids [2]trace.EventID
	for i, e := range names {
		a, ok := state.Named(e.Actor)
		if !ok {
			return why, &result.StaleCheckpoint{Problem: fmt.Sprintf("there is no %s at step %d of an open branch. The model is another one, or not deterministic", printable.OneLine(e.Actor), depth)}
		}
		ids[i] = trace.EventID{Actor: a, Index: e.Index}
	}
	return optimaldpor.Reversal{First: ids[0], Second: ids[1]}, nil
}

// stepOf returns the step to a branch. The world has executed the steps to the parent of the
// branch.
func stepOf(w *stage.World, b *Branch) (trace.Step, error) {
	for _, p := range w.Enabled(nil) {
		st := trace.Step{Actor: p.Actor, Alternative: b.Alternative}
		if w.Actor(p.Actor).Name == b.Actor && w.CanStep(st) && (b.More == 0 || st.Alternative+b.More < p.Op.Alternatives) {
			return st, nil
		}
	}
	return trace.Step{}, &result.StaleCheckpoint{Problem: fmt.Sprintf("%s cannot move at step %d of an open branch. The model is another one, or not deterministic", printable.OneLine(b.Actor), b.Depth)}
}

// Branch is a node of the exploration tree; see optimaldpor.Branch.
type Branch struct {
	Depth       int
	Actor       string      `json:",omitempty"`
	Alternative int32       `json:",omitempty"`
	More        int32       `json:",omitempty"` // number of further alternatives that are the same otherwise
	Cost        int         `json:",omitempty"`
	Done        int         `json:",omitempty"`
	Leaf        bool        `json:",omitempty"`
	Why         []EventName `json:",omitempty"` // the two events whose order a leaf reverses
	Elsewhere   bool        `json:",omitempty"`
}

// EventName identifies an event by its actor, and the number of earlier events of the actor.
type EventName struct {
	Actor string
	Index int32
}
