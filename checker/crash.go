package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/trace"
)

// crashes finds the ends of processes that are violations. An exit that is not normal is one, unless it
// is deliberate and a link or a monitor tells another process of it: then it is a part of the protocol.
// Whether that is so shows only after the exit, and if messages travel, by the events of channels.
type crashes struct {
	player    *player.Player
	positions []int // of the events by which a process ended abnormally
}

// mark notes an event by which a process ends abnormally.
func (c *crashes) mark(e *trace.Event, depth int) {
	if e.Kind == trace.Exit && c.player.System().ExitReason(e).Property != "" {
		c.positions = append(c.positions, depth)
	}
}

// violations returns the positions of the ends that are violations: the abnormal ones but for those that
// a process was told of, or may be told of after the present interleaving, if that has been cut.
func (c *crashes) violations(cut bool) []int {
	sys := c.player.System()
	excused := func(depth int) bool {
		end := &c.player.Events()[depth]
		return sys.ExitReason(end).Deliberate && (c.reported(end, depth) || cut && sys.StillTells(end.ID()))
	}
	if !slices.ContainsFunc(c.positions, excused) {
		return c.positions
	}
	return slices.DeleteFunc(slices.Clone(c.positions), excused)
}

// reported reports whether a link or a monitor has told a process of an end. Its message counts also if
// it was flushed, or if the process has ended, unless that is certain to come first: which of the two
// does makes no difference.
func (c *crashes) reported(end *trace.Event, depth int) bool {
	for i := depth + 1; i < len(c.player.Events()); i++ {
		e := &c.player.Events()[i]
		if tells(e, end) && (e.Delivers() || e.Fatal != trace.NoActor) && !c.inVain(i) {
			return true
		}
	}
	return false
}

// inVain reports whether in any interleaving of this class the message at that position
// was flushed before it came, or came to a process that had ended.
func (c *crashes) inVain(telling int) bool {
	e := &c.player.Events()[telling]
	prevents := func(earlier *trace.Event) bool {
		switch earlier.Kind {
		case trace.Exit:
			return earlier.Actor == e.To
		case trace.Demonitor:
			return e.Flushed() && earlier.Flags&trace.Flush != 0 && earlier.Key == e.Key
		}
		return false
	}
	var order *trace.Order
	for i := range c.player.Events()[:telling] {
		if !prevents(&c.player.Events()[i]) {
			continue
		}
		if order == nil {
			order = &trace.Order{Relation: trace.Relation{ReceivePatterns: true}} // for every search, or verdicts would differ
			order.Compute(slices.Clone(c.player.Events()))
		}
		if order.Before(i, telling) {
			return true
		}
	}
	return false
}

// tells reports whether an event is there to tell a process of an end, even one that has ended.
func tells(e, end *trace.Event) bool {
	after := func(id trace.EventID) bool { return id.Actor == end.Actor && id.Index >= end.Index }
	return (e.Kind == trace.Down || e.Kind == trace.ExitSignal) && (after(e.ID()) || after(e.Cause))
}

// evidence returns the positions of the events by which an end shows to be a violation: of a
// deliberate one these are also the events that reach no process.
func (c *crashes) evidence(depth int) []int {
	end, positions := &c.player.Events()[depth], []int{depth}
	if c.player.System().ExitReason(end).Deliberate {
		for i := depth + 1; i < len(c.player.Events()); i++ {
			if tells(&c.player.Events()[i], end) {
				positions = append(positions, i)
			}
		}
	}
	return positions
}
