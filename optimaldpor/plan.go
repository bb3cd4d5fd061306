package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// end returns the last state of the interleaving that is in the tree.
func (o *interleaving) end() *node {
	if len(o.run.Events) < int(o.leaf.depth) {
		return o.leaf
	}
	return o.path[len(o.path)-1]
}

// plans calls plan with a wakeup sequence for every reversal that no branch to the left of the path
// covers. plan must call locate first, must not keep the sequence, and must set its cut or noted. If the last interleaving
// had the same sequence, plans calls again instead. beside appends the alternatives of a choice that are planned to the right
// of the path.
func (o *interleaving) plans(beside func(planned []wakeup.Span, choice *trace.Event, j int) []wakeup.Span, plan func(*insertion), again func(result)) {
	w := &o.insertion
	planAll := func(i int, second *trace.Event, more int32) { // plans the reversal of these events
		w.cut, w.noted = 0, nil
		if o.asleep() {
			return
		}
		w.why = Reversal{o.run.Events[i].ID(), second.ID()}
		o.builder.Set(&w.Sequence, more)
		plan(w)
	}
	planUnlessAsleep := func(i int, second *trace.Event) { planAll(i, second, 0) }
	_, kept := o.run.Order.Prefix()
	o.last.begin(kept)
	o.contested.round++
	races, choices := o.run.Order.Races(), o.choices
	for next := 0; next < len(races) || len(choices) > 0; {
		j, impossible := len(o.run.Events), false
		if len(choices) > 0 {
			j = int(choices[0])
		}
		if next < len(races) && int(races[next].Second) <= j {
			j = int(races[next].Second)
			if next, impossible = o.planRaces(next, planUnlessAsleep, again); impossible {
				o.planPreventable(o.run.Preventable(j), j, planUnlessAsleep, again)
			}
		}
		if len(choices) > 0 && int(choices[0]) == j {
			o.planAlternatives(j, beside, planAll)
			choices = choices[1:]
		}
	}
	for _, await := range o.run.Waiting(o.waiting) {
		o.planPreventable(await, len(o.run.Events), planUnlessAsleep, again)
	}
}

// planRaces plans the reversals of the race at the given place in the list of all races, and of the others of its second
// event. It returns the place of the next race, and whether the event cannot happen without one that it races with.
func (o *interleaving) planRaces(next int, plan func(int, *trace.Event), again func(result)) (after int, impossible bool) {
	races := o.run.Order.Races()
	for j := int(races[next].Second); next < len(races) && int(races[next].Second) == j; next++ {
		r := races[next]
		if was := o.unchanged(next, r); was != nil {
			if impossible = impossible || was.impossible; !was.impossible {
				again(*was)
			}
			continue
		}
		many := o.contested.count(r)
		if many && o.isCovered(r) {
			o.last.set(next, result{known: true})
			continue
		}
		if !o.builder.Reverse(r) {
			o.last.set(next, result{known: true, impossible: true})
			impossible = true
			continue
		}
		plan(int(r.First), &o.run.Events[j])
		w := &o.insertion
		o.last.set(next, result{known: true, cut: w.cut, noted: w.noted})
		if many && w.cut == 0 && w.noted == nil {
			o.setCovered(r)
		}
	}
	return next, impossible
}

// planAlternatives plans the other alternatives of the event at position j, which has some. Those of a choice are planned
// together, unless the tree keeps them apart. Faults of a message are planned one by one, as they depend on different events.
func (o *interleaving) planAlternatives(j int, beside func([]wakeup.Span, *trace.Event, int) []wakeup.Span, plan func(int, *trace.Event, int32)) {
	e := &o.run.Events[j]
	// Also if this is not the first alternative: a sequence found elsewhere may have planned it.
	for _, open := range o.unplanned(e, j, beside) {
		choice := e.Kind.Is(kind.Chooses)
		for ; open.First < open.Last && (o.tree.apart || !choice); open.First++ {
			o.planAlternative(j, open.First, 0, plan)
		}
		o.planAlternative(j, open.First, open.Last-open.First, plan)
	}
}

// planAlternative plans an alternative of the event at position j, together with more further alternatives.
func (o *interleaving) planAlternative(j int, alternative, more int32, plan func(int, *trace.Event, int32)) {
	if o.builder.Choose(j, alternative) {
		plan(j, &o.run.Events[j], more)
	}
}

