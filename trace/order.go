package trace

// Race is a pair of events, by position, of different actors that depend on each other directly,
// with no event in between that orders them, and that can happen in the other order.
type Race struct {
	First, Second int32
	// Observed says that the order is visible only to the receive that takes the message of First.
	Observed bool
}

// Order is the happens-before relation of one interleaving, held as vector clocks, together with
// its races. It can be reused for the next interleaving. The zero value is ready to use once
// Relation is set.
//
// The clock of an event holds, for every actor, the position of its last event that happens before
// (or is) the event, or -1. So "i happens before j" is one comparison (Abdulla, Aronis, Jonsson,
// Sagonas, "Optimal Dynamic Partial Order Reduction", section 5).
type Order struct {
	Relation Relation

	events     []Event
	kept       int // how many of the first events Update has kept
	keptRaces  int // how many of the first races
	scanned    int // number of events whose clock is complete
	width      int
	actors     []ActorID // of each event, as the events are large
	touched    []Touched // by each event
	clocks     []int32   // one row of width for each event
	joined     []int32   // for each event, one after the other: the events whose clocks were joined to its own
	joinedTo   []int32   // for each event: the end of its part of joined
	ofActor    [][]int32 // positions of the events of each actor, in order
	firsts     []int32   // for each actor that has events from position firstsFrom on, the first of them
	firstsFrom int
	released   [][]int32 // positions of the events that released each actor, in order
	takers     []taker   // for the send of a message, the event that took it
	arrived    []arrived // the messages that were delivered, in order
	arrival    []int32   // for the send of a message, the position of its delivery, -1
	flushes    []int32   // positions of the first events that flush each monitor
	flushOf    []int32   // the same for each monitor; -1 if there is none
	mailbox    []halves  // for each actor: the events that deliver a message to it or restart it, and its receives that timed out
	onTables   []halves  // for each table: the operations on it
	onCells    onCells
	timers     []Timer
	lists      []list   // scratch of scan
	apart      []apart  // for each event, the result of NotAfter
	asked      []int32  // the events of which apart has something
	marked     []uint64 // scratch of farNotAfter
	inFlight   []flight // scratch of take
	races      []Race

	identities []uint64 // scratch of Class
}

// Compute sets the order to the order of events. It retains the slice.
func (o *Order) Compute(events []Event) { o.Update(events, 0) }

