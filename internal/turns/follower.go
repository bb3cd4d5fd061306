package turns

import "github.com/checkmodel/checkmodel/trace"

// GuideStep is a step of a guide.
type GuideStep struct {
	At          int // its position
	Alternative int32
}

// Follower follows a guide. The guide has a list of steps for each actor.
type Follower struct {
	Moved  []int           // how many events are of each actor
	events []trace.ActorID // the actors of the events so far
}

// Observe records the event at position depth.
func (f *Follower) Observe(depth int, e *trace.Event) {
	f.rewind(depth)
	f.events = append(f.events, e.Actor)
	f.Moved = Grown(f.Moved, int(e.Actor)+1)
	f.Moved[e.Actor]++
}

// rewind goes back to the state after depth events.
func (f *Follower) rewind(depth int) {
	for _, a := range f.events[depth:] {
		f.Moved[a]--
	}
	f.events = f.events[:depth]
}

// Next returns the step after depth events that comes first in the guide; false if it has none.
func (f *Follower) Next(guide [][]GuideStep, depth int, v trace.View) (step trace.Step, ok bool) {
	f.rewind(depth)
	first := 0
	for i := range v.Enabled {
		p := &v.Enabled[i]
		f.Moved = Grown(f.Moved, int(p.Actor)+1)
		n := f.Moved[p.Actor]
		if int(p.Actor) >= len(guide) || n >= len(guide[p.Actor]) {
			continue
		}
		if g := guide[p.Actor][n]; !ok || g.At < first {
			step, first, ok = trace.Step{Actor: p.Actor}, g.At, true
			if g.Alternative < p.Op.Alternatives && !p.Barred.Has(g.Alternative) { // it may be another operation
				step.Alternative = g.Alternative
			}
		}
	}
	return step, ok
}
