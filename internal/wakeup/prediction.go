package wakeup

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// predict sets the result of an event after the sequence, instead of the executed event j. It
// returns false if the event cannot happen there.
func (b *Builder) predict(e *trace.Event, j int) bool {
	if e.IsReceive() {
		return b.predictReceive(e, j)
	}
	switch {
	case e.Kind.Is(kind.ByName) && e.Kind.Is(kind.Sends):
		predictName(b, e)
	case effects.Behaves(&e.Op):
		if !b.behave(e) {
			return false
		}
	}
	if e.Kind.Is(kind.OnRow | kind.Scans) {
		exists, old := b.predictRow(e)
		return !e.Blocks() || effects.Awaited(&e.Op, exists, old)
	}
	return b.due(e)
}

// predictName sets where a SendName puts its message. If that is another process, the message may have another budget, so it has
// no fault. Otherwise it keeps its fault: the alternatives that are planned after the sequence would not include the receive
// that shows whether another message came first, so that this message would seem independent of theirs.
func predictName(b *Builder, e *trace.Event) {
	was := *e
	if f, reordered := effects.InTurn(e); reordered {
		was.To = f.To
	}
	effects.Vary(e, 0)
	if effects.Behave(e, b.state); e.Flags&kind.Delayed == 0 && e.To == was.To && e.To != trace.NoActor {
		effects.Vary(e, was.Alternative)
		effects.Behave(e, b.state)
	}
}

// due reports whether no timer that runs after the sequence has an earlier deadline than the timer that the event expires, if it
// does. (Where resume has left
// marks of events after the first event of a race, no such timer is among them: it would expire before e, in this order.)
func (b *Builder) due(e *trace.Event) bool {
	deadline, timed := effects.DeadlineOf(e)
	if !timed || e.Kind.Is(kind.Starts) {
		return true
	}
	for _, t := range b.order.Timers() {
		if t.Deadline >= deadline || !b.keeps(int(t.Start)) {
			continue
		}
		if end := b.order.ExpiryOf(t); end < 0 || !b.keeps(end) {
			return false
		}
	}
	return true
}

// predictReceive sets which messages a receive takes.
func (b *Builder) predictReceive(e *trace.Event, j int) bool {
	switch was := &b.executed[j]; {
	case e.Kind.Is(kind.Collects) && was.IsReceive():
		b.give(trace.NoEvent, j) // all may be others
	case was.TimedOut(), was.IsReceive() && takesAgain(b, e): // one that timed out races with a message that comes even later
		return true
	case was.IsReceive():
		// It takes nothing: any other message that it matches comes after the message that it took.
		b.taking = j
		e.Taken, e.Result, e.Budget = trace.NoEvent, trace.NoValue, nil
		effects.TakeFrom(e, trace.NoActor, 0, 0)
		effects.Vary(e, 0)
		return true
	}
	// It is a Collect; or event j ended the process, which continues instead. It takes the first matches since it was started.
	var all []trace.EventID
	b.forwards(func(f *trace.Event) (stop bool) {
		switch {
		case f.Kind == kind.Restart && trace.ActorID(f.Object) == e.Actor:
			all, e.Result = nil, trace.NoValue
			effects.TakeFrom(e, trace.NoActor, 0, 0)
		case len(all) < e.Wanted() && f.To == e.Actor && b.Taker(f) == nil && e.Patterns().Match(f.Value):
			all, e.Result = append(all, f.Message), f.Value
			b.takeFrom(e, f)
		}
		return false
	})
	e.Take(all)
	b.taker = *e
	if b.give(e.Taken, b.taking); len(all) > 1 {
		b.givenAt = causality.ManyGiven
	}
	return e.Kind.Is(kind.GivesUp) || len(all) == e.Wanted()
}

