package wakeup

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Builder builds wakeup sequences from an executed interleaving: each is a planned interleaving that begins with the first events of the
// executed one, and continues with the events of the sequence. It holds one sequence at a time.
//
// A message may have another taker in the planned interleaving than in the executed one, so the
// builder implements causality.Takers.
type Builder struct {
	run      *Execution
	relation causality.Relation
	order    *causality.Order
	state    func(trace.Cell) int32 // cell

	executed []trace.Event // the events of run
	start    int           // see Start
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

	preventers preventers     // of the event of ReversePreventable
	accesses   []trace.Access // of an event that is not in the sequence yet
	place      *Prevention    // which tells what the sequence has, as it is not built yet; otherwise nil
	common     common         // of the sequences of races with one first event
	rivals     rivals
}

// NewBuilder returns a builder of sequences from what is executed in run. Run.Order must have its relation.
func NewBuilder(run *Execution) *Builder {
	b := &Builder{run: run, relation: run.Order.Relation, order: &run.Order}
	b.state = b.cell
	return b
}

// Start returns the number of executed events after which the sequence begins.
func (b *Builder) Start() int { return b.start }

// Events returns the events of the sequence. They are valid until the next sequence is built.
func (b *Builder) Events() []*trace.Event { return b.events }

// Set sets s to the sequence that was built, which is valid until the next one is built. The last event stands for more further alternatives.
func (b *Builder) Set(s *Sequence, more int32) {
	*s = Sequence{Events: b.events, Beyond: b.beyond, More: more, relation: b.relation, run: b.run, takers: b, wider: beyond{b}, passed: s.passed[:0]}
	s.places = places{b.order, b.at, b.givenAt}
}

// Whole makes the sequence the executed interleaving itself.
func (b *Builder) Whole() {
	b.executed = b.run.Events
	b.start, b.events = len(b.executed), b.events[:0]
	b.give(trace.NoEvent, -1)
	b.beyond, b.wide = b.beyond[:0], false
	b.common.first = -1
}

// give sets which message has another taker, and which executed receive takes or does something else.
func (b *Builder) give(message trace.EventID, taking int) {
	b.given, b.givenAt, b.taking = message, int32(b.order.Position(message)), taking
}

