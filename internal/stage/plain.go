package stage

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// plainWords describes operations by their kinds.
type plainWords struct{ w *World }

func (p plainWords) Request(_ int, e *trace.Event) trace.Request {
	return requestOf(p.w.Actor(e.Actor), &e.Op)
}

func requestOf(a *trace.Actor, op *trace.Op) trace.Request {
	return trace.Request{Process: a.Name, Operation: op.Kind.String(), Facts: trace.Facts{Kind: op.Kind.String()}}
}

func (p plainWords) Pending(a trace.ActorID) (trace.Request, bool) {
	for _, at := range p.w.Awaiting(p.w.Enabled(nil)) {
		if at.Actor == a {
			return requestOf(p.w.Actor(a), at.Op), true
		}
	}
	return trace.Request{}, false
}

func (p plainWords) Detailed(e *trace.Event) trace.Entry {
	entry := trace.Entry{Process: p.w.Actor(e.Actor).Name, Operation: e.Kind.String(), Kind: e.Kind.String()}
	if e.Kind == kind.Exit {
		reason := p.w.ExitReason(e)
		entry.Result, entry.Violates = reason.Text, reason.Property
	}
	return entry
}

func (plainWords) Source(int) string { return "" }

// plainEnds says that all actors end as they should, and that none may wait for ever.
type plainEnds struct{ w *World }

func (plainEnds) ExitReason(*trace.Event) trace.Reason { return trace.Reason{} }
func (plainEnds) StillTells(trace.EventID) bool        { return false }

func (p plainEnds) Blocked() bool { return len(p.w.Awaiting(nil)) > 0 }

func (p plainEnds) Waiting() (all []trace.Waiting) {
	for _, at := range p.w.Awaiting(nil) {
		r, _ := p.w.Pending(at.Actor)
		all = append(all, trace.Waiting{Process: r.Process, For: r.Operation, Kind: "for " + r.Operation})
	}
	return all
}

// plainValues says that numbers are the values.
type plainValues struct{}

func (plainValues) Value(id trace.ValueID) any      { return int(id) }
func (plainValues) Content(id trace.ValueID) uint64 { return uint64(id) }
func (plainValues) Masked(id trace.ValueID) uint64  { return uint64(id) }

// plainState is the state of a world that cannot tell its states apart.
type plainState struct{ *World }

func (s plainState) Name(a trace.ActorID) string { return s.Actor(a).Name }

func (s plainState) Named(name string) (trace.ActorID, bool) {
	for id := trace.ActorID(0); ; id++ {
		switch a := s.Actor(id); {
		case a == nil:
			return trace.NoActor, false
		case a.Name == name:
			return id, true
		}
	}
}

func (s plainState) Pending(a trace.ActorID) (operation, place string) {
	at, ok := s.World.Pending(a)
	if !ok {
		return "", ""
	}
	return at.Operation, at.String()
}

func (plainState) Mailbox(trace.ActorID) []string                { return nil }
func (plainState) Reception(trace.ActorID) trace.Reception       { return trace.Unwanted }
func (plainState) MayWait(trace.ActorID) bool                    { return false }
func (plainState) Declared(trace.ActorID) trace.ValueID          { return trace.NoValue }
func (plainState) Home(trace.ActorID) trace.ActorID              { return trace.NoActor }
func (plainState) Daemons() bool                                 { return false }
func (plainState) Failing(nodes []trace.ActorID) []trace.ActorID { return nodes }
func (plainState) Commute(trace.Commutation)                     {}
func (plainState) MergeBags()                                    {}
func (s plainState) Behavior() trace.Behavior {
	if b, is := s.World.World.(Behaves); is {
		return b.Behavior()
	}
	return trace.Behavior{}
}
func (plainState) InBag(trace.ActorID) bool { return false }
func (s plainState) Fingerprint() trace.Fingerprint {
	panic(fmt.Sprintf("%T cannot tell its states apart", s.World.World))
}
func (s plainState) Whole([]byte) []byte {
	panic(fmt.Sprintf("%T cannot tell its states apart", s.World.World))
}
