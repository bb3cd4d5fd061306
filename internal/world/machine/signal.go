package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// replaces returns the operation that the end replaces. If that is the end of the process by itself, it has the
// flag CrashFirst if the process could not have come to it without the signal, because it must crash first.
func (k *pendingExit) replaces(p *Process) *trace.Op {
	if k.instead == nil || k.instead.Kind != kind.Exit || !k.crash && !p.Faults.MustCrash() {
		return k.instead
	}
	op := *k.instead
	op.Flags |= kind.CrashFirst
	return &op
}

// If the event tells a process to end, kill makes it end.
func (m *Machine) kill(ev *trace.Event, r *Record) {
	if ev.Fatal == trace.NoActor {
		return
	}
	p, signal := m.Process(ev.Fatal), r.Op.Signal
	reason := trace.Reason{Deliberate: true, Value: signal.Reason}
	if !signal.Wanted {
		reason.Property, reason.Process = program.NoCrash, p.Actor.Name
		reason.Text = "was ended by an exit signal from " + signal.From.Name + " with reason " + values.Format(signal.Reason)
	}
	instead := p.request()
	p.killed = &pendingExit{told: ev.ID(), exit: program.Operation{Op: trace.Op{Kind: kind.Exit, Value: m.Values.Known(reason)}}}
	if ev.Actor != ev.Fatal {
		p.killed.instead, p.killed.crash = &instead.Op, ev.Kind == kind.Crash
	}
	r.killed = p
}

// performSignal performs signals from a process, at its end or before, and from a channel.
func performSignal(m *Machine, ev *trace.Event, r *Record) program.Result {
	switch a := r.Actor.(type) {
	case *state.Channel:
		a.Perform(ev)
	case *Process:
		switch {
		case a.Ended:
			a.exited++
		case ev.Flags&kind.Delayed != 0:
			later := *r.Op
			later.Flags &^= kind.Delayed
			a.handOver(m, trace.ActorID(ev.Object), later, ev, r)
		}
	}
	return program.Result{}
}

func undoSignal(r *Record) {
	switch a := r.Actor.(type) {
	case *state.Channel:
		a.Undo(&r.Op.Op)
	case *Process:
		if a.Ended {
			a.exited--
		}
	}
}
