package causality

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Compute sets the order to the order of events. It retains the slice.
func (o *Order) Compute(events []trace.Event) { o.Update(events, 0) }

// Update is like Compute for an interleaving that begins with the same events as the previous one;
// same is their number. It keeps the results for these events, up to the first event whose order may
// be different because other events take the messages.
func (o *Order) Update(events []trace.Event, same int) {
	o.kept = o.reset(events, same)
	o.keptRaces = len(o.races)
	for j := o.kept; j < len(events); j++ {
		e := &events[j]
		o.scanned = j
		c := o.clock(j)
		o.startClock(e, c)
		o.scan(j, e, c)
		c[e.Actor] = int32(j)
		o.joinedTo = append(o.joinedTo, int32(len(o.joined)))
		o.index(j, e)
	}
}

// reset prepares the order for events that begin with the same events as before, as many as given. It returns
// how many of these keep their clocks, and forgets the others.
func (o *Order) reset(events []trace.Event, same int) (from int) {
	width := o.width
	known := min(same, len(o.actors))
	o.actors, o.extents = o.actors[:known], o.extents[:known]
	for j := known; j < len(events); j++ {
		e := &events[j]
		width = max(width, int(max(e.Actor, effects.Released(e), e.To, e.Fatal))+1)
		o.actors, o.extents = append(o.actors, e.Actor), append(o.extents, extentOf(e))
	}
	if width > o.width {
		o.width, same = width, 0 // the clocks are too short
	}
	o.events = events
	o.clocks = resized(o.clocks, len(events)*width)
	o.arrival = resized(o.arrival, len(events))
	o.takers = resized(o.takers, len(events))
	o.ofActor = truncate(grown(o.ofActor, width), same)
	o.flushes = cutOne(o.flushes, same)
	forget(o.flushOf, same)
	o.mailbox = grown(o.mailbox, width)
	from = o.take(same)
	o.cutApart(from)
	o.released = truncate(grown(o.released, width), from)
	o.joinedTo = o.joinedTo[:from]
	o.joined = o.joined[:o.joinedBefore(from)]
	for a := range o.mailbox {
		o.mailbox[a].truncate(from)
	}
	for t := range o.onTables {
		o.onTables[t].truncate(from)
	}
	o.onCells.truncate(from, width)
	o.timers = cutTimers(o.timers, from)
	o.forgetArrivals(from)
	for i := from; i < len(events); i++ {
		o.arrival[i] = -1
	}
	for n := len(o.races); n > 0 && int(o.races[n-1].Second) >= from; n-- {
		o.races = o.races[:n-1]
	}
	return from
}

// startClock joins in c the clocks of the events without which the event cannot happen: the previous event of
// its actor, or the start of its actor; the message that it takes, if it would have waited for it;
// and, if its actor is a channel, the event that passed the message to it. This must come before
// the search for races, which would otherwise report such an edge as a race.
func (o *Order) startClock(e *trace.Event, c []int32) {
	from, released := int32(-1), int32(-1)
	if n := len(o.released[e.Actor]); n > 0 {
		released = o.released[e.Actor][n-1]
	}
	if e.Index > 0 {
		from = o.ofActor[e.Actor][e.Index-1]
	} else {
		from, released = released, from
	}
	if from >= 0 {
		copy(c, o.clock(int(from)))
	} else {
		for a := range c {
			c[a] = -1
		}
	}
	if released > from {
		o.join(c, int(released)) // it was restarted since
	}
	switch e.Kind {
	case kind.Receive:
		o.join(c, int(o.arrival[o.Position(e.Taken)]))
	case kind.Collect:
		for _, m := range e.Set.Messages {
			o.join(c, int(o.arrival[o.Position(m)]))
		}
	}
	if e.Cause != trace.NoEvent {
		o.join(c, o.Position(e.Cause))
	}
}

func (o *Order) index(j int, e *trace.Event) {
	if a := effects.Released(e); a != trace.NoActor {
		o.released[a] = append(o.released[a], int32(j))
	}
	if e.Delivers() {
		sent := int32(o.Position(e.Message))
		box := &o.mailbox[e.To]
		box.add(j, len(box.all.at) == 0 || o.takers[sent].position >= 0 || effects.OfMonitor(e))
		o.arrival[sent] = int32(j)
		o.arrived = append(o.arrived, arrival{sent, int32(j)})
	}
	if e.TimedOut() {
		o.mailbox[e.Actor].add(j, true)
	}
	if e.Kind == kind.Restart {
		o.mailbox[e.Object].add(j, true)
	}
	if e.Table != trace.NoTable {
		o.onTables[e.Table].add(j, e.Effect.Changes())
	}
	if len(e.Accesses) > 0 {
		o.onCells.add(j, e)
	}
	if deadline, timed := effects.DeadlineOf(e); timed && e.Kind == kind.TimerStart {
		o.timers = append(o.timers, Timer{int32(j), deadline, trace.ActorID(e.Object)})
	}
}

// cutTimers removes the timers that are started from the given position on.
func cutTimers(timers []Timer, from int) []Timer {
	n := len(timers)
	for n > 0 && int(timers[n-1].Start) >= from {
		n--
	}
	return timers[:n]
}
