package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// An exit that is not normal is a violation, unless it is deliberate and somebody is
// told of it, by a link or a monitor: then it is a part of the protocol. Who is told shows only
// behind the exit, and if messages travel, by the events of channels.

// crashes returns the positions of the ends that are violations: the abnormal
// ones but for those that somebody was told of, or may be told of behind the present
// interleaving, if that has been cut.
func (x *exploration) crashes() []int {
	excused := func(depth int) bool {
		end := &x.player.Events()[depth]
		return x.sys.ExitReason(end).Deliberate && (x.told(end, depth) || x.found.outcome == trace.Cut && x.sys.StillTells(end.ID()))
	}
	if !slices.ContainsFunc(x.ends, excused) {
		return x.ends
	}
	return slices.DeleteFunc(slices.Clone(x.ends), excused)
}

// told reports whether a link or a monitor has told somebody of an end. The message that it
// brings counts also if it was flushed, or if who is to be told has ended, unless that is certain to come
// first: which of the two does is not told apart.
func (x *exploration) told(end *trace.Event, depth int) bool {
	for i := depth + 1; i < len(x.player.Events()); i++ {
		e := &x.player.Events()[i]
		if tells(e, end) && (e.Delivers() || e.Fatal != trace.NoActor) && !x.inVain(i) {
			return true
		}
	}
	return false
}

// inVain reports whether in any interleaving of this class the message at that position
// was flushed before it came, or came to somebody who had ended.
func (x *exploration) inVain(telling int) bool {
	e := &x.player.Events()[telling]
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
	for i := range x.player.Events()[:telling] {
		if !prevents(&x.player.Events()[i]) {
			continue
		}
		if order == nil {
			order = &trace.Order{Relation: trace.Relation{ReceivePatterns: true}} // for every search, or verdicts would differ
			order.Compute(slices.Clone(x.player.Events()))
		}
		if order.Before(i, telling) {
			return true
		}
	}
	return false
}

// tells reports whether an event is there to tell somebody of an end, be it in vain.
func tells(e, end *trace.Event) bool {
	after := func(id trace.EventID) bool { return id.Actor == end.Actor && id.Index >= end.Index }
	return (e.Kind == trace.Down || e.Kind == trace.ExitSignal) && (after(e.ID()) || after(e.Cause))
}

// evidence returns the positions of the events by which an end shows to be a violation: of a
// deliberate one these are also those that tell nobody of it.
func (x *exploration) evidence(depth int) []int {
	end, positions := &x.player.Events()[depth], []int{depth}
	if x.sys.ExitReason(end).Deliberate {
		for i := depth + 1; i < len(x.player.Events()); i++ {
			if tells(&x.player.Events()[i], end) {
				positions = append(positions, i)
			}
		}
	}
	return positions
}

// violated records a violation for each process that ended abnormally.
func (x *exploration) violated() error {
	for _, depth := range x.crashes() {
		e := &x.player.Events()[depth]
		reason := x.sys.ExitReason(e)
		v := &Violation{Property: reason.Property, Explanation: reason.Text, Process: x.sys.Actor(e.Actor).Name}
		if err := x.record(v, x.evidence(depth)); err != nil {
			return err
		}
	}
	return nil
}
