package trace

import (
	"reflect"
	"sort"
)

// Race is a pair of events, by position, of different actors that depend on
// each other directly, with nothing in between that orders them, and that can
// happen in the other order.
type Race struct {
	First, Second int32
	// Observed says that only the receive which takes the message of First
	// makes the order visible.
	Observed bool
}

// Order is the happens-before relation of one interleaving, held as vector
// clocks, together with the races found on the way. It is reused from one
// interleaving to the next; the zero value with Relation set is ready.
//
// A clock holds, for every actor, the position of the last of its events that
// happens before (or is) the event, or -1. That makes "i happens before j" one
// comparison (Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order
// Reduction", section 5).
type Order struct {
	Relation Relation

	events    []Event
	scanned   int // how many events have their clock
	width     int
	clocks    []int32   // one row of width for each event
	ofActor   [][]int32 // positions of the events of each actor, in order
	started   []int32   // position of the event that started each actor, -1 if none
	takers    []taker   // for the send of a message, the event that took it
	arrival   []int32   // for the send of a message, the position of its delivery, -1
	mailbox   []index   // for each actor: what puts a message there or tells it to end, and its receives that timed out
	onTables  []index   // for each table: the operations on it
	onCells   index     // events that access cells
	lists     []list    // scratch of scan
	stretches [][]int32 // scratch of farNotAfter
	inFlight  []flight  // scratch of take
	races     []Race
}

// Compute sets the order to that of events. It keeps a reference to them.
func (o *Order) Compute(events []Event) { o.Update(events, 0) }

// Update is Compute where the first so many events are the same as in the
// interleaving before. What is known of them is kept, up to the first one whose
// order may be another because other events take the messages.
func (o *Order) Update(events []Event, same int) {
	for j := o.reset(events, same); j < len(events); j++ {
		e := &events[j]
		o.scanned = j
		o.startClock(j, e)
		o.scan(j, e)
		o.clock(j)[e.Actor] = int32(j)
		o.index(j, e)
	}
}

// Before reports whether event i happens before event j, or is the same, for
// positions i <= j.
func (o *Order) Before(i, j int) bool {
	return int32(i) <= o.clocks[j*o.width+int(o.events[i].Actor)]
}

// NotAfter appends to buf the positions behind i of all events that event i does
// not happen before.
func (o *Order) NotAfter(buf []int32, i int) []int32 {
	at, of := int32(i), (i+1)*o.width+int(o.events[i].Actor)
	near := min(len(o.events), i+1+nearby)
	for j := i + 1; j < near; j, of = j+1, of+o.width {
		if o.clocks[of] < at {
			buf = append(buf, int32(j))
		}
	}
	if near < len(o.events) {
		buf = o.farNotAfter(buf, i, near)
	}
	return buf
}

// nearby is how many events are looked at one by one before it is worth while to
// look for those of each actor.
const nearby = 64

// farNotAfter is NotAfter for the positions from one on. Of each actor, those are
// a stretch of its events: up to the first one that event i happens before.
func (o *Order) farNotAfter(buf []int32, i, from int) []int32 {
	o.stretches = o.stretches[:0]
	for _, events := range o.ofActor {
		if n := len(events); n == 0 || int(events[n-1]) < from {
			continue
		}
		events = events[count(events, int32(from)):]
		if n := sort.Search(len(events), func(k int) bool { return o.Before(i, int(events[k])) }); n > 0 {
			o.stretches = append(o.stretches, events[:n])
		}
	}
	return merged(buf, o.stretches)
}

// merged appends to buf what is in the lists, which are in order and not empty. It
// uses them up.
func merged(buf []int32, lists [][]int32) []int32 {
	for len(lists) > 0 {
		lowest := 0
		for k := range lists {
			if lists[k][0] < lists[lowest][0] {
				lowest = k
			}
		}
		buf = append(buf, lists[lowest][0])
		if lists[lowest] = lists[lowest][1:]; len(lists[lowest]) == 0 {
			lists[lowest] = lists[len(lists)-1]
			lists = lists[:len(lists)-1]
		}
	}
	return buf
}

// Races returns the races in the order of the later event, for each of them the
// nearest earlier event first. The slice is valid until the next Compute.
func (o *Order) Races() []Race { return o.races }

// Position returns where the event with that identity is, or -1.
func (o *Order) Position(id EventID) int {
	if id.Actor < 0 || int(id.Actor) >= len(o.ofActor) {
		return -1
	}
	if p := o.ofActor[id.Actor]; int(id.Index) < len(p) {
		return int(p[id.Index])
	}
	return -1
}

// TakerPosition returns the position of the event that took a message, or -1 if
// it was not taken.
func (o *Order) TakerPosition(msg EventID) int {
	if i := o.Position(msg); i >= 0 {
		return int(o.takers[i].position)
	}
	return -1
}

// Taker implements Takers for the whole interleaving.
func (o *Order) Taker(msg EventID) *Event {
	if t := o.TakerPosition(msg); t >= 0 {
		return &o.events[t]
	}
	return nil
}

