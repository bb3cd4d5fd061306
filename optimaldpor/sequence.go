package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// sequence is a planned interleaving: the first start events of the last interleaving, and the
// wakeup sequence events after them.
//
// A message may have another taker in the planned interleaving than in the executed one, so the
// sequence implements causality.Takers.
type sequence struct {
	relation causality.Relation
	order    *causality.Order

	executed []trace.Event // the last interleaving
	start    int
	events   []*trace.Event

	beyond []*trace.Event // executed events that remain possible after events
	at     []int32        // as built, for events and then for beyond: their positions; -1 if they were not executed in this way
	wide   bool           // beyond counts too

	free    []int32 // scratch of independentOf
	within  []int32 // within[k] is round if events has the executed event k, -round if beyond has it
	round   int32
	changed trace.Event   // the reversed event, with its predicted result
	given   trace.EventID // a message with another taker than in the executed interleaving; of a Collect, one of several
	givenAt int32         // the position of its send; -1 if there is none
	taker   trace.Event   // that taker, with its predicted result
	taking  int           // the position of the receive that takes or does something else; -1 if none

	preventers preventers // of the event of reversePreventable
	common     common     // of the sequences of races with one first event
}

// whole makes the sequence the executed interleaving itself.
func (s *sequence) whole(executed []trace.Event) {
	s.executed, s.start, s.events = executed, len(executed), s.events[:0]
	s.give(trace.NoEvent, -1)
	s.beyond, s.wide = s.beyond[:0], false
	s.common.first = -1
}

// give sets which message has another taker, and which executed receive takes or does something else.
func (s *sequence) give(message trace.EventID, taking int) {
	s.given, s.givenAt, s.taking = message, int32(s.order.Position(message)), taking
}

// admits reports whether the budget of the last event, if it is a fault of a message, admits it after all others.
func (s *sequence) admits() bool {
	last := s.events[len(s.events)-1]
	if last.Fault() == trace.NoFault {
		return true
	}
	left := last.Budget.Limits[last.Fault()]
	s.forwards(func(e *trace.Event) bool {
		if effects.Competes(e, last) {
			left--
		}
		return false
	})
	return left >= 0
}

// independentOf starts the sequence with all events that do not happen after the event at position
// i, except j. It includes events after j: leaving out events on which j does not depend
// loses interleavings.
func (s *sequence) independentOf(executed []trace.Event, i, j int) {
	s.executed, s.start, s.events, s.at = executed, i, s.events[:0], s.at[:0]
	s.give(trace.NoEvent, -1)
	s.beyond, s.wide = s.beyond[:0], false
	s.round++
	for len(s.within) < len(executed) {
		s.within = append(s.within, 0)
	}
	s.free = s.order.NotAfter(s.free[:0], i)
	for _, k := range s.free {
		if int(k) != j {
			s.append(int(k))
		}
	}
}

func (s *sequence) append(k int) {
	s.within[k] = s.round
	s.at = append(s.at, int32(k))
	s.events = append(s.events, &s.executed[k])
}

// appendOwn appends an event that was not executed in this way.
func (s *sequence) appendOwn(e *trace.Event) {
	s.at = append(s.at, -1)
	s.events = append(s.events, e)
}

// covered reports whether e, which can happen after the first a events, is a weak initial of the
// sequence, with the events beyond it and without them. If that makes a difference, the events
// beyond become a part of the sequence: otherwise a class in which they come before e, or show
// the order of two messages, might be planned nowhere.
func (s *sequence) covered(e initial, a int) bool {
	if !s.weakInitial(e, a) {
		return false
	}
	if len(s.beyond) == 0 {
		return true
	}
	if s.wide = true; s.weakInitial(e, a) {
		s.wide = false
		return true
	}
	s.events = append(s.events, s.beyond...)
	s.beyond = s.beyond[:0]
	return false
}

// beyond is the takers of a sequence together with the events beyond it.
type beyond struct{ *sequence }

// Taker implements causality.Takers.
func (b beyond) Taker(message *trace.Event) *trace.Event {
	was := b.wide
	b.wide = true
	taker := b.sequence.Taker(message)
	b.wide = was
	return taker
}

func (b beyond) flushes() []*trace.Event {
	was := b.wide
	b.wide = true
	all := b.sequence.flushes()
	b.wide = was
	return all
}

// predict sets the result of an event after the sequence, instead of the executed event j. It
// returns false if the event cannot happen there.
func (s *sequence) predict(e *trace.Event, j int) bool {
	if e.IsReceive() {
		return s.predictReceive(e, j)
	}
	switch {
	case e.Kind.Is(kind.ByName) && e.Kind.Is(kind.Sends):
		predictName(s, e)
	case effects.Behaves(&e.Op):
		if !effects.Behave(e, s.cell) {
			return false
		}
	}
	if e.Kind.Is(kind.OnRow | kind.Scans) {
		exists, old := s.predictRow(e)
		return !e.Blocks() || effects.Awaited(&e.Op, exists, old)
	}
	return s.due(e)
}

