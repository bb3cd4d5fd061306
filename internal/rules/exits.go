package rules

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Exits finds the exits that are violations. An exit that is not normal is one, unless it is deliberate and a
// link or a monitor notifies another process of it: then it is part of the protocol. With delayed messages
// the notification is an event of a channel.
type Exits struct {
	Player    *stage.Player
	sorted    []int // positions by actor
	positions []int // of the events by which a process ended abnormally
}

// Mark records an event by which a process ends abnormally.
func (c *Exits) Mark(e *trace.Event, depth int) {
	if e.Kind == kind.Exit && c.Player.World().ExitReason(e).Property != "" {
		c.positions = append(c.positions, depth)
	}
}

// Back forgets the events from depth on.
func (c *Exits) Back(depth int) { c.positions = upTo(depth, c.positions) }

// Violations returns the positions of the exits that are violations. If the interleaving was cut, an exit of
// which another process may still be notified is not one.
func (c *Exits) Violations(cut bool) []int {
	w := c.Player.World()
	excused := func(depth int) bool {
		end := &c.Player.Events()[depth]
		return w.ExitReason(end).Deliberate && (c.reported(end, depth) || cut && w.StillTells(end.ID()))
	}
	if !slices.ContainsFunc(c.positions, excused) {
		return c.positions
	}
	return slices.DeleteFunc(slices.Clone(c.positions), excused)
}

// reported reports whether a link or a monitor has notified a process of an exit. A message that was flushed, or
// sent to a process that had ended, counts unless the same is true in every interleaving of the class:
// equivalent interleavings must have the same violations.
func (c *Exits) reported(end *trace.Event, depth int) bool {
	for i := depth + 1; i < len(c.Player.Events()); i++ {
		e := &c.Player.Events()[i]
		if notifies(e, end) && (e.Delivers() || e.Fatal != trace.NoActor) && !c.ineffective(i) {
			return true
		}
	}
	return false
}

// ineffective reports whether in each interleaving of this class the message at position i was flushed before
// its delivery, or delivered after the end of its receiver.
func (c *Exits) ineffective(i int) bool {
	events := c.Player.Events()
	e := &events[i]
	var order *causality.Order
	for j := range events[:i] {
		if !prevents(&events[j], e) {
			continue
		}
		if order == nil {
			order = &causality.Order{Relation: causality.Relation{ReceivePatterns: true}} // for every search, so that verdicts agree
			order.Compute(slices.Clone(events))
		}
		if order.Before(j, i) {
			return true
		}
	}
	return false
}

// prevents reports whether the message of event e, a notification, reaches no process because of an
// earlier event.
func prevents(earlier, e *trace.Event) bool {
	switch earlier.Kind {
	case kind.Exit:
		return earlier.Actor == e.To
	case kind.Demonitor:
		return effects.Flushed(e) && earlier.Flags&kind.Flush != 0 && earlier.Number == e.Number
	}
	return false
}

// notifies reports whether an event notifies a process of an exit, even a process that has ended.
func notifies(e, end *trace.Event) bool {
	after := func(id trace.EventID) bool { return id.Actor == end.Actor && id.Index >= end.Index }
	return (e.Kind == kind.Down || e.Kind == kind.ExitSignal) && (after(e.ID()) || after(e.Cause))
}

// Evidence returns the positions of the events that show that an exit is a violation. For a deliberate
// exit these include the notifications that reach no process.
func (c *Exits) Evidence(depth int) []int {
	end, positions := &c.Player.Events()[depth], []int{depth}
	if c.Player.World().ExitReason(end).Deliberate {
		for i := depth + 1; i < len(c.Player.Events()); i++ {
			if notifies(&c.Player.Events()[i], end) {
				positions = append(positions, i)
			}
		}
	}
	return positions
}

// Words appends the crashes so far. If the order of two events decides whether a crash counts, it appends
// the whole interleaving.
func (c *Exits) Words(words []uint64) []uint64 {
	events := c.Player.Events()
	actor, value := func(a trace.ActorID) trace.ActorID { return a }, func(v trace.ValueID) trace.ValueID { return v }
	if sys := world.Simulated(c.Player.World()); sys != nil && sys.Exchanges() {
		actor, value = sys.SeenActor, sys.Seen
	}
	c.sorted = append(c.sorted[:0], c.positions...)
	slices.SortFunc(c.sorted, func(x, y int) int { return cmp.Compare(actor(events[x].Actor), actor(events[y].Actor)) })
	words = append(words, uint64(len(c.sorted)))
	for _, depth := range c.sorted {
		end := &events[depth]
		told, certain := c.told(end, depth)
		flags := uint64(0)
		if told {
			flags = 1
		}
		if !certain {
			flags |= uint64(len(events)) << 1
		}
		if words = append(words, pair(int32(actor(end.Actor)), int32(value(end.Value))), flags); certain {
			continue
		}
		for i := range events {
			words = append(words, pair(int32(events[i].Actor), events[i].Alternative))
		}
	}
	return words
}

// told reports whether an exit is no violation because a process has been told of it, and whether that
// is certain.
func (c *Exits) told(end *trace.Event, depth int) (told, certain bool) {
	if !c.Player.World().ExitReason(end).Deliberate {
		return false, true
	}
	certain = true
	for i := depth + 1; i < len(c.Player.Events()); i++ {
		e := &c.Player.Events()[i]
		if !notifies(e, end) || !e.Delivers() && e.Fatal == trace.NoActor {
			continue
		}
		if !slices.ContainsFunc(c.Player.Events()[:i], func(earlier trace.Event) bool { return prevents(&earlier, e) }) {
			return true, true
		}
		certain = false
	}
	return false, certain
}
