package checker

import (
	"hash/fnv"
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// likenesses tell what is delivered from what else could be: channels of single messages and timers have other names
// when a process has sent or started one more before.
type likenesses struct {
	sys         *world.System
	fingerprint func(message any) string // nil is the content
	of          map[uint64]carried       // by Content; numbers of values change
}

// carried identifies a message: by its fingerprint, and by its type.
type carried struct{ content, kind uint64 }

func newLikenesses(sys *world.System, fingerprint func(any) string) *likenesses {
	return &likenesses{sys: sys, fingerprint: fingerprint, of: map[uint64]carried{}}
}

// delivers reports whether the operation brings a message from its sender to its receiver.
func delivers(op *trace.Op) bool { return op.Kind == trace.Deliver || op.Kind == trace.TimerExpire }

// carried returns what identifies the message that an actor, a channel or a timer, is about to deliver, together with
// its sender and its receiver.
func (n *likenesses) carried(actor trace.ActorID, op *trace.Op) carried {
	link := trace.Fingerprint{}.With32(int32(op.Kind), op.Object).With32(int32(n.sys.Actor(actor).Parent.ID), 0)
	m := n.message(op.Value)
	return carried{link.With(m.content)[0] | 1, link.With(m.kind)[0] | 1}
}

func (n *likenesses) message(id trace.ValueID) carried {
	content := n.sys.Content(id)
	m, known := n.of[content]
	if known {
		return m
	}
	v := n.sys.Value(id)
	m.content = content
	if t := reflect.TypeOf(v); t != nil {
		m.kind = hashOf(t.PkgPath() + "." + t.String())
	}
	if n.fingerprint != nil {
		m.content = hashOf(n.fingerprint(v))
	}
	n.of[content] = m
	return m
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	return h.Sum64()
}
