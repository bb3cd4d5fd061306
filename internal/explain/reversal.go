package explain

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func (r *Recorder) reversal(why optimaldpor.Reversal, other *stage.Player, events []trace.EventID) *trace.Reversal {
	return &trace.Reversal{
		First:  r.side(why.First, other, events),
		Second: r.side(why.Second, other, events),
		Choice: why.First == why.Second,
		Ends:   ends(r.event(why.First), r.event(why.Second)),
	}
}

// ends reports whether the first event is the end of a process because of the second one.
func ends(first, second *trace.Event) bool {
	return first != nil && second != nil && first.Kind == kind.Exit && second.Fatal == first.Actor
}

// side describes an event, which may not have happened yet. The player other has executed the
// events.
func (r *Recorder) side(id trace.EventID, other *stage.Player, events []trace.EventID) trace.Side {
	if k := slices.Index(events, id); k >= 0 {
		return sideOf(other.World().Request(k+1, &other.Events()[k]), k+1)
	}
	w := r.Player.World()
	if i := r.position(id); i >= 0 {
		return sideOf(w.Request(i+1, &r.Player.Events()[i]), 0)
	}
	asked, ok := w.Pending(id.Actor)
	if !ok {
		asked.Process = w.Actor(id.Actor).Name
	}
	return sideOf(asked, 0)
}

func sideOf(a trace.Request, number int) trace.Side {
	s := trace.Side{Process: a.Process, Operation: a.Operation, Source: a.Source, Number: number}
	if number == 0 {
		s.Facts = a.Facts
	}
	return s
}

// position returns the position of an event in the current interleaving, -1 if it has not happened.
func (r *Recorder) position(id trace.EventID) int {
	return slices.IndexFunc(r.Player.Events(), func(e trace.Event) bool { return e.ID() == id })
}

func (r *Recorder) event(id trace.EventID) *trace.Event {
	if i := r.position(id); i >= 0 {
		return &r.Player.Events()[i]
	}
	return nil
}

// Cause describes why the current interleaving is explored, by a search with receive patterns or without.
func (r *Recorder) Cause(why optimaldpor.Reversal, patterns bool) trace.Cause {
	c := trace.Cause{Count: 1, Reversal: *r.reversal(why, nil, nil)}
	first, second := r.event(why.First), r.event(why.Second)
	if first != nil && second != nil && !c.Ends {
		r.relation(&c, first, second, patterns)
	}
	c.Repeated = max(r.times(first, c.First.Source), r.times(second, c.Second.Source))
	return c
}

// relation sets how the two events are related.
func (r *Recorder) relation(c *trace.Cause, first, second *trace.Event, patterns bool) {
	w := r.Player.World()
	switch {
	case onBoard(first) && onBoard(second):
		c.Shown = true
		c.Living = first.Kind == kind.Exit || second.Kind == kind.Exit
	case first.Kind.Is(kind.OnTable) && second.Kind.Is(kind.OnTable):
		c.Table = w.Detailed(second).Table
	case first.Delivers() && second.Delivers() && first.To == second.To:
		c.Mailbox = w.Actor(first.To).Name
		events := r.Player.Events()
		taken := func(e trace.Event) bool { return e.Takes(second.Message) || e.Takes(first.Message) }
		if i := slices.IndexFunc(events, taken); i >= 0 {
			receive := sideOf(w.Request(i+1, &events[i]), 0)
			c.Receive = &receive
		}
		if patterns {
			return // a receive could tell their order in the earlier interleaving
		}
		order := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
		order.Compute(events)
		c.Unseen = order.Relation.Dependent(second, first, &order) == causality.Independent
	}
}

func onBoard(e *trace.Event) bool {
	return slices.ContainsFunc(e.Accesses, func(a trace.Access) bool { return a.Space == effects.Board })
}

// times returns how often the process of an event visits a place.
func (r *Recorder) times(e *trace.Event, source string) (n int) {
	events := r.Player.Events()
	for i := range events {
		if e != nil && events[i].Actor == e.Actor && events[i].Kind == e.Kind && r.Player.World().Source(i+1) == source {
			n++
		}
	}
	return n
}