// Update is like Compute for an interleaving that begins with the same events as the previous one;
// same is their number. It keeps the results for these events, up to the first event whose order may
// be different because other events take the messages.
func (o *Order) Update(events []Event, same int) {
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

// Before reports whether event i happens before event j or i == j, for positions i <= j.
func (o *Order) Before(i, j int) bool {
	return int32(i) <= o.clocks[j*o.width+int(o.actors[i])]
}

// Races returns the races in the order of the later events, and for each of these the nearest
// earlier event first. The slice is valid until the next Compute.
func (o *Order) Races() []Race { return o.races }

// Kept returns how many of the first events, and of the first races, the last Update has kept.
func Kept(o *Order) (events, races int) { return o.kept, o.keptRaces }

// Position returns the position of the event with the given identity, or -1.
func (o *Order) Position(id EventID) int {
	if id.Actor < 0 || int(id.Actor) >= len(o.ofActor) {
		return -1
	}
	if p := o.ofActor[id.Actor]; int(id.Index) < len(p) {
		return int(p[id.Index])
	}
	return -1
}

// TakerPosition returns the position of the event that takes the message sent by the given event: a
// receive, or the Demonitor that flushes it. It returns -1 if there is none. A Demonitor may come
// before the message, so its position is also known for a message that is not in the interleaving:
// the given event may be one that is only compared with the interleaving, and another event may be
// in its place.
func (o *Order) TakerPosition(message *Event) int {
	if i := o.Position(message.Message); i >= 0 && (message.Kind != Down || o.events[i].Same(&message.Op)) {
		if t := o.takers[i].position; t >= 0 && o.events[t].IsReceive() {
			return int(t)
		}
	}
	if message.ofMonitor() && int(message.Number) < len(o.flushOf) {
		return int(o.flushOf[message.Number])
	}
	return -1
}

// Flushes returns the positions of the events that flush monitors, in order: the first one for each
// monitor. The slice is valid until the next Compute.
func (o *Order) Flushes() []int32 { return o.flushes }

// Taker implements [Takers] for the whole interleaving.
func (o *Order) Taker(message *Event) *Event {
	if t := o.TakerPosition(message); t >= 0 {
		return &o.events[t]
	}
	return nil
}

// reset prepares the order for events that begin with the same events as before, as many as given. It returns
// how many of these keep their clocks, and forgets the others.
func (o *Order) reset(events []Event, same int) (from int) {
	width := o.width
	known := min(same, len(o.actors))
	o.actors, o.touched = o.actors[:known], o.touched[:known]
	for j := known; j < len(events); j++ {
		e := &events[j]
		width = max(width, int(max(e.Actor, e.Releases(), e.To, e.Fatal))+1)
		o.actors, o.touched = append(o.actors, e.Actor), append(o.touched, e.Touched())
	}
	if width > o.width {
		o.width, same = width, 0 // the clocks are too short
	}
	o.events = events
	o.clocks = resized(o.clocks, len(events)*width)
	o.arrival = resized(o.arrival, len(events))
	o.takers = resized(o.takers, len(events))
	o.ofActor = cut(grown(o.ofActor, width), same)
	o.flushes = cutOne(o.flushes, same)
	forget(o.flushOf, same)
	o.mailbox = grown(o.mailbox, width)
	from = o.take(same)
	cutApart(o, from)
	o.released = cut(grown(o.released, width), from)
	o.joinedTo = o.joinedTo[:from]
	o.joined = o.joined[:o.joinedBefore(from)]
	for a := range o.mailbox {
		o.mailbox[a].cut(from)
	}
	for t := range o.onTables {
		o.onTables[t].cut(from)
	}
	o.onCells.cut(from, width)
	o.timers = cutTimers(o.timers, from)
	forgetArrivals(o, from)
	for i := from; i < len(events); i++ {
		o.arrival[i] = -1
	}
	for n := len(o.races); n > 0 && int(o.races[n-1].Second) >= from; n-- {
		o.races = o.races[:n-1]
	}
	return from
}

func (o *Order) clock(j int) []int32 { return o.clocks[j*o.width : (j+1)*o.width] }

// startClock joins in c the clocks of the events without which the event cannot happen: the previous event of
// its actor, or the start of its actor; the message that it takes, if it would have waited for it;
// and, if its actor is a channel, the event that passed the message to it. This must come before
// the search for races, which would otherwise report such an edge as a race.
func (o *Order) startClock(e *Event, c []int32) {
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
	if e.Kind == Receive {
		o.join(c, int(o.arrival[o.Position(e.Taken)]))
	}
	if e.Cause != NoEvent {
		o.join(c, o.Position(e.Cause))
	}
}

// join joins the clock of the event at position i to the clock c, and records the position in joined.
func (o *Order) join(c []int32, i int) {
	o.joined = append(o.joined, int32(i))
	for a, v := range o.clock(i) {
		if v > c[a] {
			c[a] = v
		}
	}
}

// joinedBefore returns the end of the part of joined that belongs to the events before position j.
func (o *Order) joinedBefore(j int) int32 {
	if j == 0 {
		return 0
	}
	return o.joinedTo[j-1]
}

func (o *Order) index(j int, e *Event) {
	if a := e.Releases(); a != NoActor {
		o.released[a] = append(o.released[a], int32(j))
	}
	if e.Delivers() {
		sent := int32(o.Position(e.Message))
		box := &o.mailbox[e.To]
		box.add(j, len(box.all.at) == 0 || o.takers[sent].position >= 0 || e.ofMonitor())
		o.arrival[sent] = int32(j)
		o.arrived = append(o.arrived, arrived{sent, int32(j)})
	}
	if e.TimedOut() {
		o.mailbox[e.Actor].add(j, true)
	}
	if e.Kind == Restart {
		o.mailbox[e.Object].add(j, true)
	}
	if e.Table != NoTable {
		o.onTables[e.Table].add(j, e.Effect.changes())
	}
	if len(e.Accesses) > 0 {
		o.onCells.add(j, e)
	}
	if deadline, timed := e.Deadline(); timed && e.Kind == TimerStart {
		o.timers = append(o.timers, Timer{int32(j), deadline, ActorID(e.Object)})
	}
}

// grown returns the list, extended to at least n entries.
func grown[T any](list []T, n int) []T {
	for len(list) < n {
		var empty T
		list = append(list, empty)
	}
	return list
}

// cut removes the positions from the given one on from sorted lists.
func cut(lists [][]int32, from int) [][]int32 {
	for i, list := range lists {
		lists[i] = cutOne(list, from)
	}
	return lists
}

func cutOne(list []int32, from int) []int32 {
	n := len(list)
	for n > 0 && int(list[n-1]) >= from {
		n--
	}
	return list[:n]
}

// forget sets positions from the given one on to -1.
func forget(positions []int32, from int) {
	for i, at := range positions {
		if int(at) >= from {
			positions[i] = -1
		}
	}
}

// resized returns the list with n entries, and keeps as many old entries as fit.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		list = append(make([]T, 0, n+n/2), list[:cap(list)]...)
	}
	return list[:n]
}
