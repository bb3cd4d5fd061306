package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
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
	// NoProcess is the reason that Link and Monitor report of a process that has ended before.
	NoProcess = "no process"
)

// IsAlive reports whether the process has not ended. One that was told to end, by [P.Kill] or
// a signal, is alive until it does: that is an event of its own. (In Erlang it is no longer alive
// to the process that has told it. In both, its Down comes when it has ended.)
func (p *P) IsAlive(pid PID) bool {
	return p.x.Ask(trace.Op{Kind: trace.IsAlive, Object: p.target("IsAlive", pid)})
}

// TrapExits says whether exit signals arrive as messages of type [Exited] from
// now on; otherwise, as in the beginning, they end the process.
func (p *P) TrapExits(on bool) {
	op := trace.Op{Kind: trace.TrapExits}
	if on {
		op.Flags = trace.On
	}
	p.x.Perform(world.Operation{Op: op})
}

// Link links the process with another one: when one of them ends, the other gets
// an exit signal with the reason. That ends it too, unless it traps exits or the
// reason is Normal. If the other one has ended already, the signal comes at once,
// with the reason NoProcess. To link with itself has no effect.
func (p *P) Link(pid PID) {
	if pid == p.Self() {
		return
	}
	gone := p.x.Intern("the message", Exited{pid, NoProcess})
	p.x.Perform(world.Operation{
		Op:     trace.Op{Kind: trace.Link, Object: p.target("Link", pid), Value: gone},
		Signal: &world.Signal{Reason: NoProcess, From: pid.actor},
	})
}

// Unlink undoes Link. No signal because of the link comes after it.
func (p *P) Unlink(pid PID) {
	if pid == p.Self() {
		return
	}
	p.x.Perform(world.Operation{Op: trace.Op{Kind: trace.Unlink, Object: p.target("Unlink", pid)}})
}

// SendExit sends an exit signal with that reason, as if a linked process had ended: it ends the
// other process, unless that traps exits or the reason is [Normal]. A process that sends itself a
// signal with the reason Normal ends, too, unless it traps exits. That the process ends is no
// violation. It does nothing more once the signal has arrived, at once or as the messages travel
// (Options.Delivery of package checker), but its end is an event of its own, which may come
// later: until then it is alive, has its names and tables, and can be linked with and monitored.
func (p *P) SendExit(pid PID, reason any) {
	op := trace.Op{Kind: trace.ExitSignal, Flags: p.x.Delayed(pid.actor), Object: p.target("SendExit", pid)}
	op.Value = p.x.Intern("the reason", Exited{p.Self(), reason})
	if reason == Normal && pid != p.Self() {
		op.Flags |= trace.Harmless
	}
	p.x.Perform(world.Operation{Op: op, Signal: &world.Signal{Reason: reason, From: p.x.Actor(), Wanted: true}})
}

// Kill ends another process as SendExit does, whether or not it traps exits. Those it is
// linked with get the reason [Killed]. It is no violation.
func (p *P) Kill(pid PID) {
	op := trace.Op{Kind: trace.ExitSignal, Flags: trace.Kill | p.x.Delayed(pid.actor), Object: p.target("Kill", pid)}
	op.Value = p.x.Intern("the reason", Exited{p.Self(), Killed})
	p.x.Perform(world.Operation{Op: op, Signal: &world.Signal{Reason: Killed, From: p.x.Actor(), Wanted: true}})
}

// target returns the number of a process that an operation is about.
func (p *P) target(operation string, pid PID) int32 {
	if pid.actor == nil {
		p.x.Misuse("%s of the zero PID, which names no process; was it left unset in a struct or message?", operation)
	}
	return int32(pid.actor.ID)
}
