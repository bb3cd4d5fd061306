package trace

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

	events   []Event
	scanned  int // how many events have their clock
	width    int
	clocks   []int32   // one row of width for each event
	ofActor  [][]int32 // positions of the events of each actor, in order
	started  []int32   // position of the event that started each actor, -1 if none
	taker    []int32   // for the send of a message, the position of the event that took it, -1
	arrival  []int32   // for the send of a message, the position of its delivery, -1
	mailbox  [][]int32 // for each actor: what puts a message there or tells it to end, and its receives that timed out
	onTables [][]int32 // for each table: the operations on it
	onCells  []int32   // events that access cells
	lists    [][]int32 // scratch of scan
	races    []Race
}

// Compute sets the order to that of events. It keeps a reference to them.
func (o *Order) Compute(events []Event) {
	o.reset(events)
	for j := range events {
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
		return int(o.taker[i])
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

func (o *Order) reset(events []Event) {
	o.events, o.races = events, o.races[:0]
	for j := range events {
		o.width = max(o.width, actorsIn(&events[j]))
	}
	actors := o.width
	if need := len(events) * actors; cap(o.clocks) < need {
		o.clocks = make([]int32, need+need/2)
	}
	o.clocks = o.clocks[:len(events)*actors]
	o.ofActor = emptied(o.ofActor, actors)
	o.mailbox = emptied(o.mailbox, actors)
	o.onTables = emptied(o.onTables, 0)
	o.onCells = o.onCells[:0]
	o.started = filled(o.started, actors)
	o.taker = filled(o.taker, len(events))
	o.arrival = filled(o.arrival, len(events))
	for j := range events {
		e := &events[j]
		o.ofActor[e.Actor] = append(o.ofActor[e.Actor], int32(j))
		if i := o.Position(e.Taken); i >= 0 {
			o.taker[i] = int32(j)
		}
		if e.Flushed() {
			o.taker[j] = o.flusher(e)
		}
		for e.Kind.OnTable() && int(e.Object) >= len(o.onTables) {
			o.onTables = emptied(o.onTables, int(e.Object)+1)
		}
	}
}

// flusher returns the position of the event that threw the message away, before
// it came.
func (o *Order) flusher(down *Event) int32 {
	for _, i := range o.ofActor[down.To] {
		if f := &o.events[i]; f.quiet() && f.Key == down.Key {
			return i
		}
	}
	return -1
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
	o.candidates(e)
	c := o.clock(j)
	for i := o.latest(); i >= 0; i = o.latest() {
		f := &o.events[i]
		if i <= c[f.Actor] {
			continue
		}
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

// candidates sets lists to those that hold all events which may depend on e.
func (o *Order) candidates(e *Event) {
	o.lists = o.lists[:0]
	switch {
	case e.Delivers():
		o.lists = append(o.lists, o.mailbox[e.To])
	case e.Kind == ReceiveTimeout:
		o.lists = append(o.lists, o.mailbox[e.Actor])
	case e.Kind.OnTable():
		o.lists = append(o.lists, o.onTables[e.Object])
	}
	if len(e.Accesses) > 0 {
		o.lists = append(o.lists, o.onCells)
	}
	if e.Fatal != NoActor {
		o.lists = append(o.lists, o.mailbox[e.Fatal], o.before(e.Fatal))
	}
	if e.Instead != nil {
		o.lists = append(o.lists, o.mailbox[e.Actor])
	}
}

// before returns the events of the actor that have been scanned.
func (o *Order) before(a ActorID) []int32 {
	list := o.ofActor[a]
	for len(list) > 0 && int(list[len(list)-1]) >= o.scanned {
		list = list[:len(list)-1]
	}
	return list
}

// latest takes the highest position out of lists, or returns -1.
func (o *Order) latest() int32 {
	if len(o.lists) == 1 { // nearly always
		list := o.lists[0]
		n := len(list)
		if n == 0 {
			return -1
		}
		o.lists[0] = list[:n-1]
		return list[n-1]
	}
	from := -1
	last := int32(-1)
	for k, list := range o.lists {
		if n := len(list); n > 0 && list[n-1] > last {
			from, last = k, list[n-1]
		}
	}
	if from >= 0 {
		for k, list := range o.lists { // it may be in several
			if n := len(list); n > 0 && list[n-1] == last {
				o.lists[k] = list[:n-1]
			}
		}
	}
	return last
}

func (o *Order) join(c []int32, i int) {
	for a, v := range o.clock(i) {
		if v > c[a] {
			c[a] = v
		}
	}
}

func (o *Order) index(j int, e *Event) {
	at := int32(j)
	if a := e.Starts(); a != NoActor {
		o.started[a] = at
	}
	if e.Delivers() {
		o.mailbox[e.To] = append(o.mailbox[e.To], at)
		o.arrival[o.Position(e.Message)] = at
	}
	if e.TimedOut() {
		o.mailbox[e.Actor] = append(o.mailbox[e.Actor], at)
	}
	if e.Fatal != NoActor && e.Fatal != e.To {
		o.mailbox[e.Fatal] = append(o.mailbox[e.Fatal], at)
	}
	if e.Kind.OnTable() {
		o.onTables[e.Object] = append(o.onTables[e.Object], at)
	}
	if len(e.Accesses) > 0 {
		o.onCells = append(o.onCells, at)
	}
}

// emptied returns lists with at least n entries, all of them empty.
func emptied(lists [][]int32, n int) [][]int32 {
	for len(lists) < n {
		lists = append(lists, nil)
	}
	for i := range lists {
		lists[i] = lists[i][:0]
	}
	return lists
}

// filled returns list with n entries, all of them -1.
func filled(list []int32, n int) []int32 {
	if cap(list) < n {
		list = make([]int32, n+n/2)
	}
	list = list[:n]
	for i := range list {
		list[i] = -1
	}
	return list
}
