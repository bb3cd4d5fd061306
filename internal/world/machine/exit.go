package machine

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func performExit(m *Machine, ev *trace.Event, r *Record) program.Result {
	p := r.Process
	if k := p.killed; k != nil {
		ev.Told, ev.Instead = k.told, k.replaces(p)
	}
	p.Ended = true
	p.exitEvents = p.releases(m)
	for _, op := range p.exitTold(m, m.Values.Get(ev.Value).(trace.Reason)) {
		if m.Env.Routing.Between(p.Actor.ID, trace.ActorID(op.Object)) == environment.Instant {
			p.exitEvents = append(p.exitEvents, op)
		} else {
			p.exitSignals = append(p.exitSignals, op)
		}
	}
	p.sendExits(m, ev, r)
	return program.Result{}
}

func undoExit(r *Record) {
	p := r.Process
	p.Ended, p.exitEvents, p.exitSignals = false, nil, nil
}

// sendExits puts the exit signals into channels after all releases: when a process is told, the
// tables have been deleted or inherited.
func (p *Process) sendExits(m *Machine, ev *trace.Event, r *Record) {
	if p.releasing() {
		return
	}
	for _, op := range p.exitSignals {
		p.handOver(m, trace.ActorID(op.Object), *op, ev, r)
	}
}

// exitTold returns the operations that tell others of the end of a process: first a signal to each
// linked process, then a message to each monitor. (There is one even for a removed monitor.)
func (p *Process) exitTold(m *Machine, r trace.Reason) []*program.Operation {
	var ops []*program.Operation
	reason := r.Value
	crash := r.Property == "" && reason == any(program.Crashed)
	for _, peer := range p.linkedPeers(m.Actors) {
		op := &program.Operation{Signal: &program.Signal{Reason: reason, From: p.Actor, Wanted: crash}}
		op.Op = trace.Op{Kind: kind.ExitSignal, Flags: kind.ByLink, Object: int32(peer.actor), Other: trace.OtherActor(p.Actor.ID),
			Value: m.Values.Known(m.Messages.Exited(p.Actor, reason)), Life: int16(peer.life), SenderLife: int16(p.peer().life)}
		if reason == program.Normal {
			op.Flags |= kind.Harmless
		}
		ops = append(ops, op)
	}
	watchers := slices.Clone(p.watchers)
	slices.SortFunc(watchers, func(v, w watcher) int {
		return strings.Compare(m.Reference(int32(v.ref)-1).Name, m.Reference(int32(w.ref)-1).Name)
	})
	for _, w := range watchers {
		ref := m.Reference(int32(w.ref) - 1)
		down := m.Values.Brought(m.Messages.Down(ref, p.Actor, reason), ref)
		ops = append(ops, &program.Operation{Op: trace.Op{Kind: kind.Down, Object: int32(w.actor), Number: w.ref, Value: down, Life: int16(w.life)}})
	}
	return ops
}

// StillTells reports whether the end of a process, an event, may still tell another process: a signal
// or a message is outstanding whose link or monitor has not been removed.
func (m *Machine) StillTells(end trace.EventID) bool {
	tells := func(op *program.Operation) bool {
		if op.Kind != kind.Down && op.Kind != kind.ExitSignal {
			return false
		}
		ev := trace.NewEvent(end.Actor, end.Index, op.Op)
		effects.Behave(&ev, m.Cells.Reader())
		return ev.Delivers() || ev.Fatal != trace.NoActor
	}
	for _, a := range m.Present.Started() {
		switch a := a.(type) {
		case *state.Channel:
			if slices.ContainsFunc(a.Queue(), func(c state.Item) bool {
				return c.Cause.Actor == end.Actor && c.Cause.Index >= end.Index && tells(&c.Op)
			}) {
				return true
			}
		case *Process:
			if a.Ended && a.Actor.ID == end.Actor && a.exited < len(a.exitEvents) &&
				(slices.ContainsFunc(a.exitEvents[a.exited:], tells) || a.releasing() && slices.ContainsFunc(a.exitSignals, tells)) {
				return true
			}
		}
	}
	return false
}