// reset prepares the order for events of which the first so many are the same as
// before, and returns how many have still the same clocks. What is known of the
// others is forgotten.
func (o *Order) reset(events []Event, same int) (from int) {
	width := o.width
	for j := same; j < len(events); j++ {
		width = max(width, actorsIn(&events[j]))
	}
	if width > o.width {
		o.width, same = width, 0 // the clocks are too short
	}
	o.events = events
	o.clocks = resized(o.clocks, len(events)*width)
	o.arrival = resized(o.arrival, len(events))
	o.takers = resized(o.takers, len(events))
	o.ofActor = cut(grown(o.ofActor, width), same)
	o.mailbox = grown(o.mailbox, width)
	for len(o.started) < width {
		o.started = append(o.started, -1)
	}
	from = o.take(same)
	for a := range o.mailbox {
		o.mailbox[a].cut(from)
	}
	for t := range o.onTables {
		o.onTables[t].cut(from)
	}
	o.onCells.cut(from)
	forget(o.started, from)
	forget(o.arrival[:from], from)
	for i := from; i < len(events); i++ {
		o.arrival[i] = -1
	}
	for n := len(o.races); n > 0 && int(o.races[n-1].Second) >= from; n-- {
		o.races = o.races[:n-1]
	}
	return from
}

// take finds out where the events are and which of them take which messages. It
// returns the position of the first event whose order may depend on what has
// changed in that; all before the first so many events is the same.
func (o *Order) take(same int) (from int) {
	o.inFlight = o.inFlight[:0]
	for i := range same {
		if t := o.takers[i]; t.position < 0 || int(t.position) >= same {
			o.takers[i] = nobody
			if at := o.arrival[i]; at >= 0 && int(at) < same {
				o.inFlight = append(o.inFlight, flight{int32(i), t})
			}
		}
	}
	for j := same; j < len(o.events); j++ {
		e := &o.events[j]
		o.ofActor[e.Actor] = append(o.ofActor[e.Actor], int32(j))
		o.takers[j] = nobody
		if i := o.Position(e.Taken); i >= 0 {
			o.takers[i] = takerAt(int32(j), e)
		}
		if e.Flushed() {
			o.takers[j] = o.flusher(e)
		}
		o.onTables = grown(o.onTables, int(e.Table)+1)
	}
	from = same
	if o.Relation.ReceivePatterns {
		for _, m := range o.inFlight {
			if !m.was.like(o.takers[m.message]) {
				from = min(from, o.shows(int(o.arrival[m.message])))
			}
		}
	}
	return from
}

// shows returns the position of the first event whose order depends on who takes
// the message that arrives at a position: it is that event if there is anything
// before it in the mailbox, or else the next one there.
func (o *Order) shows(at int) int {
	box := o.mailbox[o.events[at].To].at
	if box[0] != int32(at) {
		return at
	}
	if len(box) > 1 {
		return int(box[1])
	}
	return len(o.events)
}

// taker is the event that takes a message, as far as the relation asks for it.
type taker struct {
	position int32 // -1 if there is none
	index    int32 // among the events of its actor
	patterns Patterns
}

var nobody = taker{position: -1}

func takerAt(position int32, e *Event) taker { return taker{position, e.Index, e.Patterns} }

// flight is a message that has arrived and has not been taken, and what took it in
// the interleaving before.
type flight struct {
	message int32
	was     taker
}

// like reports whether two events certainly make no difference to the relation
// as the taker of a message, wherever they are.
func (t taker) like(u taker) bool {
	if t.position < 0 || u.position < 0 {
		return t.position == u.position
	}
	return t.index == u.index && identical(t.patterns, u.patterns)
}

// identical reports whether the patterns are known to be the same ones.
func identical(p, q Patterns) bool {
	return p != nil && reflect.TypeOf(p).Comparable() && p == q
}

// flusher returns the event that threw the message away, before it came.
func (o *Order) flusher(down *Event) taker {
	for _, i := range o.ofActor[down.To] {
		if f := &o.events[i]; f.quiet() && f.Key == down.Key {
			return takerAt(i, f)
		}
	}
	return nobody
}

// actorsIn returns how many actors there must be for the event to happen.
func actorsIn(e *Event) int {
	return int(max(e.Actor, e.Starts(), e.To, e.Fatal)) + 1
}

func (o *Order) clock(j int) []int32 { return o.clocks[j*o.width : (j+1)*o.width] }

// startClock gives the event what it cannot happen without: the event of its
// actor before it, or the start of its actor; the message it took if it would
// have waited for it; what it was handed over by, if its actor is a channel. These come before the search for races, or an edge
// hidden behind them would be mistaken for a race.
func (o *Order) startClock(j int, e *Event) {
	c := o.clock(j)
	from := o.started[e.Actor]
	if e.Index > 0 {
		from = o.ofActor[e.Actor][e.Index-1]
	}
	if from >= 0 {
		copy(c, o.clock(int(from)))
	} else {
		for a := range c {
			c[a] = -1
		}
	}
	if e.Kind == Receive {
		o.join(c, int(o.arrival[o.Position(e.Taken)]))
	}
	if e.Cause != NoEvent {
		o.join(c, o.Position(e.Cause))
	}
}

