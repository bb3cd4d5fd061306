package states

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/alike"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A step that no other actor can prevent, and that is independent of everything that others may do
// before it, is explored alone: each class of interleavings has an interleaving that begins with this
// step. It is a persistent set of one actor; see Godefroid, chapter 4. The later steps of others are not known
// in advance. So the search records which actors have used which cell, table and mailbox so far, and
// assumes that no others will. If a step was explored alone because of this assumption, and another
// actor later uses the same resource, the search begins again, and keeps its knowledge of uses. In the end
// no assumption is contradicted: a step of another actor that could have come before is executed after
// it, too.

// The reply to a call is delivered to an actor that waits for nothing else. No other message can match the
// reference that this call has made, and other actors learn of the reference only from the request. So the
// replies to the calls of an actor are ordered. Each is explored alone, unless anything else is ever
// delivered to the actor: that could have come before a reply.

// Crashes and restarts of nodes do not use the resources that they end or lose: a state tells which faults may still come (see
// candidate).

// resource is something that two actors may both use.
type resource struct {
	cell trace.Cell   // or
	kind resourceKind // of
	id   int32        // an actor or a table
}

type resourceKind uint8

const (
	mailbox resourceKind = iota + 1 // of an actor: written by deliveries, read by receives that may find nothing; with ties deliveries read, receives write
	answers                         // to calls of an actor: read by their deliveries, written by other deliveries
	rows                            // of a table
	life                            // of an actor: written by events that tell it to end
	shown                           // by an actor in unordered announcements, which its end hides from goals
	kinds
)

// use says how a resource was used so far.
type use struct {
	Writers, Readers users
	// The actors that have read or written it in a step that was explored alone.
	Reading, Writing users
}

// holds reports whether all assumptions about the resource hold.
func (u *use) holds() bool {
	return !u.Writing.conflict(u.Writers) && !u.Writing.conflict(u.Readers) && !u.Reading.conflict(u.Writers)
}

// uses holds the recorded uses of resources.
type uses struct {
	cells map[trace.Cell]*use
	kinds [kinds][]use // by number
	// The promises that were broken.
	broken  map[promise]bool
	ties    *messageDeps   // nil without receive patterns, and if workers share the search
	late    bool           // see Config.LateDelivery
	bags    bool           // see Config
	alike   alike.Symmetry // nil if no actors are alike
	learned int            // how often something new was noted
}

// grant says that an actor has read or written a resource in a step that was explored alone.
type grant struct {
	resource
	actor  trace.ActorID
	writes bool
}

// grant records the use of a resource in a step that was explored alone.
func (us *uses) grant(g grant) {
	u := us.of(g.resource)
	users := &u.Reading
	if g.writes {
		users = &u.Writing
	}
	users.add(g.actor)
}

// breaks notes that a promise was broken.
func (us *uses) breaks(p promise) {
	if !us.broken[p] {
		us.broken[p] = true
		us.learned++
	}
}

// clone returns a copy.
func (us *uses) clone() uses {
	c := uses{late: us.late, bags: us.bags, alike: us.alike, cells: make(map[trace.Cell]*use, len(us.cells)), broken: maps.Clone(us.broken)}
	for cell, u := range us.cells {
		of := *u
		c.cells[cell] = &of
	}
	for k, list := range us.kinds {
		c.kinds[k] = slices.Clone(list)
	}
	return c
}

// promise is the prediction that a pending step can be explored alone. It is about all steps of an
// actor of one kind.
type promise struct {
	Actor trace.ActorID
	Kind  uint8 // its code
}

// promise returns the promise about an operation of an actor. Channels of one message have one for all messages to a
// process.
func (us *uses) promise(a trace.ActorID, op *trace.Op) promise {
	if us.bags && op.Kind == kind.Deliver {
		a = trace.ActorID(op.Object)
	}
	return promise{a, op.Kind.Code()}
}

