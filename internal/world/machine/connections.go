package machine

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Connections may end with the life of a node. Then a message is for the life of the node that is there when it is sent, and from the life
// that sends it; see package trace.
//
// A message to the node that has sent the last taken message is an answer: it is for the life of the node that has sent that
// message. So a node that is restarted between a request and the reply does not get the reply in its next life. The process answers
// until its next receive, also one that times out, and until the end of the turn of a loop, whose state does not hold the last
// message.

// takeFrom sets whether a receive takes or drops the message, and returns the node of its sender, and the life
// of this node.
func takeFrom(cells *state.Cells, ev *trace.Event, m *mailbox.Message) (origin int32) {
	if m.Life == 0 {
		return 0
	}
	effects.TakeFrom(ev, m.Node, m.Life, cells.Life(trace.ActorID(m.Node)))
	return effects.WithLife(int32(m.Node), m.Life)
}

// addressed returns the receiver's life for a message that an event puts on its way; 0 if it is for any.
func (m *Machine) addressed(to trace.ActorID, ev *trace.Event) int16 {
	switch {
	case !m.Env.Network.Dropping():
		return 0
	case ev.Kind == kind.Send && ev.Life != 0:
		return ev.Life
	}
	return int16(m.Cells.Life(to))
}
