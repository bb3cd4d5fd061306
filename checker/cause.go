package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Cause is a pair of places in a model whose operations can come in either order,
// and how many interleavings were explored because of that. It is known of a
// search with Options.Explain.
type Cause struct {
	Count         int
	First, Second Side   // of one of these interleavings; Number is 0
	Choice        bool   // the two are one, a choice
	Ends          bool   // Second ends the process of First, which may have gone further by then
	Table         string // that both work on, or ""
	Mailbox       string // the process to which both send a message, or ""
	Receive       *Side  // that takes one of the messages, if there is such a one
	// Unseen: no receive can tell which of the messages came first. Only a search
	// without receive patterns explores both orders.
	Unseen bool
	// Shown: both show something to the rules of the model, one of which can tell which
	// came first; Living: one of the two is the end of a process that has exposed a
	// state, which a rule of the living (see [Rule.Living]) can tell.
	Shown, Living bool
	// Repeated is how often one process comes to one of the places in an
	// interleaving, at most.
	Repeated int
}

// attribute notes why the present interleaving is explored.
func (x *exploration) attribute() {
	m, ok := x.strategy.(explaining)
	if !ok || !x.result.Options.Explain {
		return
	}
	why, ok := m.Reversal()
	if !ok {
		return
	}
	c := Cause{Count: 1, Choice: why.First == why.Second}
	first, second := x.event(why.First), x.event(why.Second)
	c.First, c.Second = x.side(why.First, x.sys, nil), x.side(why.Second, x.sys, nil)
	if first != nil && second != nil {
		x.relation(&c, first, second)
	}
	c.Repeated = max(x.times(why.First, c.First.Source), x.times(why.Second, c.Second.Source))
	x.result.addCause(c)
}

// relation sets what the two events have to do with each other.
func (x *exploration) relation(c *Cause, first, second *trace.Event) {
	switch {
	case endsIt(first, second):
		c.Ends = true
	case onBoard(first) && onBoard(second):
		c.Shown = true
		c.Living = first.Kind == trace.Exit || second.Kind == trace.Exit
	case first.Kind.OnTable() && second.Kind.OnTable():
		c.Table = x.sys.Detailed(second).Table
	case first.Delivers() && second.Delivers() && first.To == second.To:
		c.Mailbox = x.sys.Actor(first.To).Name
		for i := range x.player.Events() {
			if t := x.player.Events()[i].Taken; t == second.Message || t == first.Message {
				receive := said(x.sys.Executed(i+1), 0)
				c.Receive = &receive
				break
			}
		}
		if x.result.Options.Relation().ReceivePatterns {
			return // one could, in the interleaving that this one comes from
		}
		order := trace.Order{Relation: trace.Relation{ReceivePatterns: true}}
		order.Compute(x.player.Events())
		c.Unseen = order.Relation.Dependent(second, first, &order) == trace.Independent
	}
}

// onBoard reports whether rules that can tell the order see the event.
func onBoard(e *trace.Event) bool {
	return slices.ContainsFunc(e.Accesses, func(a trace.Access) bool { return a.Space == trace.Board })
}

// event returns the event with that identity, nil if it has not happened.
func (x *exploration) event(id trace.EventID) *trace.Event {
	for i := range x.player.Events() {
		if x.player.Events()[i].ID() == id {
			return &x.player.Events()[i]
		}
	}
	return nil
}

// times returns how often the process of an event came to a place.
func (x *exploration) times(id trace.EventID, source string) int {
	n, e := 0, x.event(id)
	for i := range x.player.Events() {
		if e != nil && x.player.Events()[i].Actor == id.Actor && x.player.Events()[i].Kind == e.Kind && x.sys.Executed(i+1).Source == source {
			n++
		}
	}
	return n
}

// addCause adds to the causes with the same places.
func (r *Result) addCause(c Cause) {
	if c.First.Source > c.Second.Source && !c.Ends {
		c.First, c.Second = c.Second, c.First
	}
	for i := range r.Causes {
		d := &r.Causes[i]
		if d.First.same(&c.First) && d.Second.same(&c.Second) && d.Unseen == c.Unseen && d.Choice == c.Choice && d.Ends == c.Ends && d.Shown == c.Shown {
			d.Count++
			d.Repeated = max(d.Repeated, c.Repeated)
			return
		}
	}
	r.Causes = append(r.Causes, c)
}

// same reports whether the two are at the same place in the model. What a timer does, or
// the end of a process, is at none.
func (s *Side) same(t *Side) bool {
	return s.Source == t.Source && (s.Source != "" || s.Process == t.Process)
}

// rankCauses puts the causes of the most interleavings first.
func (r *Result) rankCauses() {
	slices.SortStableFunc(r.Causes, func(a, b Cause) int { return cmp.Compare(b.Count, a.Count) })
}
