package lenient

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"

	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Likenesses tell messages apart by their fingerprints and by their types. Channels of single messages and timers have
// other names when a process has sent or started one more before.
type Likenesses struct {
	world       *stage.World
	fingerprint func(message any) string // nil is the content without masked fields
	of          map[uint64]MessageID     // by Content; numbers of values change
}

// MessageID identifies a message: by its fingerprint, and by its type.
type MessageID struct{ Message, Type uint64 }

// NewLikenesses returns the likenesses of messages in the world. Fingerprint returns a text that tells a message from others;
// if it is nil, its type and its content, without masked fields, tell it.
func NewLikenesses(w *stage.World, fingerprint func(message any) string) *Likenesses {
	return &Likenesses{world: w, fingerprint: fingerprint, of: map[uint64]MessageID{}}
}

// In returns the likenesses of messages in another world of the same program.
func (n *Likenesses) In(w *stage.World) *Likenesses { return NewLikenesses(w, n.fingerprint) }

// Delivers reports whether the operation brings a message from its sender to its receiver.
func Delivers(op *trace.Op) bool { return op.Kind == kind.Deliver || op.Kind == kind.TimerExpire }

// Message returns the identity of the message that an actor, a channel or a timer, is about to deliver, together with
// its sender and its receiver, in this world.
func (n *Likenesses) Message(actor trace.ActorID, op *trace.Op) MessageID {
	link := trace.Fingerprint{}.With32(int32(op.Kind.Code()), op.Object).With32(int32(n.world.Actor(actor).Parent.ID), 0)
	m := n.message(op.Value)
	return MessageID{link.With(m.Message)[0] | 1, link.With(m.Type)[0] | 1}
}

// Pending returns the identity of an operation that sends or delivers a message, in every program; the zero value for any
// other operation.
func (n *Likenesses) Pending(actor trace.ActorID, op *trace.Op) trace.Likeness {
	switch name := n.world.Actor(actor).Name; op.Kind {
	case kind.Send, kind.Deliver, kind.TimerExpire:
		return n.like(op.Kind, names.Unnumbered(name), n.world.Actor(trace.ActorID(op.Object)).Name, op.Value)
	case kind.SendName:
		return n.like(op.Kind, name, fmt.Sprint(n.world.Value(op.Key)), op.Value)
	}
	return trace.Likeness{}
}

// Event is Pending for an event. A receive is identified by the message that it took.
func (n *Likenesses) Event(e *trace.Event) trace.Likeness {
	if e.IsReceive() && e.Taken != trace.NoEvent && e.Set == nil {
		return n.like(kind.Receive, names.Unnumbered(n.world.Actor(e.Taken.Actor).Name), n.world.Actor(e.Actor).Name, e.Result)
	}
	return n.Pending(e.Actor, &e.Op)
}

func (n *Likenesses) like(kind kind.Kind, from, to string, message trace.ValueID) trace.Likeness {
	link := trace.Fingerprint{}.With(hashOf(strings.Join([]string{kind.String(), from, to}, "\x00")))
	m := n.message(message)
	return trace.Likeness{Message: uint32(link.With(m.Message)[0]) | 1, Type: uint32(link.With(m.Type)[0]) | 1}
}

func (n *Likenesses) message(id trace.ValueID) MessageID {
	content := n.world.Content(id)
	m, known := n.of[content]
	if known {
		return m
	}
	v := n.world.Value(id)
	if t := reflect.TypeOf(v); t != nil {
		m.Type = hashOf(t.PkgPath() + "." + t.String())
	}
	if m.Message = n.world.Masked(id); n.fingerprint != nil {
		m.Message = hashOf(n.text(v))
	}
	n.of[content] = m
	return m
}

// text returns the fingerprint that the model gives to a message.
func (n *Likenesses) text(message any) string {
	defer func() {
		if problem := recover(); problem != nil {
			panic(values.PanicError(fmt.Sprintf("checker.Model.Fingerprint, asked about a message of type %T,", message), problem, "It must return a text for every message"))
		}
	}()
	return n.fingerprint(message)
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	return h.Sum64()
}
