package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Looking has the options of [Look], beyond executing a schedule.
type Looking struct {
	// On executes more events after the schedule, as the first interleaving of a search does, up to
	// Options.MaxEvents.
	On bool
	// Peek executes each possible next step as well, and steps back, so that Place.Moves has the resulting events.
	// Code of the model may fail there, and Look then fails, too.
	Peek bool
	// Kept says that the schedule is of another run, which may have been minimized: external events may be left out,
	// and have smaller payloads.
	Kept bool
}

// Place is where a schedule leads to.
type Place struct {
	trace.Situation
	// Interleaving has the events so far, in the order in which they were executed. It has no property.
	Interleaving *Violation
	// Moves are the steps that are possible, in the order in which a search would try them. Without Looking.Peek, each
	// has only the operation, and stands for all alternatives.
	Moves []trace.Move
	Ended bool // no step is possible
	// Judgments say how each property stands: first the properties of every model, then Model.Properties,
	// Model.Rules and Model.Goals, in their orders.
	Judgments []Judgment
	// Violations are shown by the events so far. Length is the number of events that show one.
	Violations []*Violation
	Skipped    []Skipped // steps of the schedule that were not possible
}

// Judgment says how a property stands in the middle of an interleaving.
type Judgment struct {
	Property
	Standing    Standing
	Explanation string // the violation, if there is one
	Event       int    // the number of the event that shows a violation; 0 if there is none
}

// Standing is how a property stands.
type Standing string

// How a property stands.
const (
	Holds      Standing = "holds so far"
	Broken     Standing = "violated"
	Unasserted Standing = "not asserted so far"
	Unshown    Standing = "nothing to judge so far" // no process has shown anything to the rule
	// Of a rule that is judged at the end: whether it would hold if this were the end.
	WouldHold    Standing = "holds here; it is judged at the end"
	WouldNotHold Standing = "does not hold here; it is judged at the end"
	// Of an [Eventually], and of a goal.
	Came    Standing = "has come true"
	ToCome  Standing = "has not come true so far"
	Reached Standing = "reached"
	Missing Standing = "not reached so far"
	// Of an [AlwaysPossible]: whether it holds in this place. What can follow is not explored.
	HoldsHere    Standing = "holds here"
	HoldsNotHere Standing = "does not hold here; it must be able to hold again"
)

// MaxPeeked is the maximal number of alternatives of one operation that Looking.Peek tries.
const MaxPeeked = 40

// looking is a Look while it executes.
type looking struct {
	Looking
	place Place
}

// look describes where the interleaving of the judge has come to.
func (l *looking) look(m *Model, j *judge.Judge, complete bool) error {
	p := &l.place
	if p.Ended = complete; j.System != nil {
		p.Situation = world.Situation(j.System)
	}
	p.Judgments = m.judgments(j)
	if !l.Peek {
		for _, next := range j.World.Enabled(nil) {
			at, _ := j.World.Pending(next.Actor)
			p.Moves = append(p.Moves, trace.Move{
				NamedStep: trace.NamedStep{Actor: at.Process}, Untried: max(1, int(next.Op.Alternatives)) - 1,
				Entry: trace.Entry{Process: at.Process, Operation: at.Operation, Source: at.Source, Limit: at.Limit},
			})
		}
		return nil
	}
	return j.Player.Peek(MaxPeeked, func(st trace.Step, e *trace.Event, untried int) {
		p.Moves = append(p.Moves, trace.Move{
			NamedStep: trace.NamedStep{Actor: j.World.Actor(st.Actor).Name, Alternative: st.Alternative}, Entry: j.World.Detailed(e), Untried: untried,
		})
	})
}

// judgments says how the properties stand in the interleaving of the judge.
func (m *Model) judgments(j *judge.Judge) []Judgment {
	all := []Judgment{{Property: Property{Name: proc.NoCrash}, Standing: Holds}, {Property: Property{Name: proc.NoDeadlock}, Standing: Holds}}
	add := func(p Property, s Standing) {
		if !slices.ContainsFunc(all, func(a Judgment) bool { return a.Name == p.Name }) {
			all = append(all, Judgment{Property: p, Standing: s})
		}
	}
	for _, name := range j.Asserted() {
		add(m.listed(name), Holds)
	}
	for _, p := range m.Properties {
		if !slices.ContainsFunc(m.judged(), func(q Property) bool { return p.Name == q.Name }) {
			add(p, Unasserted)
		}
	}
	for i, r := range m.Rules {
		shown, text, ok := j.Stands(i)
		a := Judgment{Property: r.Property, Standing: r.stands(shown, ok)}
		if !r.is.Goal {
			a.Explanation = text
		}
		all = append(all, a)
	}
	for _, p := range m.Goals {
		add(p, Missing)
	}
	for i := range all {
		if a := &all[i]; a.Standing == Missing && slices.Contains(j.Found().Reached, a.Name) {
			a.Standing = Reached
		}
	}
	for _, v := range j.Found().Violations {
		add(Property{Name: v.Property}, Broken)
		i := slices.IndexFunc(all, func(a Judgment) bool { return a.Name == v.Property })
		if a := &all[i]; a.Event == 0 {
			a.Standing, a.Explanation, a.Event = Broken, v.Explanation, v.Length
		}
	}
	return all
}

// listed returns the property of that name that the model lists.
func (m *Model) listed(name string) Property {
	if i := slices.IndexFunc(m.Properties, func(p Property) bool { return p.Name == name }); i >= 0 {
		return m.Properties[i]
	}
	return Property{Name: name}
}

// stands says how a rule stands that no violation is known of, by whether anything was shown to it, and whether it is in order.
func (r *Rule) stands(shown, ok bool) Standing {
	of := func(yes, no Standing) Standing {
		if ok {
			return yes
		}
		return no
	}
	switch {
	case r.is.Goal:
		return of(Missing, Reached)
	case r.is.Eventual:
		return of(Came, ToCome)
	case r.is.Possible:
		return of(HoldsHere, HoldsNotHere)
	case r.is.AtEnd:
		return of(WouldHold, WouldNotHold)
	case !shown:
		return Unshown
	}
	return of(Holds, Broken)
}
