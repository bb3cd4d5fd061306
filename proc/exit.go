package proc

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/trace"
)

// Normal is the reason of a process that ended as it should.
const Normal = "normal"

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

// NoCrash is the property that no process panics or exits abnormally.
const NoCrash = "no crash"

// NoDeadlock is the property that no process waits for ever.
const NoDeadlock = "no deadlock"

// Exit ends the process. The reason nil or [Normal] is a normal end; any other
// is a violation of the property [NoCrash], unless a process is told of it,
// because it is linked with this one or monitors it. One that is certain to have ended
// before is not told; one that may end before the news comes or behind it, without
// a difference to anybody, is. Exit does not return; deferred functions run first, as for
// a panic, but recover cannot stop it. Deferred itself, it takes the place of a panic
// under way, which then nobody sees.
func (p *P) Exit(reason any) {
	r := Reason{Value: Normal}
	if reason != nil && reason != Normal {
		text := "process " + p.actor.Name + " exited with reason " + Format(reason)
		r = Reason{Property: NoCrash, Text: text, Deliberate: true, Value: reason}
	}
	p.leave(r)
}

// Assert ends the process with a violation of the named property unless ok. The name
// must be UTF-8 and not empty. The explanation, formatted as by fmt.Sprintf, should say in one
// sentence what was seen, with the values involved. It is not an event if ok. If not, deferred
// functions run up to their first operation only: the violation is seen here and now.
func (p *P) Assert(ok bool, property, explanation string, args ...any) {
	if property == "" {
		p.misuse("Assert: the property has no name; give it one, by which reports and Model.Violates can name it")
	}
	if !utf8.ValidString(property) {
		p.misuse("Assert: the name %q of the property must be UTF-8", property)
	}
	p.acts()
	if _, known := p.sys.asserted.Load(property); !known {
		p.sys.asserted.Store(property, nil)
	}
	if ok {
		return
	}
	text := fmt.Sprintf(explanation, args...)
	p.leave(Reason{Property: property, Text: cmp.Or(text, unexplained), Value: text})
}

// unexplained stands for the explanation of an assertion that has none.
const unexplained = "the assertion has no explanation"

// Asserted returns the properties with which a process has called Assert, in any
// interleaving of this system and its twins, in order of their names.
func (s *System) Asserted() (properties []string) {
	for property := range s.asserted.Range {
		properties = append(properties, property.(string))
	}
	slices.Sort(properties)
	return properties
}

// leave leaves the function of the process. A recover in the model cannot
// prevent it, and what its deferred functions do cannot undo a failed assertion.
func (p *P) leave(r Reason) {
	p.intern("the reason", r)
	if !p.failed() {
		p.reason = &r
	}
	runtime.Goexit()
}

// failed reports whether the process ends because of a failed assertion.
func (p *P) failed() bool { return p.reason != nil && p.reason.Property != "" && !p.reason.Deliberate }

// finish is deferred behind the function of the process. It asks for the end of
// the process.
func (p *P) finish() {
	problem := recover()
	if fault, ok := problem.(*ModelError); ok {
		p.stop(fault)
	}
	p.atRest = p.reason == nil && (p.returned || problem != nil)
	switch {
	case p.stopped:
		return
	case p.failed(), p.reason != nil && problem == nil:
	case problem != nil:
		text := panicText(problem)
		p.reason = &Reason{Property: NoCrash, Text: "process " + p.actor.Name + " panicked: " + text, Value: text}
		if p.sys.recording {
			p.panicked = stack(16)
		}
	case p.returned:
		p.reason = &Reason{Value: Normal}
	default:
		p.misuse("the process called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do. " +
			"Use Assert for what must hold, and return or Exit to end the process")
	}
	p.request(operation{Op: trace.Op{Kind: trace.Exit, Value: p.intern("the reason", *p.reason)}})
}

// panicText is what a panic said, without the addresses that %v might print.
func panicText(r any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a value of type %T whose Error method panics", r)
		}
	}()
	switch r := r.(type) {
	case string:
		return r
	case error:
		return r.Error()
	}
	return Format(r)
}

func performExit(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if d := a.doomed; d != nil {
		ev.Told, ev.Instead = d.told, d.instead
	}
	a.state = exiting
	reason := s.values.get(op.Value).(Reason)
	a.farewell, a.parting = s.releases(a), s.farewell(a, s.linkedPeers(a), reason.Value)
	if s.delivery == Instant {
		a.farewell, a.parting = append(a.farewell, a.parting...), nil
	}
	s.part(a, ev, u)
	return result{}
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
func (s *System) farewell(a *process, peers []trace.ActorID, reason any) []*operation {
	var ops []*operation
	for _, peer := range peers {
		op := &operation{signal: &signal{reason: reason, from: PID{a.actor}}}
		op.Op = trace.Op{Kind: trace.ExitSignal, Flags: trace.ByLink, Object: int32(peer), Key: trace.ValueID(a.actor.ID), Value: s.known(Exited{PID{a.actor}, reason})}
		if reason == Normal {
			op.Flags |= trace.Harmless
		}
		ops = append(ops, op)
	}
	watchers := slices.Clone(a.watchers)
	slices.SortFunc(watchers, func(v, w watcher) int { return strings.Compare(s.ref(v.ref).String(), s.ref(w.ref).String()) })
	for _, w := range watchers {
		down := Down{s.ref(w.ref), PID{a.actor}, reason}
		ops = append(ops, &operation{Op: trace.Op{Kind: trace.Down, Object: int32(w.actor), Key: w.ref, Value: s.values.brought(down)}})
	}
	return ops
}

// StillTells reports whether something is still to come by which the end of a process, the
// event of that identity, may tell others of it. What would tell no process now, as the link or
// the monitor was undone, will not do so later.
func (s *System) StillTells(end trace.EventID) bool {
	tells := func(op *operation) bool {
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

// known returns the number of a value that consists of such as have been stored.
func (s *System) known(v any) trace.ValueID { return s.values.known(v) }

func undoExit(_ *System, a *process, _ *operation, _ *undo) {
	a.state = running
	a.farewell, a.parting = nil, nil
}
