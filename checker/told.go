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
		end := &x.events[depth]
		return x.sys.ExitReason(end).Deliberate && (x.told(end, depth) || x.found.outcome == trace.Cut && x.sys.StillTells(end.ID()))
	}
	if !slices.ContainsFunc(x.ends, excused) {
		return x.ends
	}
	return slices.DeleteFunc(slices.Clone(x.ends), excused)
}

// told reports whether a link or a monitor has told somebody of an end. A message that a
// monitor was to bring counts also if it was flushed, unless that is certain to come first: which of
// the two does is not told apart.
func (x *exploration) told(end *trace.Event, depth int) bool {
	for i := depth + 1; i < len(x.events); i++ {
		e := &x.events[i]
		if tells(e, end) && (e.Delivers() || e.Fatal != trace.NoActor) && !(e.Flushed() && x.flushedBefore(i)) {
			return true
		}
	}
	return false
}

// flushedBefore reports whether the message of the Down at that position was flushed in any
// interleaving of this class before it came.
func (x *exploration) flushedBefore(down int) bool {
	order := trace.Order{Relation: trace.Relation{ReceivePatterns: true}} // for every search, or verdicts would differ
	order.Compute(slices.Clone(x.events))
	flushes := func(e *trace.Event) bool {
		return e.Kind == trace.Demonitor && e.Flags&trace.Flush != 0 && e.Key == x.events[down].Key
	}
	for i := range x.events[:down] {
		if flushes(&x.events[i]) && order.Before(i, down) {
			return true
		}
	}
	return false
}

// tells reports whether an event is there to tell somebody of an end, be it in vain.
func tells(e, end *trace.Event) bool {
	return (e.Kind == trace.Down || e.Kind == trace.ExitSignal) && (e.Actor == end.Actor && e.Index > end.Index || e.Cause == end.ID())
}

// evidence returns the positions of the events by which an end shows to be a violation: of a
// deliberate one these are also those that tell nobody of it.
func (x *exploration) evidence(depth int) []int {
	end, positions := &x.events[depth], []int{depth}
	if x.sys.ExitReason(end).Deliberate {
		for i := depth + 1; i < len(x.events); i++ {
			if tells(&x.events[i], end) {
				positions = append(positions, i)
			}
		}
	}
	return positions
}

// violated records a violation for each process that ended abnormally.
func (x *exploration) violated() error {
	for _, depth := range x.crashes() {
		e := &x.events[depth]
		reason := x.sys.ExitReason(e)
		v := &Violation{Property: reason.Property, Explanation: reason.Text, Process: x.sys.Actor(e.Actor).Name}
		if err := x.record(v, x.evidence(depth)); err != nil {
			return err
		}
	}
	return nil
}
