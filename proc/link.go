package proc

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Exited is the message that replaces an exit signal if the process traps exits. Signals come from
// linked processes that end, and from SendExit.
type Exited struct {
	From   PID
	Reason any // Normal, Killed, Crashed, NoProcess, or the reason given to Exit or SendExit
}

// Reasons for which a process ends, besides the reasons that the model gives.
const (
	// Normal is the reason of a process that ended as it should.
	Normal = program.Normal
	// Killed is the reason of a process that was ended by Kill.
	Killed = "killed"
	// Crashed is the reason of a [Node] that crashed.
	Crashed = program.Crashed
	// NoProcess is the reason that Link and Monitor report if the process has ended already.
	NoProcess = "no process"
)

// IsAlive reports whether the process has not ended. A process that was told to end, by [P.Kill] or
// a signal, is alive until it ends, which is a separate event. (In Erlang, the process that sent
// the signal sees it as ended at once. In both, its Down comes when it has ended.)
func (p *P) IsAlive(pid PID) bool {
	return p.x.Ask(trace.Op{Kind: kind.IsAlive, Object: p.target("IsAlive", pid)})
}

// TrapExits sets whether exit signals arrive as messages of type [Exited] from now on. Otherwise
// they end the process. A process begins without trapping exits.
func (p *P) TrapExits(on bool) {
	op := trace.Op{Kind: kind.KeepExits}
	if on {
		op.Kind = kind.TrapExits
	}
	p.x.Perform(program.Operation{Op: op})
}

// Link links the process with another one: when either ends, the other gets an exit signal with
// the reason. The signal ends the other process, too, unless that process traps exits or the reason
// is Normal. If the other process has ended already, the signal comes at once, with the reason
// NoProcess. A link with the process itself has no effect.
func (p *P) Link(pid PID) {
	if pid == p.Self() {
		return
	}
	gone := p.x.Intern("the message", Exited{pid, NoProcess})
	p.x.Perform(program.Operation{
		Op:     trace.Op{Kind: kind.Link, Object: p.target("Link", pid), Value: gone},
		Signal: &program.Signal{Reason: NoProcess, From: pid.actor},
	})
}

// Unlink removes the link. No signal through it arrives after that.
func (p *P) Unlink(pid PID) {
	if pid == p.Self() {
		return
	}
	p.x.Perform(program.Operation{Op: trace.Op{Kind: kind.Unlink, Object: p.target("Unlink", pid)}})
}

// SendExit sends an exit signal with that reason, as if a linked process had ended: it ends the
// other process, unless that process traps exits or the reason is [Normal]. A process that sends
// itself a signal with the reason Normal ends, too, unless it traps exits. Such an end is no
// violation. The signal arrives at once, or travels as messages do (see [Delivery]). From then on
// the process does nothing more. Its end is a separate event, which may come later: until then it
// is alive, has its names and tables, and can be linked with and monitored.
func (p *P) SendExit(pid PID, reason any) {
	op := trace.Op{Kind: kind.ExitSignal, Flags: p.x.DelayFlag(pid.actor), Object: p.target("SendExit", pid)}
	op.Value = p.x.Intern("the reason", Exited{p.Self(), reason})
	if reason == Normal && pid != p.Self() {
		op.Flags |= kind.Harmless
	}
	p.x.Perform(program.Operation{Op: op, Signal: &program.Signal{Reason: reason, From: p.x.Actor(), Wanted: true}})
}

// Kill ends another process as SendExit does, also if it traps exits. Processes that are linked
// with it get the reason [Killed]. Such an end is no violation.
func (p *P) Kill(pid PID) {
	op := trace.Op{Kind: kind.ExitSignal, Flags: kind.Kill | p.x.DelayFlag(pid.actor), Object: p.target("Kill", pid)}
	op.Value = p.x.Intern("the reason", Exited{p.Self(), Killed})
	p.x.Perform(program.Operation{Op: op, Signal: &program.Signal{Reason: Killed, From: p.x.Actor(), Wanted: true}})
}

// target returns the number of a process that an operation is about.
func (p *P) target(operation string, pid PID) int32 {
	if pid.actor == nil {
		p.x.Misuse("%s of the zero PID, which names no process; was it left unset in a struct or message?", operation)
	}
	return int32(pid.actor.ID)
}

// Ref is a unique reference: it identifies a monitor, or a request to which a reply belongs. It is a
// plain value, to be compared with ==. The zero Ref refers to nothing.
type Ref struct{ id *values.Ref }

// MakeRef returns a new Ref. It is no event.
func (p *P) MakeRef() Ref { return Ref{p.x.Ref()} }

// String returns the name of the Ref: the process that made it, and its number among the Refs of
// that process.
func (r Ref) String() string {
	if r.id == nil {
		return "no ref"
	}
	return r.id.Name
}

// Down is the message that tells a process of the end of one that it monitors.
type Down struct {
	Ref    Ref
	From   PID
	Reason any // as in Exited
}

// Monitor requests a message of type [Down] when the process ends, or at once, with the reason
// NoProcess, if it has ended already. Each call creates another monitor. A process that monitors
// itself gets no message.
func (p *P) Monitor(pid PID) Ref {
	ref := p.MakeRef()
	if pid == p.Self() {
		return ref
	}
	object := p.target("Monitor", pid)
	gone := program.Brought(&p.x, Down{ref, pid, NoProcess}, ref.id)
	p.x.Perform(program.Operation{Op: trace.Op{Kind: kind.Monitor, Object: object, Number: ref.id.Number, Value: gone}})
	return ref
}

// Demonitor removes a monitor: its message does not arrive after that. With flush, the message is
// also removed from the mailbox if it has arrived already, but not an equal message that another
// process has forwarded. Only the process that created a monitor may remove it; an attempt by
// another process is an error of the model.
func (p *P) Demonitor(ref Ref, flush bool) { p.demonitor(ref, flush, 0) }

// DemonitorInfo is Demonitor, and reports whether the monitor was still active: false means that
// its message had been sent, that it had been removed, or that the process monitored itself.
func (p *P) DemonitorInfo(ref Ref, flush bool) bool { return p.demonitor(ref, flush, kind.Info) }

func (p *P) demonitor(ref Ref, flush bool, flags kind.Flags) bool {
	if ref.id == nil {
		p.x.Misuse("Demonitor of the zero Ref")
	}
	if ref.id.Maker != p.x.Actor() {
		p.x.Misuse("Demonitor of %s, which process %s has made; only a process itself can undo its monitors",
			ref, ref.id.Maker.Name)
	}
	op := trace.Op{Kind: kind.Demonitor, Flags: flags, Number: ref.id.Number}
	if flush {
		op.Flags |= kind.Flush
		op.Does = program.FlushPatterns(&p.x, ref.id)
	}
	return p.x.Ask(op)
}