// predictName sets where a SendName puts its message. If that is another process, the message may have another budget, so it has
// no fault. Otherwise it keeps its fault: the alternatives that are planned after the sequence would not include the receive
// that shows whether another message came first, so that this message would seem independent of theirs.
func predictName(s *sequence, e *trace.Event) {
	was := *e
	if f, reordered := effects.InTurn(e); reordered {
		was.To = f.To
	}
	effects.Vary(e, 0)
	if effects.Behave(e, s.cell); e.Flags&kind.Delayed == 0 && e.To == was.To && e.To != trace.NoActor {
		effects.Vary(e, was.Alternative)
		effects.Behave(e, s.cell)
	}
}

// due reports whether no timer that runs after the sequence has an earlier deadline than the timer that the event expires, if it
// does. (Where resume has left
// marks of events after the first event of a race, no such timer is among them: it would expire before e, in this order.)
func (s *sequence) due(e *trace.Event) bool {
	deadline, timed := effects.DeadlineOf(e)
	if !timed || e.Kind.Is(kind.Starts) {
		return true
	}
	for _, t := range s.order.Timers() {
		if t.Deadline >= deadline || !s.has(int(t.Start)) {
			continue
		}
		if end := s.order.ExpiryOf(t); end < 0 || !s.has(end) {
			return false
		}
	}
	return true
}

// predictReceive sets which messages a receive takes.
func (s *sequence) predictReceive(e *trace.Event, j int) bool {
	switch was := &s.executed[j]; {
	case e.Kind.Is(kind.Collects) && was.IsReceive():
		s.give(trace.NoEvent, j) // all may be others
	case was.TimedOut(), was.IsReceive() && takesAgain(s, e): // one that timed out races with a message that comes even later
		return true
	case was.IsReceive():
		// It takes nothing: any other message that it matches comes after the message that it took.
		s.taking = j
		e.Taken, e.Result, e.Budget = trace.NoEvent, trace.NoValue, nil
		effects.TakeFrom(e, trace.NoActor, 0, 0)
		effects.Vary(e, 0)
		return true
	}
	// It is a Collect; or event j ended the process, which continues instead. It takes the first matches since it was started.
	var all []trace.EventID
	s.forwards(func(f *trace.Event) (stop bool) {
		switch {
		case f.Kind == kind.Restart && trace.ActorID(f.Object) == e.Actor:
			all, e.Result = nil, trace.NoValue
			effects.TakeFrom(e, trace.NoActor, 0, 0)
		case len(all) < e.Wanted() && f.To == e.Actor && s.Taker(f) == nil && e.Patterns().Match(f.Value):
			all, e.Result = append(all, f.Message), f.Value
			s.takeFrom(e, f)
		}
		return false
	})
	e.Take(all)
	s.taker = *e
	if s.give(e.Taken, s.taking); len(all) > 1 {
		s.givenAt = causality.ManyGiven
	}
	return e.Kind.Is(kind.GivesUp) || len(all) == e.Wanted()
}

// takesAgain sets whether a receive takes or drops the message that it took when it was executed. It returns false if the message has
// not arrived in the sequence, or is not one that may be dropped.
func takesAgain(s *sequence, e *trace.Event) (arrived bool) {
	if len(e.Accesses) == 0 {
		return false
	}
	s.forwards(func(f *trace.Event) (stop bool) {
		arrived = f.To == e.Actor && f.Message == e.Taken
		if arrived {
			s.takeFrom(e, f)
			s.taker = *e
			s.give(e.Taken, -1)
		}
		return arrived
	})
	return arrived
}

