package proc

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Exited is the message by which a process that traps exits learns that one it
// is linked with has ended, or that it was sent an exit signal.
type Exited struct {
	From   PID
	Reason any // Normal, Killed, NoProcess, or what was given to Exit or SendExit
}

// Reasons besides Normal.
const (
	// Killed is the reason of a process that was ended by Kill.
	Killed = "killed"
	// NoProcess is the reason that Link and Monitor report of a process that
	// has ended before.
	NoProcess = "no process"
)

// IsAlive reports whether the process has not ended. One that was told to end, by [P.Kill] or
// a signal, is alive until it does: that is an event of its own. (In Erlang it is not alive any
// more for who has told it. In both, its Down comes when it has ended.)
func (p *P) IsAlive(pid PID) bool {
	return p.ask(trace.Op{Kind: trace.IsAlive, Object: p.target("IsAlive", pid)})
}

// TrapExits says whether exit signals arrive as messages of type [Exited] from
// now on; otherwise, as in the beginning, they end the process.
func (p *P) TrapExits(on bool) {
	op := trace.Op{Kind: trace.TrapExits}
	if on {
		op.Flags = trace.On
	}
	p.perform(operation{Op: op})
}

// Link links the process with another one: when one of them ends, the other gets
// an exit signal with the reason. That ends it too, unless it traps exits or the
// reason is Normal. If the other one has ended already, the signal comes at once,
// with the reason NoProcess. To link with itself has no effect.
func (p *P) Link(pid PID) {
	if pid == p.Self() {
		return
	}
	gone := p.intern("the message", Exited{pid, NoProcess})
	p.perform(operation{
		Op:     trace.Op{Kind: trace.Link, Object: p.target("Link", pid), Value: gone},
		signal: &signal{reason: NoProcess, from: pid},
	})
}

// Unlink undoes Link. No signal because of the link comes after it.
func (p *P) Unlink(pid PID) {
	if pid == p.Self() {
		return
	}
	p.perform(operation{Op: trace.Op{Kind: trace.Unlink, Object: p.target("Unlink", pid)}})
}

// SendExit sends an exit signal with that reason, as if a linked process had
// ended: it ends the other process, unless that traps exits or the reason is
// [Normal]. A process that sends itself a signal with the reason Normal ends, too, unless it
// traps exits. That the process ends is no violation. It does nothing more once the signal has
// arrived, at once or as the messages travel (Options.Delivery of package checker), but its end is an
// event of its own, which may come later: until then it is alive, has its names and tables,
// and can be linked with and monitored.
func (p *P) SendExit(pid PID, reason any) {
	op := trace.Op{Kind: trace.ExitSignal, Flags: p.delayed(pid), Object: p.target("SendExit", pid)}
	op.Value = p.intern("the reason", Exited{p.Self(), reason})
	if reason == Normal && pid != p.Self() {
		op.Flags |= trace.Harmless
	}
	p.perform(operation{Op: op, signal: &signal{reason: reason, from: p.Self(), wanted: true}})
}

// Kill ends another process as SendExit does, whether or not it traps exits. Those it is
// linked with get the reason [Killed]. It is no violation.
func (p *P) Kill(pid PID) {
	op := trace.Op{Kind: trace.ExitSignal, Flags: trace.Kill | p.delayed(pid), Object: p.target("Kill", pid)}
	op.Value = p.intern("the reason", Exited{p.Self(), Killed})
	p.perform(operation{Op: op, signal: &signal{reason: Killed, from: p.Self(), wanted: true}})
}

// ask performs an operation that has a yes or no as its result.
func (p *P) ask(op trace.Op) bool { return p.perform(operation{Op: op}).n == 1 }

// target returns the number of a process that an operation is about.
func (p *P) target(operation string, pid PID) int32 {
	if pid.actor == nil {
		p.misuse("%s of the zero PID, which names no process; was it left unset in a struct or message?", operation)
	}
	return int32(pid.actor.ID)
}

// signal is what an exit signal says besides the message.
type signal struct {
	reason any
	from   PID
	wanted bool // somebody asked for it, so the end is no violation
}

// doom is the end that awaits a process.
type doom struct {
	told    trace.EventID
	exit    operation
	instead *trace.Op // what the process was about to do; nil if it told itself
}

// doom makes the process end that the event tells to, if there is one.
func (s *System) doom(ev *trace.Event, op *operation, u *undo) {
	if ev.Fatal == trace.NoActor {
		return
	}
	a := s.process(ev.Fatal)
	r := Reason{Deliberate: true, Value: op.signal.reason}
	if !op.signal.wanted {
		r.Property = NoCrash
		r.Text = "process " + a.actor.Name + " was ended by an exit signal from " + op.signal.from.String() +
			" with reason " + Format(op.signal.reason)
	}
	a.doomed = &doom{told: ev.ID(), exit: operation{Op: trace.Op{Kind: trace.Exit, Value: s.known(r)}}}
	if ev.Actor != ev.Fatal {
		a.doomed.instead = &a.at.op.Op
	}
	u.fatal = a
}

func performLink(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if ev.Ok {
		other := s.process(trace.ActorID(op.Object))
		a.peers = append(a.peers, other.actor.ID)
		other.peers = append(other.peers, a.actor.ID)
		u.place = 1
	}
	return result{}
}

func undoLink(s *System, a *process, op *operation, u *undo) {
	if u.place == 1 {
		other := s.process(trace.ActorID(op.Object))
		a.peers = a.peers[:len(a.peers)-1]
		other.peers = other.peers[:len(other.peers)-1]
	}
}

// performFarewell is for what a process says, and it may be its last word, or
// that of somebody else which a channel brings.
func performFarewell(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
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
	return result{}
}

func undoFarewell(s *System, a *process, op *operation, u *undo) {
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
