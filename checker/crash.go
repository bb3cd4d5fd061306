package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/trace"
)

// crashes finds the exits that are violations. An exit that is not normal is one, unless it is deliberate and a
// link or a monitor notifies another process of it: then it is part of the protocol. With delayed messages
// the notification is an event of a channel.
type crashes struct {
	player    *stage.Player
	sorted    []int // positions by actor
	positions []int // of the events by which a process ended abnormally
}

func (c *crashes) mark(e *trace.Event, depth int) {
	if e.Kind == trace.Exit && c.player.World().ExitReason(e).Property != "" {
		c.positions = append(c.positions, depth)
	}
}

// violations returns the positions of the exits that are violations. If the interleaving was cut, an exit of
// which another process may still be notified is not one.
func (c *crashes) violations(cut bool) []int {
	w := c.player.World()
	excused := func(depth int) bool {
		end := &c.player.Events()[depth]
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
func (c *crashes) reported(end *trace.Event, depth int) bool {
	for i := depth + 1; i < len(c.player.Events()); i++ {
		e := &c.player.Events()[i]
		if notifies(e, end) && (e.Delivers() || e.Fatal != trace.NoActor) && !c.ineffective(i) {
			return true
		}
	}
	return false
}

// ineffective reports whether in each interleaving of this class the message at position i was flushed before
// its delivery, or delivered after the end of its receiver.
func (c *crashes) ineffective(i int) bool {
	events := c.player.Events()
	e := &events[i]
	var order *trace.Order
	for j := range events[:i] {
		if !prevents(&events[j], e) {
			continue
		}
		if order == nil {
			order = &trace.Order{Relation: trace.Relation{ReceivePatterns: true}} // for every search, so that verdicts agree
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
	case trace.Exit:
		return earlier.Actor == e.To
	case trace.Demonitor:
		return e.Flushed() && earlier.Flags&trace.Flush != 0 && earlier.Number == e.Number
	}
	return false
}

// notifies reports whether an event notifies a process of an exit, even a process that has ended.
func notifies(e, end *trace.Event) bool {
	after := func(id trace.EventID) bool { return id.Actor == end.Actor && id.Index >= end.Index }
	return (e.Kind == trace.Down || e.Kind == trace.ExitSignal) && (after(e.ID()) || after(e.Cause))
}

// evidence returns the positions of the events that show that an exit is a violation. For a deliberate
// exit these include the notifications that reach no process.
func (c *crashes) evidence(depth int) []int {
	end, positions := &c.player.Events()[depth], []int{depth}
	if c.player.World().ExitReason(end).Deliberate {
		for i := depth + 1; i < len(c.player.Events()); i++ {
			if notifies(&c.player.Events()[i], end) {
				positions = append(positions, i)
			}
		}
	}
	return positions
}