// takeFrom sets whether a receive after the sequence takes or drops the message of an event.
func (s *sequence) takeFrom(receive, message *trace.Event) {
	node, life := effects.Origin(message)
	present := int32(1)
	if life > 0 {
		s.forwards(func(f *trace.Event) (stop bool) {
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
func (s *sequence) predictRow(e *trace.Event) (exists bool, old trace.ValueID) {
	other := trace.NoValue
	known, different := false, false
	last(s, s.order.ChangesOfTable(e.Table), func(f *trace.Event) (stop bool) {
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
func (s *sequence) cell(c trace.Cell) (value int32) {
	last(s, s.order.ChangesOfCell(c), func(f *trace.Event) (stop bool) {
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

// last calls f for the executed events at the positions, as far as they are in the planned interleaving, last first, until f returns
// true. All events of the sequence must be executed ones so far, in their order.
func last(s *sequence, positions []int32, f func(*trace.Event) (stop bool)) {
	at := s.at
	for n := len(positions) - 1; n >= 0; n-- {
		k := positions[n]
		for len(at) > 0 && at[len(at)-1] > k {
			at = at[:len(at)-1]
		}
		if int(k) >= s.start && (len(at) == 0 || at[len(at)-1] != k) {
			continue
		}
		if f(&s.executed[k]) {
			return
		}
	}
}

// forwards calls f for the events of the planned interleaving until f returns true.
func (s *sequence) forwards(f func(*trace.Event) bool) {
	for k := range s.start {
		if f(&s.executed[k]) {
			return
		}
	}
	for _, e := range s.events {
		if f(e) {
			return
		}
	}
}

// Taker implements causality.Takers for the planned interleaving.
func (s *sequence) Taker(message *trace.Event) *trace.Event {
	if s.given == message.Message || s.given != trace.NoEvent && s.taker.Set.Has(message.Message) {
		return &s.taker
	}
	t := s.order.TakerPosition(message)
	if t < 0 || t == s.taking || !s.has(t) {
		return nil
	}
	return &s.executed[t]
}

// has reports whether the executed event at a position is in the planned interleaving, and in the
// events beyond if these count.
func (s *sequence) has(k int) bool {
	return k < s.start || s.within[k] == s.round || s.wide && s.within[k] == -s.round
}

// flushes returns the events that flush monitors in the planned interleaving. The reversed event
// is left out: it is the last event of its process there, so no later receive can show its flush,
// and a sequence that reverses it with the message itself does not contain the message.
func (s *sequence) flushes() (all []*trace.Event) {
	for _, k := range s.order.Flushes() {
		if s.has(int(k)) {
			all = append(all, &s.executed[k])
		}
	}
	return all
}

// weakInitial reports whether e, which can happen after the first a events, can be moved before
// all later events of the planned interleaving, and the events beyond if these count: either e is among
// them and no event before it conflicts with it, or it is not among them and no event conflicts.
func (s *sequence) weakInitial(e initial, a int) bool {
	l := e.limit(s.relation)
	for k := a; k < s.start; k++ {
		if l == nil && !e.footprint.Meets(s.order, k) {
			continue
		}
		if decided, isInitial := compare(s.relation, &s.executed[k], e, s); decided {
			return isInitial
		}
		if l != nil && l.exceeded(&s.executed[k], s) {
			return false
		}
	}
	p := places{s.order, s.at, s.givenAt}
	if s.wide {
		return weakInitialWithin(s.relation, e, l, s, p, s.events, s.beyond)
	}
	return weakInitialWithin(s.relation, e, l, s, p, s.events)
}

// waking returns the position of the first event of the executed interleaving, which the sequence must be, that conflicts with e,
// which can happen after the first a events; and a position up to which the interleaving has shown that e is not a weak initial
// of the rest: the same, or the position of the observer of the conflict. It returns false if e is a weak initial.
func (s *sequence) waking(e initial, a int) (first, shown int, ok bool) {
	l := e.limit(s.relation)
	for k := a; k < s.start; k++ {
		if l == nil && !e.footprint.Meets(s.order, k) {
			continue
		}
		x := &s.executed[k]
		if x.Actor == e.event.Actor {
			return k, k, !e.alternatives().has(x.Alternative)
		}
		switch s.relation.Dependent(x, e.event, s) {
		case causality.Independent:
			if l != nil && l.exceeded(x, s) {
				return k, k, true
			}
		case causality.Observed:
			return k, max(k, s.order.TakerPosition(x)), true
		default:
			return k, k, true
		}
	}
	return s.start, s.start, false
}

// preventers is the executed events that may prevent a given one.
type preventers struct {
	at []int32 // their positions, in order
	// runsTo has, for each position, the last position at which an earlier timer in at expires; endless if such a timer never
	// expires, -1 if there is no earlier timer. It is empty for an Await and a Use.
	runsTo []int32

	several bool // they change several cells, so one of them may also make possible what another prevents
	alone   bool // only the one before which the event comes is left out, with all that happens after it

	left []int32 // the events that a sequence leaves out, with all events that happen after them
	away []bool  // scratch of without
}

// common is the part that the sequences of some races share: races with one first message, whose order only the receive that
// took it shows. If n processes send to one receive, an interleaving has n such races, and their sequences
// differ in two events.
type common struct {
	first   int     // the position of the message; -1 if nothing is known
	receive int     // the position of the receive
	round   int32   // the round of the sequence to which these lists belong
	others  []int32 // the events after the two messages, before the receive
	beyond  []int32

	after []int32 // scratch of observeFirst
}
