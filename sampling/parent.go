package sampling

import "github.com/checkmodel/checkmodel/trace/causality"

// parent is a run from which others are made. It does not change, except for the number of its children.
type parent struct {
	Steps    []move
	Before   []int32    // the positions of events that happen before the first event, before the second, and so on, see causality.Order.Joined
	Ends     []int32    // where those of each event end in Before
	Races    [][2]int32 // the positions of the events of each race that can be reversed
	Children int
}

// move is a step of an actor that is known by the hash of its name, so that a search can be saved.
type move struct {
	Actor       uint64
	Alternative int32
}

// newParent returns the run of the explorer, whose order must be known, as a parent.
func (x *Explorer) newParent() *parent {
	p := &parent{Steps: make([]move, len(x.events)), Ends: make([]int32, len(x.events))}
	for j := range x.events {
		e := &x.events[j]
		p.Steps[j] = move{x.draw.names.actor(e.Actor, x.draw.state).exact, e.Alternative}
		p.Before = append(p.Before, x.order.Joined(j)...)
		p.Ends[j] = int32(len(p.Before))
	}
	for _, r := range x.order.Races() {
		p.race(r, x)
	}
	return p
}

// before returns the positions of events that happen before an event. All others that do follow from these, and from the order of each
// actor.
func (p *parent) before(j int) []int32 {
	if j == 0 {
		return p.Before[:p.Ends[0]]
	}
	return p.Before[p.Ends[j-1]:p.Ends[j]]
}

// race adds a race if it can be reversed.
func (p *parent) race(r causality.Race, x *Explorer) {
	if reversible(&x.events[r.First], &x.events[r.Second]) {
		p.Races = append(p.Races, [2]int32{r.First, r.Second})
	}
}