// of returns the recorded use of a resource. It is valid until the next call.
func (us *uses) of(r resource) *use {
	if r.kind == 0 {
		u := us.cells[r.cell]
		if u == nil {
			u = &use{}
			us.cells[r.cell] = u
		}
		return u
	}
	list := &us.kinds[r.kind]
	if missing := int(r.id) + 1 - len(*list); missing > 0 {
		*list = append(*list, make([]use, missing)...)
	}
	return &(*list)[r.id]
}

// renounce drops all assumptions.
func (us *uses) renounce() {
	for _, u := range us.cells {
		u.Reading, u.Writing = 0, 0
	}
	for _, list := range us.kinds {
		for i := range list {
			list[i].Reading, list[i].Writing = 0, 0
		}
	}
	if us.ties != nil {
		us.ties = us.ties.again()
	}
}

// each calls f for each resource that the event uses. Except for the number of nodes, a Spawn accesses only resources that no
// other actor can use before.
func (us *uses) each(e *trace.Event, f func(r resource, writes bool)) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if e.Kind == kind.Spawn && a.Space != effects.Nodes || e.IsFault() && a.Space == effects.Files { // only the node uses its disk
			continue
		}
		f(resource{cell: a.Cell}, a.Effect != trace.Read)
	}
	if e.Kind == kind.Spawn {
		return
	}
	if e.Kind.Is(kind.OnTable) && e.Table != trace.NoTable {
		f(resource{kind: rows, id: int32(e.Table)}, effects.ChangesRow(e) || e.Kind.Is(kind.OnWholeTable))
	}
	switch {
	case !e.Delivers():
	case e.Reply:
		f(resource{kind: answers, id: int32(e.To)}, false)
	default:
		f(resource{kind: answers, id: int32(e.To)}, true)
		f(resource{kind: mailbox, id: int32(e.To)}, us.ties == nil)
	}
	if us.late && e.Kind == kind.Deliver { // see late.Delivery.Prevents
		f(resource{kind: life, id: e.Object}, false)
	}
	if e.Kind.Is(kind.GivesUp) || effects.Flushes(e) { // also if it found a message: there may be an order in which it does not
		f(resource{kind: mailbox, id: int32(e.Actor)}, us.ties != nil)
	}
	switch {
	case e.Kind.Is(kind.Shows) && e.Flags&kind.Unordered != 0 && e.Flags&kind.Passing != 0: // if ordered, it has accesses
		f(resource{kind: shown, id: int32(e.Actor)}, true)
	case e.Kind == kind.Exit:
		f(resource{kind: shown, id: int32(e.Actor)}, false)
	}
	if e.Fatal != trace.NoActor && e.Kind != kind.Crash {
		f(resource{kind: life, id: int32(e.Fatal)}, true)
	}
}

// note adds the uses of an event, the last event of the steps. It reports whether all assumptions still hold.
func (us *uses) note(e *trace.Event, steps trace.Schedule) (holds bool) {
	before := us.learned
	if holds = us.noteOne(e, steps); us.alike != nil && us.learned > before {
		us.alike.Images(e, func(image *trace.Event) { holds = us.note(image, steps) && holds })
	}
	return holds
}

// noteOne is note without the images of the event.
func (us *uses) noteOne(e *trace.Event, steps trace.Schedule) (holds bool) {
	holds = us.ties == nil || us.ties.note(e, us.user(e), steps)
	us.each(e, func(r resource, writes bool) {
		u := us.of(r)
		var news bool
		switch {
		case writes && (r.kind == life || r.kind == shown):
			news = u.Writers.add(trace.NoActor)
		case writes:
			news = u.Writers.add(us.user(e))
		default:
			news = u.Readers.add(us.user(e))
		}
		if news {
			us.learned++
		}
		holds = holds && u.holds()
	})
	if e.Instead != nil && e.Instead.Blocks() {
		holds = us.noteWaiting(e.Actor, e.Instead) && holds
	}
	return holds
}

