package proc

import (
	"strconv"

	"github.com/checkmodel/checkmodel/trace"
)

// Ref is a value that is different from all others of its kind: the name of a
// monitor, or the tag by which a reply is known. It is a plain value, to be
// compared with ==. The zero Ref is none.
type Ref struct{ id *refID }

type refID struct {
	number trace.ValueID
	name   string
	maker  *trace.Actor
}

// MakeRef returns a new Ref. It is no event.
func (p *P) MakeRef() Ref {
	p.refs++
	name := p.actor.Name + " ref " + strconv.Itoa(p.refs)
	return p.sys.refNamed(name, p.actor)
}

// refNamed returns the Ref with that name, which tells its maker.
func (d *directory) refNamed(name string, maker *trace.Actor) Ref {
	d.mu.Lock()
	defer d.mu.Unlock()
	id, ok := d.refs[name]
	if !ok {
		id = &refID{trace.ValueID(len(d.refs) + 1), name, maker}
		d.refs[name] = id
		d.refList = append(d.refList, id)
	}
	return Ref{id}
}

// ref returns the Ref with that number.
func (d *directory) ref(number trace.ValueID) Ref {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Ref{d.refList[number-1]}
}

// String returns the name of the Ref: its maker, and the how manieth it is.
func (r Ref) String() string {
	if r.id == nil {
		return "no ref"
	}
	return r.id.name
}

func (r Ref) number() trace.ValueID { return r.id.number }

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
	gone := p.sys.values.brought(Down{ref, pid, NoProcess})
	p.perform(operation{Op: trace.Op{Kind: trace.Monitor, Object: object, Key: ref.number(), Value: gone}})
	return ref
}

// Demonitor undoes a monitor: its message does not come after that. With flush,
// the message is also taken out of the mailbox if it has come already, but not a Down
// that a process has sent, as by passing on its own. Only who has made a monitor can undo it;
// another process that tries is a [*ModelError].
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
		p.misuse("Demonitor of the zero Ref, which is no monitor")
	}
	if ref.id.maker != p.actor {
		p.misuse("Demonitor of %s, which process %s has made; only a process itself can undo its monitors", ref, ref.id.maker.Name)
	}
	op := trace.Op{Kind: trace.Demonitor, Flags: flags, Key: ref.number()}
	if flags&trace.Flush != 0 {
		op.Patterns = broughtBy{ref, p.sys.values}
	}
	return p.ask(op)
}

// broughtBy matches the message that the monitor itself brings, and not the like that a
// process sends: that comes whenever it likes, and a flush would race with it.
type broughtBy struct {
	ref    Ref
	values *values
}

// Match implements trace.Patterns.
func (b broughtBy) Match(id trace.ValueID) bool {
	v := b.values.at(id)
	if !v.brought {
		return false
	}
	down, ok := v.v.(Down)
	return ok && down.Ref == b.ref
}

// String names what is flushed.
func (b broughtBy) String() string { return "the message of " + b.ref.String() }

// watcher is a monitor of a process.
type watcher struct {
	actor trace.ActorID
	ref   trace.ValueID
}

func performMonitor(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if ev.Ok {
		other := s.process(trace.ActorID(op.Object))
		other.watchers = append(other.watchers, watcher{a.actor.ID, op.Key})
		u.place = 1
	}
	return result{}
}

func undoMonitor(s *System, a *process, op *operation, u *undo) {
	if u.place == 1 {
		other := s.process(trace.ActorID(op.Object))
		other.watchers = other.watchers[:len(other.watchers)-1]
	}
}

func performDemonitor(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if op.Flags&trace.Flush != 0 {
		if i := a.mailbox.Find(op.Patterns); i >= 0 {
			u.place, u.message = int32(i), a.mailbox.Take(i)
			ev.Taken = u.message.ID
		}
	}
	return answer(ev.Ok)
}
