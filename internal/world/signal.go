package world

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// killed is the pending end of a process that was told to end.
type killed struct {
	told    trace.EventID
	exit    program.Operation
	instead *trace.Op // the operation that it replaces; nil if the process told itself
	crash   bool      // it crashes
}

// replaces returns the operation that the end replaces. If that is the end of the process by itself, it has the
// flag CrashFirst if the process could not have come to it without the signal, because it must crash first.
func (k *killed) replaces(p *process) *trace.Op {
	if k.instead == nil || k.instead.Kind != kind.Exit || !k.crash && !p.mustCrash() {
		return k.instead
	}
	op := *k.instead
	op.Flags |= kind.CrashFirst
	return &op
}

// If the event tells a process to end, kill makes it end.
func kill(s *System, ev *trace.Event, u *undo) {
	if ev.Fatal == trace.NoActor {
		return
	}
	p, signal := s.process(ev.Fatal), u.op.Signal
	r := trace.Reason{Deliberate: true, Value: signal.Reason}
	if !signal.Wanted {
		r.Property = program.NoCrash
		r.Text = "process " + p.id.Name + " was ended by an exit signal from " + signal.From.Name +
			" with reason " + values.Format(signal.Reason)
	}
	instead := p.request()
	p.killed = &killed{told: ev.ID(), exit: program.Operation{Op: trace.Op{Kind: kind.Exit, Value: s.Values.Known(r)}}}
	if ev.Actor != ev.Fatal {
		p.killed.instead, p.killed.crash = &instead.Op, ev.Kind == kind.Crash
	}
	u.killed = p
}

// performSignal performs signals from a process, at its end or before, and from a channel.
func performSignal(s *System, ev *trace.Event, u *undo) program.Result {
	switch a := u.who.(type) {
	case *channel:
		a.deliver(ev)
	case *process:
		switch {
		case a.ended:
			a.exited++
		case ev.Flags&kind.Delayed != 0:
			later := *u.op
			later.Flags &^= kind.Delayed
			a.handOver(s, trace.ActorID(ev.Object), later, ev, u)
		}
	}
	return program.Result{}
}

func undoSignal(_ *System, u *undo) {
	switch a := u.who.(type) {
	case *channel:
		a.delivered--
	case *process:
		if a.ended {
			a.exited--
		}
	}
}

// signalText describes the effect of a signal, or of a message that no process sends.
func signalText(w words, ev *trace.Event) string {
	switch {
	case ev.Flags&kind.Delayed != 0: // unknown until the channel delivers it
		return ""
	case ev.Fatal != trace.NoActor:
		return w.ActorName(int32(ev.Fatal)) + " must end"
	case ev.Kind == kind.Monitor && !ev.Ok, ev.Kind == kind.Link && !ev.Ok:
		return "it has ended already"
	case ev.Kind == kind.TimerExpire && lost(ev):
		return "it was lost in a crash"
	case ev.Kind == kind.TimerExpire && !ev.Ok:
		return "it was cancelled"
	case ev.Kind == kind.Crash && !ev.Ok:
		return "it has been told to end already"
	case ev.Kind == kind.ExitSignal && !ev.Delivers() && w.harmless(ev):
		return "nothing happens, as it is a normal end and " + w.ActorName(ev.Object) + " does not trap exits"
	case ev.Kind == kind.Down && restarted(ev):
		return w.ActorName(ev.Object) + " was restarted"
	case ev.Kind == kind.Down && !ev.Ok:
		return "the monitor was undone"
	case ev.Kind == kind.ExitSignal && !ev.Delivers():
		return w.ignored(ev)
	}
	return ""
}

// harmless reports whether an exit signal has no effect because its reason is normal and the process
// does not trap exits.
func (w words) harmless(ev *trace.Event) bool {
	cell := w.s.cells.get
	return ev.Flags&(kind.Harmless|kind.Kill) == kind.Harmless && cell(trace.Cell{Space: effects.Ended, Object: ev.Object}) == 0 &&
		(ev.Flags&kind.ByLink == 0 || effects.StillLinked(ev, cell))
}

// ignored says why an exit signal has no effect, by the last cell that it read.
func (w words) ignored(ev *trace.Event) string {
	switch last := ev.Accesses[len(ev.Accesses)-1]; last.Space {
	case effects.Life:
		return w.ActorName(ev.Object) + " was restarted"
	case effects.Linked, effects.LinkedLives:
		return "they are not linked any more"
	case effects.Ended:
		return w.ActorName(ev.Object) + " has ended"
	case effects.Exiting:
		return w.ActorName(ev.Object) + " has been told to end already"
	}
	return "nothing happens"
}
