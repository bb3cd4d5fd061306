package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Ref is a value that is different from all others of its kind: the name of a monitor, or the tag
// by which a reply is known. It is a plain value, to be compared with ==. The zero Ref is none.
type Ref struct{ id *values.Ref }

// MakeRef returns a new Ref. It is no event.
func (p *P) MakeRef() Ref {
	return Ref{p.x.Ref()}
}

// String returns the name of the Ref: its maker, and the how manieth it is.
func (r Ref) String() string {
	if r.id == nil {
		return "no ref"
	}
	return r.id.Name
}

// Down is the message by which a process learns that one it monitors has ended.
type Down struct {
	Ref    Ref
	From   PID
	Reason any // as in Exited
}

// Monitor asks for a message of type [Down] when the process ends; at once, with
// the reason NoProcess, if it has ended already. Each monitor is one of its own.
// To monitor itself has no effect.
func (p *P) Monitor(pid PID) Ref {
	ref := p.MakeRef()
	if pid == p.Self() {
		return ref
	}
	object := p.target("Monitor", pid)
	gone := world.Brought(&p.x, Down{ref, pid, NoProcess}, ref.id)
	p.x.Perform(world.Operation{Op: trace.Op{Kind: trace.Monitor, Object: object, Key: ref.id.Number, Value: gone}})
	return ref
}

// Demonitor undoes a monitor: its message does not come after that. With flush,
// the message is also taken out of the mailbox if it has come already, but not a Down
// that a process has sent, as by passing on its own. Only the process that has made a monitor can undo it;
// another process that tries is an error of the model.
func (p *P) Demonitor(ref Ref, flush bool) {
	var flags trace.Flags
	if flush {
		flags = trace.Flush
	}
	p.demonitor(ref, flags)
}

// DemonitorInfo is Demonitor, and reports whether the monitor was still there:
// false means that its message had been sent, or that it had been undone already, or
// never was one, as that of oneself.
func (p *P) DemonitorInfo(ref Ref, flush bool) bool {
	flags := trace.Info
	if flush {
		flags |= trace.Flush
	}
	return p.demonitor(ref, flags)
}

func (p *P) demonitor(ref Ref, flags trace.Flags) bool {
	if ref.id == nil {
		p.x.Misuse("Demonitor of the zero Ref, which is no monitor")
	}
	if ref.id.Maker != p.x.Actor() {
		p.x.Misuse("Demonitor of %s, which process %s has made; only a process itself can undo its monitors", ref, ref.id.Maker.Name)
	}
	op := trace.Op{Kind: trace.Demonitor, Flags: flags, Key: ref.id.Number}
	if flags&trace.Flush != 0 {
		op.Patterns = world.Flushed(&p.x, ref.id)
	}
	return p.x.Ask(op)
}