// unplanned returns which alternatives of the choice at position j are to be planned: all but the
// executed one, the sleeping ones, and the alternatives that are planned beside it. To plan these again would
// change nothing.
func (o *interleaving) unplanned(choice *trace.Event, j int, beside func([]wakeup.Span, *trace.Event, int) []wakeup.Span) []wakeup.Span {
	planned := append(o.alternatives[:0], wakeup.Span{First: choice.Alternative, Last: choice.Alternative})
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if s.wokenAt == j && s.Event.Actor == choice.Actor { // otherwise another event woke it
			planned = append(planned, s.Alternatives())
		}
	}
	if j < len(o.path)-1 {
		planned = beside(planned, choice, j)
	}
	o.alternatives = wakeup.Outside(planned, choice.Alternatives)
	return o.alternatives
}

// plannedBeside appends the alternatives of the choice at position j that are leaves of the tree.
func (o *interleaving) plannedBeside(planned []wakeup.Span, choice *trace.Event, j int) []wakeup.Span {
	for _, k := range o.path[j].kids[o.path[j+1].place+1:] {
		if k.event.Actor != choice.Actor {
			break // it might be the branch that covers the sequence
		}
		if k.leaf && len(k.rest()) == 0 {
			planned = append(planned, k.initial().Alternatives())
		}
	}
	return planned
}

// planPreventable plans the reversals of the event at position j with earlier ones that prevent it; e may be nil. It remembers
// nothing of a process that was told to end: its sequences leave out more.
func (o *interleaving) planPreventable(e *trace.Event, j int, plan func(int, *trace.Event), again func(result)) {
	if e == nil {
		return
	}
	told := j < len(o.run.Events) && o.run.Events[j].Told != trace.NoEvent
	o.builder.ReversePreventable(e, j, func(p *wakeup.Prevention) {
		i := p.First
		if told || p.Alone {
			if p.Build() {
				plan(i, e)
			}
			return
		}
		results, same := ofPrevented(o, i), leavesOutTheSame(o, p)
		was, known := results[e.ID()]
		switch {
		case !known || !same || was.round != o.last.round-1:
			was = result{impossible: !p.Build()}
			if !was.impossible {
				plan(i, e)
				was.cut, was.noted = o.insertion.cut, o.insertion.noted
			}
		case !was.impossible:
			again(was)
		}
		was.round = o.last.round
		results[e.ID()] = was
	})
}

// unchanged returns the result of the race at the given place if the sequence is known to be the same again; otherwise nil.
func (o *interleaving) unchanged(place int, r causality.Race) *result {
	u := &o.last
	if place >= len(u.results) || !u.results[place].known || !o.sameRest(int(r.First)) {
		return nil
	}
	if r.Observed {
		events, _ := o.run.Order.Prefix()
		if w := o.run.Order.TakerPosition(&o.run.Events[r.First]); w >= events || !o.sameRest(w) {
			return nil
		}
	}
	return &u.results[place]
}

// sameRest reports whether the events that do not happen after event i are the same as in the previous interleaving.
func (o *interleaving) sameRest(i int) bool {
	u := &o.last
	u.rests = turns.Grown(u.rests, i+1)
	r := &u.rests[i]
	if r.round == u.round {
		return r.same
	}
	all, kept, ok := o.run.Order.NotAfterAgain(i)
	if !ok {
		return false
	}
	if r.round != u.round-1 {
		kept, r.events = 0, r.events[:0]
	}
	r.same = r.round == u.round-1 && o.run.AreAt(r.events[kept:], all[kept:])
	r.round = u.round
	if !r.same {
		r.events = r.events[:kept]
		for _, at := range all[kept:] {
			r.events = append(r.events, o.run.Copy(int(at)))
		}
	}
	return r.same
}

// ofPrevented returns the results of the sequences in which others come before the event at position i. It forgets all of them if
// that is another event now, if other events do not happen after it, or if it was not asked in the previous round.
func ofPrevented(o *interleaving, i int) map[trace.EventID]result {
	u := &o.last
	u.prevented = turns.Grown(u.prevented, i+1)
	p := &u.prevented[i]
	if p.round == u.round {
		return p.results
	}
	events, _ := o.run.Order.Prefix()
	if p.results == nil {
		p.results = map[trace.EventID]result{}
	}
	if same := o.sameRest(i); !same || i >= events || p.round != u.round-1 {
		clear(p.results)
	}
	p.round = u.round
	return p.results
}

// leavesOutTheSame reports whether the same events as in the previous round happen after each event that the sequence leaves out.
func leavesOutTheSame(o *interleaving, p *wakeup.Prevention) bool {
	events, _ := o.run.Order.Prefix()
	same := true
	for _, k := range p.Without {
		again := o.sameRest(int(k)) // also if it makes no difference now: for the next round
		same = same && again && int(k) < events
	}
	return same
}
