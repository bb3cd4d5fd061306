package world

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func performExit(s *System, ev *trace.Event, u *undo) program.Result {
	p := u.process
	if k := p.killed; k != nil {
		ev.Told, ev.Instead = k.told, k.replaces(p)
	}
	p.ended = true
	p.exitEvents = p.releases(s)
	for _, op := range p.exitTold(s, s.Values.Get(ev.Value).(trace.Reason)) {
		if s.Env.Routing.Between(p.id.ID, trace.ActorID(op.Object)) == environment.Instant {
			p.exitEvents = append(p.exitEvents, op)
		} else {
			p.exitSignals = append(p.exitSignals, op)
		}
	}
	p.sendExits(s, ev, u)
	return program.Result{}
}

func undoExit(_ *System, u *undo) {
	p := u.process
	p.ended, p.exitEvents, p.exitSignals = false, nil, nil
}

// releasing reports whether tables of a process that has ended are still to be released.
func (p *process) releasing() bool {
	return p.exited < len(p.exitEvents) && p.exitEvents[p.exited].Kind == kind.TableRelease
}

// sendExits puts the exit signals into channels after all releases: when a process is told, the
// tables have been deleted or inherited.
func (p *process) sendExits(s *System, ev *trace.Event, u *undo) {
	if p.releasing() {
		return
	}
	for _, op := range p.exitSignals {
		p.handOver(s, trace.ActorID(op.Object), *op, ev, u)
	}
}

// exitTold returns the operations that tell others of the end of a process: first a signal to each
// linked process, then a message to each monitor. (There is one even for a removed monitor.)
func (p *process) exitTold(s *System, r trace.Reason) []*program.Operation {
	var ops []*program.Operation
	reason := r.Value
	crash := r.Property == "" && reason == any(program.Crashed)
	for _, peer := range p.linkedPeers(s.Actors) {
		op := &program.Operation{Signal: &program.Signal{Reason: reason, From: p.id, Wanted: crash}}
		op.Op = trace.Op{Kind: kind.ExitSignal, Flags: kind.ByLink, Object: int32(peer.actor), Other: trace.OtherActor(p.id.ID),
			Value: s.Values.Known(s.Messages.Exited(p.id, reason)), Life: int16(peer.life), SenderLife: int16(peerOf(s, p).life)}
		if reason == program.Normal {
			op.Flags |= kind.Harmless
		}
		ops = append(ops, op)
	}
	watchers := slices.Clone(p.watchers)
	slices.SortFunc(watchers, func(v, w watcher) int {
		return strings.Compare(s.Reference(int32(v.ref)-1).Name, s.Reference(int32(w.ref)-1).Name)
	})
	for _, w := range watchers {
		ref := s.Reference(int32(w.ref) - 1)
		down := s.Values.Brought(s.Messages.Down(ref, p.id, reason), ref)
		ops = append(ops, &program.Operation{Op: trace.Op{Kind: kind.Down, Object: int32(w.actor), Number: w.ref, Value: down, Life: int16(w.life)}})
	}
	return ops
}

// StillTells reports whether the end of a process, an event, may still tell another process: a signal
// or a message is outstanding whose link or monitor has not been removed.
func (w words) StillTells(end trace.EventID) bool {
	tells := func(op *program.Operation) bool {
		if op.Kind != kind.Down && op.Kind != kind.ExitSignal {
			return false
		}
		ev := trace.NewEvent(end.Actor, end.Index, op.Op)
		effects.Behave(&ev, w.s.cells.reader())
		return ev.Delivers() || ev.Fatal != trace.NoActor
	}
	for _, a := range w.s.started {
		switch a := a.(type) {
		case *channel:
			if slices.ContainsFunc(a.queue[a.delivered:], func(c carried) bool {
				return c.cause.Actor == end.Actor && c.cause.Index >= end.Index && tells(&c.op)
			}) {
				return true
			}
		case *process:
			if a.ended && a.id.ID == end.Actor && a.exited < len(a.exitEvents) &&
				(slices.ContainsFunc(a.exitEvents[a.exited:], tells) || a.releasing() && slices.ContainsFunc(a.exitSignals, tells)) {
				return true
			}
		}
	}
	return false
}

// canExit reports whether a process can end. A node that must crash does not end by itself before it has crashed;
// see faults.go.
func canExit(_ *System, p *process, _ *program.Operation) bool {
	return p.killed != nil || !p.mustCrash()
}

func exitText(w words, ev *trace.Event) string { return w.ExitReason(ev).Text }
