package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// Follow makes a search begin with an interleaving, the guide, and stay near it: where nothing is planned, the actor
// moves whose next step comes first in the guide. So the first branch of each state is the branch most like the
// guide, and a bound counts how often an interleaving departs from it. Actors that have done all their steps of the
// guide move when no others can, in the usual order. Without a bound, the search explores the same classes as without
// a guide. The guide may have steps that are not possible; they wait.
//
// Follow must be called before any explorer has begun. A search that is resumed must have the same guide again.
func (s *Dispatcher) Follow(guide trace.Schedule) {
	s.guide = nil
	for at, st := range guide {
		for int(st.Actor) >= len(s.guide) {
			s.guide = append(s.guide, nil)
		}
		s.guide[st.Actor] = append(s.guide[st.Actor], guideStep{at, st.Alternative})
	}
}

// guideStep is a step of a guide.
type guideStep struct {
	at          int // its position
	alternative int32
}

// follower follows a guide. The guide has a list of steps for each actor.
type follower struct {
	events []trace.ActorID // the actors of the events so far
	moved  []int           // how many of these are of each actor
}

// observe records the event at position depth.
func (f *follower) observe(depth int, e *trace.Event) {
	f.rewind(depth)
	f.events = append(f.events, e.Actor)
	f.moved = grown(f.moved, int(e.Actor)+1)
	f.moved[e.Actor]++
}

// rewind goes back to the state after depth events.
func (f *follower) rewind(depth int) {
	for _, a := range f.events[depth:] {
		f.moved[a]--
	}
	f.events = f.events[:depth]
}

// next returns the step after depth events that comes first in the guide; false if it has none.
func (f *follower) next(guide [][]guideStep, depth int, v trace.View) (step trace.Step, ok bool) {
	f.rewind(depth)
	first := 0
	for i := range v.Enabled {
		p := &v.Enabled[i]
		f.moved = grown(f.moved, int(p.Actor)+1)
		n := f.moved[p.Actor]
		if int(p.Actor) >= len(guide) || n >= len(guide[p.Actor]) {
			continue
		}
		if g := guide[p.Actor][n]; !ok || g.at < first {
			step, first, ok = trace.Step{Actor: p.Actor}, g.at, true
			if g.alternative < p.Op.Alternatives && !p.Barred.Has(g.alternative) { // it may be another operation
				step.Alternative = g.alternative
			}
		}
	}
	return step, ok
}