// scan looks for races of event j, latest earlier event first, so that what is
// ordered through a later event is not reported again.
func (o *Order) scan(j int, e *Event) {
	c := o.clock(j)
	o.candidates(e, c)
	ordered := 0 // how many in a row are before e anyhow
	for i := o.latest(); i >= 0; i = o.latest() {
		f := &o.events[i]
		if i <= c[f.Actor] {
			if ordered++; ordered == manyOrdered {
				o.skip(c)
				ordered = 0
			}
			continue
		}
		ordered = 0
		d := o.Relation.Dependent(f, e, o)
		if d == Independent {
			continue
		}
		if d != Irreversible {
			o.races = append(o.races, Race{i, int32(j), d == Observed})
		}
		o.join(c, int(i))
	}
}

// manyOrdered is so many that it is time to look where there is something else:
// the cost of a scan must not grow with what lies far back.
const manyOrdered = 16

// list is what is left of an index for a scan.
type list struct {
	at []int32
	of *index // nil if it is not worth while to skip what is ordered
}

// candidates sets lists to those that hold all events which may depend on e, but
// for some of those that the clock orders.
func (o *Order) candidates(e *Event, c []int32) {
	o.lists = o.lists[:0]
	switch {
	case e.Delivers():
		o.look(&o.mailbox[e.To])
	case e.Kind == ReceiveTimeout:
		o.look(&o.mailbox[e.Actor])
	}
	if e.Table != NoTable {
		o.look(&o.onTables[e.Table])
	}
	if len(e.Accesses) > 0 {
		o.look(&o.onCells)
	}
	if e.Fatal != NoActor {
		o.look(&o.mailbox[e.Fatal])
		o.lists = append(o.lists, list{at: o.before(e.Fatal, c)})
	}
	if e.Instead != nil {
		o.look(&o.mailbox[e.Actor])
	}
}

func (o *Order) look(x *index) { o.lists = append(o.lists, list{x.at, x}) }

// before returns the events of the actor that have been scanned and that the clock
// does not order.
func (o *Order) before(a ActorID, c []int32) []int32 {
	of := o.ofActor[a]
	return of[count(of, c[a]+1):count(of, int32(o.scanned))]
}

// latest takes the highest position out of lists, or returns -1.
func (o *Order) latest() int32 {
	if len(o.lists) != 1 {
		return o.latestOfSeveral()
	}
	l := &o.lists[0] // nearly always
	n := len(l.at) - 1
	if n < 0 {
		return -1
	}
	last := l.at[n]
	l.at = l.at[:n]
	return last
}

func (o *Order) latestOfSeveral() int32 {
	last := int32(-1)
	for _, l := range o.lists {
		if n := len(l.at); n > 0 {
			last = max(last, l.at[n-1])
		}
	}
	for k := range o.lists { // it may be in several
		l := &o.lists[k]
		if n := len(l.at); n > 0 && l.at[n-1] == last {
			l.at = l.at[:n-1]
		}
	}
	return last
}

// skip takes the last positions out of lists, up to one that the clock does not
// order.
func (o *Order) skip(c []int32) {
	for k := range o.lists {
		if l := &o.lists[k]; l.of != nil && len(l.at) > 0 {
			l.at = l.at[:l.of.unordered(o.events, len(l.at), c)]
		}
	}
}

func (o *Order) join(c []int32, i int) {
	for a, v := range o.clock(i) {
		if v > c[a] {
			c[a] = v
		}
	}
}

func (o *Order) index(j int, e *Event) {
	if a := e.Starts(); a != NoActor {
		o.started[a] = int32(j)
	}
	if e.Delivers() {
		o.mailbox[e.To].add(j)
		o.arrival[o.Position(e.Message)] = int32(j)
	}
	if e.TimedOut() {
		o.mailbox[e.Actor].add(j)
	}
	if e.Fatal != NoActor && e.Fatal != e.To {
		o.mailbox[e.Fatal].add(j)
	}
	if e.Table != NoTable {
		o.onTables[e.Table].add(j)
	}
	if len(e.Accesses) > 0 {
		o.onCells.add(j)
	}
}

// grown returns the list with at least n entries.
func grown[T any](list []T, n int) []T {
	for len(list) < n {
		var empty T
		list = append(list, empty)
	}
	return list
}

// cut takes the positions from one on out of ordered lists.
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

// forget sets the positions from one on to -1.
func forget(positions []int32, from int) {
	for i, at := range positions {
		if int(at) >= from {
			positions[i] = -1
		}
	}
}

// resized returns the list with n entries, with those that fit from before.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		list = append(make([]T, 0, n+n/2), list[:cap(list)]...)
	}
	return list[:n]
}
