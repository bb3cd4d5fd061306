package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Signal is what an exit signal says besides the message.
type Signal struct {
	Reason any
	From   *trace.Actor
	Wanted bool // a process asked for it, so the end is no violation
}

// doom is the end that awaits a process.
type doom struct {
	told    trace.EventID
	exit    Operation
	instead *trace.Op // what the process was about to do; nil if it told itself
}

// doom makes the process end that the event tells to, if there is one.
func (s *System) doom(ev *trace.Event, op *Operation, u *undo) {
	if ev.Fatal == trace.NoActor {
		return
	}
	a := s.process(ev.Fatal)
	r := Reason{Deliberate: true, Value: op.Signal.Reason}
	if !op.Signal.Wanted {
		r.Property = NoCrash
		r.Text = "process " + a.actor.Name + " was ended by an exit signal from " + op.Signal.From.Name +
			" with reason " + values.Format(op.Signal.Reason)
	}
	a.doomed = &doom{told: ev.ID(), exit: Operation{Op: trace.Op{Kind: trace.Exit, Value: s.values.Known(r)}}}
	if ev.Actor != ev.Fatal {
		a.doomed.instead = &a.at.op.Op
	}
	u.fatal = a
}

func performLink(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if ev.Ok {
		other := s.process(trace.ActorID(op.Object))
		a.peers = append(a.peers, other.actor.ID)
		other.peers = append(other.peers, a.actor.ID)
		u.place = 1
	}
	return Result{}
}

func undoLink(s *System, a *process, op *Operation, u *undo) {
	if u.place == 1 {
		other := s.process(trace.ActorID(op.Object))
		a.peers = a.peers[:len(a.peers)-1]
		other.peers = other.peers[:len(other.peers)-1]
	}
}

// performFarewell is for what a process says, and it may be its last word, or
// that of somebody else which a channel brings.
func performFarewell(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	switch {
	case a.state == carrying:
		ev.Cause = a.queue[a.said].cause
		fallthrough
	case a.state == exiting:
		a.said++
		u.place = 1
	case op.Flags&trace.Delayed != 0:
		later := *op
		later.Flags &^= trace.Delayed
		s.handOver(a, trace.ActorID(op.Object), later, ev, u)
	}
	return Result{}
}

func undoFarewell(s *System, a *process, op *Operation, u *undo) {
	if u.place == 1 {
		a.said--
	}
}

// linkedPeers returns the actors that the process was ever linked with, once each. One whose
// link was undone gets no signal, but the event is there: else the end of the process and an
// Unlink would conflict, though only the signal shows their order.
func (s *System) linkedPeers(a *process) []trace.ActorID {
	var peers []trace.ActorID
	for _, peer := range a.peers {
		if !slices.Contains(peers, peer) {
			peers = append(peers, peer)
		}
	}
	// Not in the order of the links, which may be independent; nor by number,
	// which depends on what was met first.
	slices.SortFunc(peers, func(p, q trace.ActorID) int {
		return s.actors.ByID(p).Compare(s.actors.ByID(q))
	})
	return peers
}
