// Package late puts off the delivery of messages by channels, so that a search need not explore when a message has arrived.
//
// A process cannot tell when a message has arrived, only which one a receive takes. So a message can stay in
// its channel until its receiver waits in a receive and would take it: whatever a process can observe, it
// can also observe then. Orders in which messages arrive but are not taken are not explored, a send conflicts with
// nothing, and a state has no mailboxes.
//
// This needs that messages are taken in the order in which they left their channels, so all messages to the
// process must come out of channels, and of each channel in its order: a mailbox remembers which of two
// messages that were passed over came first, and channels do not. A signal must not wait for an earlier message,
// either, and a message is lost if it arrives during a partition, or dropped if a node has been restarted. The later steps of a
// process are not known in advance. The search assumes that a process meets these conditions. If it does not, the search begins
// again, and delivers the messages of that process at any time.
//
// A message that arrives at a node before a crash, and is not taken, is lost. It may as well arrive after the crash, just
// before the restart. So a node does not crash between the delivery of a message and the receive that takes it.
//
// Messages that are left in channels when nothing else can move arrive in the end, in one order: no receive
// takes them.
//
// A message in a bag that is lost is, for all others, one that has not arrived yet. An interleaving in which it arrives
// later than all else differs only in its end. So while no process lives whose waiting at the end would be a violation,
// and no property is about the end, no message is lost: neither by a fault, nor because it arrives at a node before its
// restart. The search assumes that no such process is started again, and begins again if one is.
package late

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/alike"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Delivery knows which processes get their messages late. What it knows of the first of processes that are alike holds for all.
type Delivery struct {
	Early   map[trace.ActorID]bool // whose messages arrive at any time
	Put     map[trace.ActorID]bool // whose messages have been put off
	Wrong   bool                   // a message of a process was put off that must not be
	Ends    bool                   // the ends of interleavings differ: messages are lost
	Learned int                    // how often something new was noted
	Alike   alike.Symmetry         // nil if no actors are alike

	enabled []trace.Pending
}

// New returns the delivery of a search that knows nothing yet.
func New() Delivery {
	return Delivery{Early: map[trace.ActorID]bool{}, Put: map[trace.ActorID]bool{}}
}

// Filter returns the actors that can move if messages are put off, in any order; none if only messages are left that no receive takes. The
// result is valid until the next call. endless says that the end of an interleaving makes no
// difference.
func (l *Delivery) Filter(v trace.View, endless bool) []trace.Pending {
	l.enabled = l.enabled[:0]
	for _, p := range v.Enabled {
		to := alike.First(l.Alike, trace.ActorID(p.Op.Object))
		if p.Op.Kind == kind.Deliver && p.Op.OverLink() && !l.Early[to] { // a partition may lose it before, or a restart, or not
			l.arrivesEarly(to)
			l.Wrong = l.Wrong || l.Put[to]
		}
		if p.Op.Kind == kind.Crash && !l.Early[to] && receives(v.Enabled, to) {
			continue
		}
		if endless {
			p.Barred |= losses(p.Op)
		}
		if p.Op.Kind != kind.Deliver || l.Early[to] {
			l.enabled = append(l.enabled, p)
			continue
		}
		switch r := v.State.Reception(p.Actor); {
		case r == trace.Wanted, r == trace.Restarting && !endless:
			l.enabled = append(l.enabled, p)
		case r == trace.Blocking:
			l.arrivesEarly(to)
			l.Wrong = true
		default:
			l.Put[to] = true
		}
	}
	return l.enabled
}

// losses returns the alternatives of a receive that lose a message.
func losses(op *trace.Op) (lost trace.Alternatives) {
	if !op.Kind.Is(kind.Receives) {
		return 0
	}
	for a := int32(1); a < op.Alternatives; a++ {
		if op.Fault(a) == trace.Lost {
			lost |= 1 << a
		}
	}
	return lost
}

// receives reports whether a process is about to take a message.
func receives(enabled []trace.Pending, a trace.ActorID) bool {
	return slices.ContainsFunc(enabled, func(p trace.Pending) bool {
		return p.Actor == a && (p.Op.Kind == kind.Receive || p.Op.Kind == kind.Collect)
	})
}

// Note reports whether the event meets the conditions for all processes whose messages have been put off so
// far.
func (l *Delivery) Note(e *trace.Event) bool {
	if e.Delivers() && e.Kind != kind.Deliver && !l.Early[alike.First(l.Alike, e.To)] {
		l.arrivesEarly(alike.First(l.Alike, e.To))
		l.Wrong = l.Wrong || l.Put[alike.First(l.Alike, e.To)]
	}
	return !l.Wrong
}

// Prevents reports whether an event makes the receiver of a message end, which no longer waits for the message then.
// So the message is put off, although the two are independent. If it could sleep then, the number of interleavings would
// depend on which of the two is explored first.
func (l *Delivery) Prevents(e, message *trace.Event) bool {
	return e.Fatal != trace.NoActor && message.Kind == kind.Deliver && message.To == e.Fatal && !l.Early[alike.First(l.Alike, e.Fatal)]
}

func (l *Delivery) arrivesEarly(to trace.ActorID) {
	l.Early[to] = true
	l.Learned++
}

// End says that messages must be lost.
func (l *Delivery) End() {
	l.Ends, l.Wrong = true, true
	l.Learned++
}

// Clone returns a copy.
func (l *Delivery) Clone() Delivery {
	return Delivery{Alike: l.Alike, Early: maps.Clone(l.Early), Put: maps.Clone(l.Put), Ends: l.Ends}
}

// Restart keeps the knowledge about processes.
func (l *Delivery) Restart() { l.Wrong = false }
