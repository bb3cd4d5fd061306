package causality

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

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

	events     []trace.Event
	kept       int // how many of the first events Update has kept
	keptRaces  int // how many of the first races
	scanned    int // number of events whose clock is complete
	width      int
	actors     []trace.ActorID // of each event, as the events are large
	extents    []extent        // by each event
	clocks     []int32         // one row of width for each event
	joined     []int32         // for each event, one after the other: the events whose clocks were joined to its own
	joinedTo   []int32         // for each event: the end of its part of joined
	ofActor    [][]int32       // positions of the events of each actor, in order
	firsts     []int32         // for each actor that has events from position firstsFrom on, the first of them
	firstsFrom int
	released   [][]int32 // positions of the events that released each actor, in order
	takers     []taker   // for the send of a message, the event that took it
	arrived    []arrival // the messages that were delivered, in order
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

// Before reports whether event i happens before event j or i == j, for positions i <= j.
func (o *Order) Before(i, j int) bool {
	return int32(i) <= o.clocks[j*o.width+int(o.actors[i])]
}

// Races returns the races in the order of the later events, and for each of these the nearest
// earlier event first. The slice is valid until the next Compute.
func (o *Order) Races() []Race { return o.races }

// Prefix returns how many of the first events, and of the first races, the last Update has kept.
func (o *Order) Prefix() (events, races int) { return o.kept, o.keptRaces }

// Position returns the position of the event with the given identity, or -1.
func (o *Order) Position(id trace.EventID) int {
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
func (o *Order) TakerPosition(message *trace.Event) int {
	if i := o.Position(message.Message); i >= 0 && (message.Kind != kind.Down || o.events[i].Same(&message.Op)) {
		if t := o.takers[i].position; t >= 0 && o.events[t].IsReceive() {
			return int(t)
		}
	}
	if effects.OfMonitor(message) && int(message.Number) < len(o.flushOf) {
		return int(o.flushOf[message.Number])
	}
	return -1
}

// Flushes returns the positions of the events that flush monitors, in order: the first one for each
// monitor. The slice is valid until the next Compute.
func (o *Order) Flushes() []int32 { return o.flushes }

// Taker implements [Takers] for the whole interleaving.
func (o *Order) Taker(message *trace.Event) *trace.Event {
	if t := o.TakerPosition(message); t >= 0 {
		return &o.events[t]
	}
	return nil
}

func (o *Order) clock(j int) []int32 { return o.clocks[j*o.width : (j+1)*o.width] }

// join joins the clock of the event at position i to the clock c, and records the position in joined.
func (o *Order) join(c []int32, i int) {
	o.joined = append(o.joined, int32(i))
	for a, v := range o.clock(i) {
		if v > c[a] {
			c[a] = v
		}
	}
}

// Joined returns the positions of events that happen before event j. With the order of each actor, the happens-before relation is the
// transitive closure of these for all events. The slice is valid until the next Update.
func (o *Order) Joined(j int) []int32 { return o.joined[o.joinedBefore(j):o.joinedTo[j]] }

// joinedBefore returns the end of the part of joined that belongs to the events before position j.
func (o *Order) joinedBefore(j int) int32 {
	if j == 0 {
		return 0
	}
	return o.joinedTo[j-1]
}

// taker holds the properties of the taker of a message that the relation needs.
type taker struct {
	position int32 // -1 if there is none
	index    int32 // among the events of its actor
	wanted   int32 // how many messages a Collect takes; otherwise 0
	patterns any
}

var untaken = taker{position: -1}

// arrival is the send of a message, and the position of the event that delivered it.
type arrival struct{ message, at int32 }

// flight is a message that has arrived and has not been taken, with its taker in the previous
// interleaving.
type flight struct {
	message int32
	was     taker
}

// like reports whether the relation certainly does not distinguish the two takers of a message,
// wherever they are.
func (t taker) like(u taker) bool {
	if t.position < 0 || u.position < 0 {
		return t.position == u.position
	}
	return t.index == u.index && t.wanted == u.wanted && identical(t.patterns, u.patterns)
}

// apart holds a result of NotAfter, which is called again for the events of the next interleaving.
type apart struct {
	from []int32
	upTo int // the number of events about which this is known; 0 if nothing is
	kept int // how many of from the last Update has kept
}

// list is the rest of an index that a scan has not visited.
type list struct {
	at []int32
	of *index // nil if skipping ordered events does not pay
}

// Timer is a timer with a duration that an interleaving starts.
type Timer struct {
	Start    int32 // the position of the event that starts it
	Deadline int32
	actor    trace.ActorID
}