// noteWaiting is note for an operation that has to wait, and is perhaps never executed: it may be possible between two changes that are
// explored alone. A table with a name is used by its name, so it is enough to note that.
func (us *uses) noteWaiting(a trace.ActorID, op *trace.Op) (holds bool) {
	e := trace.NewEvent(a, 0, *op)
	if effects.Behaves(op) {
		effects.Behave(&e, func(trace.Cell) int32 { return 0 })
	}
	return us.note(&e, nil)
}

// alone reports whether an event can be explored alone as far as is known. If so, it is assumed from
// then on.
func (us *uses) alone(e *trace.Event) bool {
	if !suits(e) {
		return false
	}
	user := us.user(e)
	reply := e.Reply && us.mayUse(resource{kind: answers, id: int32(e.To)}, user, false)
	untied := us.ties != nil && e.Delivers() && !reply && us.ties.mayDeliver(user, e.To, e.Value)
	free := us.mayUse(resource{kind: life, id: int32(e.Actor)}, user, false)
	us.each(e, func(r resource, writes bool) {
		free = free && (untied && r.kind == answers || us.mayUse(r, user, writes))
	})
	if !free {
		return false
	}
	us.grant(grant{resource{kind: life, id: int32(e.Actor)}, user, false})
	if untied {
		us.ties.delivered(e, user)
	}
	us.each(e, func(r resource, writes bool) {
		if !untied || r.kind != answers {
			us.grant(grant{r, user, writes})
		}
	})
	return true
}

// mayUse reports whether no actor but a has used the resource in a way that conflicts with a use by a.
func (us *uses) mayUse(r resource, a trace.ActorID, writes bool) bool {
	u := us.of(r)
	return u.Writers.within(a) && (!writes || u.Readers.within(a))
}

// suits reports whether an event of this kind can be explored alone. An announcement cannot, even
// if no rule can tell its order with others: rules see the states between it and all other steps.
func suits(e *trace.Event) bool {
	return !e.Kind.Is(kind.Shows) && e.Fatal == trace.NoActor && e.Instead == nil
}

// promises reports whether a pending step can probably be explored alone.
func (us *uses) promises(p trace.Pending) bool {
	free := func(r resource, writes bool) bool { return us.mayUse(r, p.Actor, writes) }
	if !free(resource{kind: life, id: int32(p.Actor)}, false) ||
		us.late && p.Op.Kind == kind.Deliver && !free(resource{kind: life, id: p.Op.Object}, false) {
		return false
	}
	switch k := p.Op.Kind; {
	case k.Is(kind.Chooses) || k == kind.Receive || k == kind.Collect || k == kind.Spawn || k == kind.Reach:
		return true
	case k == kind.Send || k == kind.Deliver:
		box, reply := resource{kind: mailbox, id: p.Op.Object}, free(resource{kind: answers, id: p.Op.Object}, false)
		if us.ties != nil {
			return p.Op.Flags&kind.Delayed != 0 || reply || free(box, false) && us.ties.mayDeliver(p.Actor, trace.ActorID(p.Op.Object), p.Op.Value)
		}
		return p.Op.Flags&kind.Delayed != 0 || free(box, true) && reply
	case k == kind.Exit:
		return free(resource{cell: trace.Cell{Space: effects.Ended, Object: int32(p.Actor)}}, true) && free(resource{kind: shown, id: int32(p.Actor)}, false)
	}
	if p.Op.Kind.Is(kind.OnDisk) {
		return free(resource{cell: trace.Cell{Space: effects.Files, Object: int32(p.Actor)}}, true)
	}
	return p.Op.Kind.Is(kind.OnTable) && p.Op.Flags&kind.Named == 0 && free(resource{kind: rows, id: p.Op.Object}, true)
}

// user returns the actor of an event, or NoActor for a channel of one message that may have another name on another path.
func (us *uses) user(e *trace.Event) trace.ActorID {
	if us.bags && e.Cause != trace.NoEvent && (e.Kind != kind.Deliver || !e.Delivers() || e.Reply || us.ties != nil && !e.Kept && !us.ties.sole(e)) {
		return trace.NoActor
	}
	return e.Actor
}
