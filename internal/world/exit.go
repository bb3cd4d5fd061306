package world

import (
	"runtime"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Reasons of ends that the system knows.
const (
	// Normal is the reason of a process that ended as it should.
	Normal = "normal"
	// NoCrash is the property that no process panics or exits abnormally.
	NoCrash = "no crash"
)

// Reason says why a process ended.
type Reason struct {
	// Property is what was violated: the name given to Assert, [NoCrash] for
	// any other abnormal end, "" for one that is none.
	Property string
	// Text explains the violation; "" for an end that is none.
	Text string
	// Deliberate marks an end by Exit, or by the signal of a linked process. It
	// is a violation only if no process is told, by a link or a monitor.
	Deliberate bool
	// Value is the reason as those are told who are linked with the process or
	// monitor it.
	Value any
}

// Asserted returns the properties with which a process has called Assert, in any
// interleaving of this system and its twins, in order of their names.
func (s *System) Asserted() (properties []string) {
	for property := range s.asserted.Range {
		properties = append(properties, property.(string))
	}
	slices.Sort(properties)
	return properties
}

// Asserts notes that the process asserts a property.
func (x *Execution) Asserts(property string) {
	x.Act()
	if _, known := x.sys.asserted.Load(property); !known {
		x.sys.asserted.Store(property, nil)
	}
}

// Leave leaves the function of the process. A recover in the model cannot prevent it,
// and deferred functions cannot undo a failed assertion.
func (x *Execution) Leave(r Reason) {
	x.Intern("the reason", r)
	if !x.failed() {
		x.reason = &r
	}
	runtime.Goexit()
}

// failed reports whether the process ends because of a failed assertion.
func (x *Execution) failed() bool {
	return x.reason != nil && x.reason.Property != "" && !x.reason.Deliberate
}

// finish is deferred by what calls the function of the process. It asks for the end of
// the process.
func (x *Execution) finish() {
	problem := recover()
	if fault, ok := problem.(*guard.ModelError); ok {
		x.stop(fault)
	}
	x.atRest = x.reason == nil && (x.returned || problem != nil)
	switch {
	case x.stopped:
		return
	case x.failed(), x.reason != nil && problem == nil:
	case problem != nil:
		text := values.PanicText(problem)
		x.reason = &Reason{Property: NoCrash, Text: "process " + x.actor.Name + " panicked: " + text, Value: text}
		if x.sys.recording {
			x.panicked = guard.Stack(16)
		}
	case x.returned:
		x.reason = &Reason{Value: Normal}
	default:
		x.Misuse("the process called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do. " +
			"Use Assert for what must hold, and return or Exit to end the process")
	}
	x.request(Operation{Op: trace.Op{Kind: trace.Exit, Value: x.Intern("the reason", *x.reason)}})
}

func performExit(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if d := a.doomed; d != nil {
		ev.Told, ev.Instead = d.told, d.instead
	}
	a.state = exiting
	reason := s.values.Get(op.Value).(Reason)
	a.farewell, a.parting = s.releases(a), s.farewell(a, s.linkedPeers(a), reason.Value)
	if s.delivery == Instant {
		a.farewell, a.parting = append(a.farewell, a.parting...), nil
	}
	s.part(a, ev, u)
	return Result{}
}

// part hands over to channels what a process says at its end, once its tables have been
// seen to: whoever is told finds them gone, and an heir has got them.
func (s *System) part(a *process, ev *trace.Event, u *undo) {
	if a.said < len(a.farewell) {
		return
	}
	for _, op := range a.parting {
		s.handOver(a, trace.ActorID(op.Object), *op, ev, u)
	}
}

// farewell returns what follows from the end of a process, in this order: a
// signal to each one that it is linked with, a message to each one that monitors
// it. (A monitor that was undone gets nothing, but the event is there.)
func (s *System) farewell(a *process, peers []trace.ActorID, reason any) []*Operation {
	var ops []*Operation
	for _, peer := range peers {
		op := &Operation{Signal: &Signal{Reason: reason, From: a.actor}}
		op.Op = trace.Op{Kind: trace.ExitSignal, Flags: trace.ByLink, Object: int32(peer), Key: trace.ValueID(a.actor.ID), Value: s.values.Known(s.messages.Exited(a.actor, reason))}
		if reason == Normal {
			op.Flags |= trace.Harmless
		}
		ops = append(ops, op)
	}
	watchers := slices.Clone(a.watchers)
	slices.SortFunc(watchers, func(v, w watcher) int { return strings.Compare(s.refIDs.at(v.ref).Name, s.refIDs.at(w.ref).Name) })
	for _, w := range watchers {
		ref := s.refIDs.at(w.ref)
		down := s.messages.Down(ref, a.actor, reason)
		ops = append(ops, &Operation{Op: trace.Op{Kind: trace.Down, Object: int32(w.actor), Key: w.ref, Value: s.values.Brought(down, ref)}})
	}
	return ops
}

// StillTells reports whether something is still to come by which the end of a process, the
// event of that identity, may tell others of it. What would tell no process now, as the link or
// the monitor was undone, will not do so later.
func (s *System) StillTells(end trace.EventID) bool {
	tells := func(op *Operation) bool {
		if op.Kind != trace.Down && op.Kind != trace.ExitSignal {
			return false
		}
		ev := trace.NewEvent(end.Actor, end.Index, op.Op)
		ev.Behave(s.cell)
		return ev.Delivers() || ev.Fatal != trace.NoActor
	}
	for _, a := range s.born {
		switch {
		case a.state == carrying:
			if slices.ContainsFunc(a.queue[a.said:], func(c carried) bool { return c.cause.Actor == end.Actor && c.cause.Index >= end.Index && tells(&c.op) }) {
				return true
			}
		case a.state == exiting && a.actor.ID == end.Actor:
			if slices.ContainsFunc(a.farewell[a.said:], tells) || a.said < len(a.farewell) && slices.ContainsFunc(a.parting, tells) {
				return true
			}
		}
	}
	return false
}

func undoExit(_ *System, a *process, _ *Operation, _ *undo) {
	a.state = running
	a.farewell, a.parting = nil, nil
}