// admits reports whether the budget of the last event, if it is a fault of a message, admits it after all others.
func (b *Builder) admits() bool {
	last := b.events[len(b.events)-1]
	if last.Fault() == trace.NoFault {
		return true
	}
	left := last.Budget.Limits[last.Fault()]
	b.forwards(func(e *trace.Event) bool {
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
func (b *Builder) independentOf(i, j int) {
	b.begin(i)
	for _, k := range b.free {
		if int(k) != j {
			b.append(int(k))
		}
	}
}

// begin starts the sequence, and finds the events that do not happen after the event at position i.
func (b *Builder) begin(i int) {
	b.executed, b.start, b.events, b.at = b.run.Events, i, b.events[:0], b.at[:0]
	b.give(trace.NoEvent, -1)
	b.beyond, b.wide = b.beyond[:0], false
	b.round++
	for len(b.within) < len(b.executed) {
		b.within = append(b.within, 0)
	}
	b.free = b.order.NotAfter(b.free[:0], i)
}

func (b *Builder) append(k int) {
	b.within[k] = b.round
	b.at = append(b.at, int32(k))
	b.events = append(b.events, &b.executed[k])
}

// appendOwn appends an event that was not executed in this way.
func (b *Builder) appendOwn(e *trace.Event) {
	b.at = append(b.at, -1)
	b.events = append(b.events, e)
}

// Covered reports whether e, which can happen after the first a events, is a weak Initial of the
// sequence, with the events beyond it and without them. If that makes a difference, the events
// beyond become a part of the sequence: otherwise a class in which they come before e, or show
// the order of two messages, might be planned nowhere.
func (b *Builder) Covered(e Initial, a int) bool {
	if !b.weakInitial(e, a) {
		return false
	}
	if len(b.beyond) == 0 {
		return true
	}
	if b.wide = true; b.weakInitial(e, a) {
		b.wide = false
		return true
	}
	b.events = append(b.events, b.beyond...)
	b.beyond = b.beyond[:0]
	return false
}

// beyond is the takers of a sequence together with the events beyond it.
type beyond struct{ *Builder }

// Taker implements causality.Takers.
func (b beyond) Taker(message *trace.Event) *trace.Event {
	was := b.wide
	b.wide = true
	taker := b.Builder.Taker(message)
	b.wide = was
	return taker
}

func (b beyond) flushes() []*trace.Event {
	was := b.wide
	b.wide = true
	all := b.Builder.flushes()
	b.wide = was
	return all
}

// Taker implements causality.Takers for the planned interleaving.
func (b *Builder) Taker(message *trace.Event) *trace.Event {
	if b.given == message.Message || b.given != trace.NoEvent && b.taker.Set.Has(message.Message) {
		return &b.taker
	}
	t := b.order.TakerPosition(message)
	if t < 0 || t == b.taking || !b.has(t) {
		return nil
	}
	return &b.executed[t]
}

// has reports whether the executed event at a position is in the planned interleaving, and in the
// events beyond if these count.
func (b *Builder) has(k int) bool {
	return k < b.start || b.within[k] == b.round || b.wide && b.within[k] == -b.round
}

// flushes returns the events that flush monitors in the planned interleaving. The reversed event
// is left out: it is the last event of its process there, so no later receive can show its flush,
// and a sequence that reverses it with the message itself does not contain the message.
func (b *Builder) flushes() (all []*trace.Event) {
	for _, k := range b.order.Flushes() {
		if b.has(int(k)) {
			all = append(all, &b.executed[k])
		}
	}
	return all
}

// weakInitial reports whether e, which can happen after the first a events, can be moved before
// all later events of the planned interleaving, and the events beyond if these count: either e is among
// them and no event before it conflicts with it, or it is not among them and no event conflicts.
func (b *Builder) weakInitial(e Initial, a int) bool {
	l := e.limit(b.relation)
	for k := a; k < b.start; k++ {
		if l == nil && !e.Footprint.Meets(b.order, k) {
			continue
		}
		if decided, isInitial := compare(b.relation, &b.executed[k], e, b); decided {
			return isInitial
		}
		if l != nil && l.exceeded(&b.executed[k], b) {
			return false
		}
	}
	p := places{b.order, b.at, b.givenAt}
	if b.wide {
		return weakInitialWithin(b.relation, e, l, b, p, b.events, b.beyond)
	}
	return weakInitialWithin(b.relation, e, l, b, p, b.events)
}

// Waking returns the position of the first event that conflicts with e, and the position up to which the interleaving has shown
// that e is not a weak Initial of the rest: the same, or the position of the observer of the conflict. It returns false if e is a
// weak Initial. The sequence must be the whole executed interleaving (see Whole), and e possible after its first a events.
func (b *Builder) Waking(e Initial, a int) (first, shown int, ok bool) {
	l := e.limit(b.relation)
	for k := a; k < b.start; k++ {
		if l == nil && !e.Footprint.Meets(b.order, k) {
			continue
		}
		x := &b.executed[k]
		if x.Actor == e.Event.Actor {
			return k, k, !e.Alternatives().Has(x.Alternative)
		}
		switch b.relation.Dependent(x, e.Event, b) {
		case causality.Independent:
			if l != nil && l.exceeded(x, b) {
				return k, k, true
			}
		case causality.Observed:
			return k, max(k, b.order.TakerPosition(x)), true
		default:
			return k, k, true
		}
	}
	return b.start, b.start, false
}

// preventers is the executed events that may prevent a given one.
type preventers struct {
	at []int32 // their positions, in order
	// runsTo has, for each position, the last position at which an earlier timer in at expires; endless if such a timer never
	// expires, -1 if there is no earlier timer. It is empty for an Await and a Use.
	runsTo []int32

	several bool // they change several cells, so one of them may also make possible what another prevents

	left  []int32  // the events that a sequence leaves out, with all events that happen after them
	two   [2]int32 // scratch of ReversePreventable
	place Prevention

	cells []trace.Cell // scratch of findUses
}

// Prevention is an event that prevents another one, or has told its process to end. The other one may come
// before it.
type Prevention struct {
	First int  // the position of the event
	Alone bool // other events that prevent the one are not left out; another prevention with the same First leaves them out
	// Without has the positions of the events that the sequence leaves out, with all events that happen after them. Events that happen after
	// the first event are not among them, as no sequence that begins before it has them.
	Without []int32

	b     *Builder
	event *trace.Event
	at    int // its position
}

// keeps reports whether the executed event at position k is in the planned interleaving.
func (p *Prevention) keeps(k int) bool {
	o := p.b.order
	if k < p.First || o.Before(p.First, k) {
		return k < p.First
	}
	for _, l := range p.Without {
		if int(l) <= k && o.Before(int(l), k) {
			return false
		}
	}
	return true
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

// rivals are the events of the last call of Contend.
type rivals struct {
	first    int // the position of the first event
	observed bool
	receive  trace.EventID
	later    []int32 // the events after a first message, in order, with the receive
	reached  []int32 // the same in the order of other rivals
	late     []int32 // scratch of reach
}
