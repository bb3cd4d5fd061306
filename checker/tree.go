package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// tree drives a search whose workers share an exploration tree.
type tree struct {
	single
	shared *optimaldpor.Search
}

func newTree(o *setup) *tree { return &tree{shared: optimaldpor.NewSearch(o.config())} }

// aloneFor is the number of interleavings that the first worker executes before the others begin. Small
// searches do not need several workers, and errors of a model mostly show early.
const aloneFor = 100

func (k *tree) equip(s *search) {
	k.of = s
	s.engine.Shared = k.shared
	s.engine.Joins = func(executed int) bool { return executed == aloneFor }
	if s.setup.Saving != nil {
		k.shared.Between(s.saveIfDue)
	}
}

func (k *tree) worker(j *judge.Judge) Strategy { return k.shared.Explorer(j.Enter, j.Later) }
func (k *tree) counts() bool                   { return true }
func (k *tree) settled() bool                  { return false }

func (k *tree) begin(*stage.World) error {
	o := k.of.setup
	if o.MaxInterleavings > 0 {
		k.shared.SetBudget(max(0, o.MaxInterleavings-k.of.result.Interleavings-o.below.spent()))
	}
	if o.Around != nil {
		return k.follow()
	}
	return nil
}

func (k *tree) estimate() func() Estimate {
	strategy, ok := k.of.first.Strategy.(judge.Sharing)
	if !ok {
		return nil
	}
	return func() Estimate { return Estimate{Estimate: strategy.Estimate()} }
}

func (k *tree) save(c *Checkpoint) {
	s := k.of
	c.BoundCut = k.shared.BoundCut()
	next, open := trace.Schedule{}, false
	for _, b := range k.shared.Frontier() {
		n := Branch{Depth: b.Depth, Alternative: b.Step.Alternative, More: b.More, Cost: b.Cost, Done: b.Done, Leaf: b.Leaf}
		if b.Depth > 0 {
			n.Actor = s.first.World.Actor(b.Step.Actor).Name
			if b.Leaf {
				n.Why = []EventName{s.named(b.Why.First), s.named(b.Why.Second)}
			}
		}
		if !open && b.Depth > 0 { // on the path to the next leaf, or a sibling
			next = append(next[:b.Depth-1], b.Step)
		}
		open = open || b.Leaf
		c.Tree = append(c.Tree, n)
	}
	c.Shared = judge.Common(next, s.tally.last)
}

// resume restores the tree from the checkpoint.
func (k *tree) resume(c *Checkpoint) error {
	if c == nil {
		return nil
	}
	s := k.of
	k.shared.SetBoundCut(c.BoundCut)
	w := s.first.World.Copy(stage.Twin)
	defer w.Close()
	p := stage.New(w)
	list := make([]optimaldpor.Branch, len(c.Tree))
	for i, b := range c.Tree {
		list[i] = optimaldpor.Branch{Depth: b.Depth, More: b.More, Cost: b.Cost, Done: b.Done, Leaf: b.Leaf}
	}
	next, i, open := trace.Schedule{}, 0, false
	return k.shared.Resume(list, func(node *optimaldpor.Branch) (*trace.Event, error) {
		i++
		b := &c.Tree[i]
		if err := p.StepBack(b.Depth - 1); err != nil {
			return nil, err
		}
		st, err := stepOf(w, b)
		if err != nil {
			return nil, err
		}
		if !open { // on the path to the first leaf
			next = append(next[:b.Depth-1], st)
			if open = b.Leaf; open {
				s.tally.last = next[:min(c.Shared, len(next))]
			}
		}
		e, err := p.Step(st)
		if b.Leaf && err == nil {
			node.Why, err = whyOf(p.State(), b)
		}
		return e, err
	})
}

func (s *search) named(e trace.EventID) EventName {
	return EventName{s.first.World.Actor(e.Actor).Name, e.Index}
}

// whyOf returns the reason of a leaf, given the state at the leaf.
func whyOf(state trace.State, b *Branch) (why optimaldpor.Reversal, err error) {
	if len(b.Why) != 2 {
		return why, nil
	}
	var ids [2]trace.EventID
	for i, e := range b.Why {
		a, ok := state.Named(e.Actor)
		if !ok {
			return why, &StaleCheckpoint{Problem: fmt.Sprintf("there is no %s at step %d of an open branch. The model is another one, or not deterministic", trace.OneLine(e.Actor), b.Depth)}
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
	return trace.Step{}, &StaleCheckpoint{Problem: fmt.Sprintf("%s cannot move at step %d of an open branch. The model is another one, or not deterministic", trace.OneLine(b.Actor), b.Depth)}
}