// takesAgain sets whether a receive takes or drops the message that it took when it was executed. It returns false if the message has
// not arrived in the sequence, or is not one that may be dropped.
func takesAgain(b *Builder, e *trace.Event) (arrived bool) {
	if len(e.Accesses) == 0 {
		return false
	}
	b.forwards(func(f *trace.Event) (stop bool) {
		arrived = f.To == e.Actor && f.Message == e.Taken
		if arrived {
			b.takeFrom(e, f)
			b.taker = *e
			b.give(e.Taken, -1)
		}
		return arrived
	})
	return arrived
}

// takeFrom sets whether a receive after the sequence takes or drops the message of an event.
func (b *Builder) takeFrom(receive, message *trace.Event) {
	node, life := effects.Origin(message)
	present := int32(1)
	if life > 0 {
		b.forwards(func(f *trace.Event) (stop bool) {
			if f.Kind == kind.Restart && trace.ActorID(f.Object) == node {
				present++
			}
			return false
		})
	}
	effects.TakeFrom(receive, node, life, present)
}

// predictRow sets the effect of an operation on the rows of a table. It returns whether the table
// exists then, and the value under the key.
func (b *Builder) predictRow(e *trace.Event) (exists bool, old trace.ValueID) {
	other := trace.NoValue
	known, different := false, false
	last(b, b.order.ChangesOfTable(e.Table), func(f *trace.Event) (stop bool) {
		switch {
		case f.Kind.Is(kind.OnWholeTable):
			exists = exists || f.Kind == kind.TableNew
			return true
		case f.Key == e.Key:
			if !known {
				old, known = f.After, true
			}
			if !different && f.After != e.Value {
				other, different = f.After, true
			}
		}
		exists = true // as the row was changed
		return different
	})
	e.Effect = effects.RowEffect(&e.Op, exists, old)
	e.Before = old
	if e.Effect == trace.Write {
		e.Before = other
	}
	e.After = trace.NoValue
	if effects.ChangesRow(e) {
		e.After = effects.RowAfter(&e.Op, old)
	}
	return exists, old
}

// cell returns the content of the cell after the sequence.
func (b *Builder) cell(c trace.Cell) (value int32) {
	last(b, b.order.ChangesOfCell(c), func(f *trace.Event) (stop bool) {
		for k := len(f.Accesses) - 1; k >= 0; k-- {
			if a := &f.Accesses[k]; a.Cell == c && a.Effect != trace.Read {
				value = a.After
				return true
			}
		}
		return false
	})
	return value
}

// behave sets the effects of the event after the sequence, and reports whether it is possible.
func (b *Builder) behave(e *trace.Event) (possible bool) {
	possible = effects.BehaveIn(e, b.state, b.accesses[:0])
	if b.accesses = e.Accesses; possible && b.place == nil {
		e.Accesses = slices.Clone(e.Accesses)
	}
	return possible
}

// keeps reports whether the executed event at a position is in the planned interleaving.
func (b *Builder) keeps(k int) bool {
	if b.place != nil {
		return b.place.keeps(k)
	}
	return b.has(k)
}

// last calls f for the executed events at the positions, as far as they are in the planned interleaving, last first, until f returns
// true. All events of the sequence must be executed ones so far, in their order.
func last(b *Builder, positions []int32, f func(*trace.Event) (stop bool)) {
	at := b.at
	for n := len(positions) - 1; n >= 0; n-- {
		k := positions[n]
		if b.place != nil {
			if b.place.keeps(int(k)) && f(&b.executed[k]) {
				return
			}
			continue
		}
		for len(at) > 0 && at[len(at)-1] > k {
			at = at[:len(at)-1]
		}
		if int(k) >= b.start && (len(at) == 0 || at[len(at)-1] != k) {
			continue
		}
		if f(&b.executed[k]) {
			return
		}
	}
}

// forwards calls f for the events of the planned interleaving until f returns true.
func (b *Builder) forwards(f func(*trace.Event) bool) {
	for k := range b.start {
		if f(&b.executed[k]) {
			return
		}
	}
	for _, e := range b.events {
		if f(e) {
			return
		}
	}
}
