package world

import (
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/trace"
)

// SetDelivery says how messages and signals travel. It must be called before the first step.
func (s *System) SetDelivery(d environment.Delivery) {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: the kind of delivery is set after the first step")
	}
	if s.env.SetDelivery(d) {
		s.Restart() // the first process may have decided how to send
	}
}

// inBag reports whether an actor of a system is a channel of one message, as all channels are.
func inBag(s *System, id trace.ActorID) bool {
	_, is := s.known[id].(*channel)
	return is && s.env.Routing.Bag()
}

// SetFaults sets the budget of faults. It must be called before the first step.
func (s *System) SetFaults(f environment.Faults) {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: the budget of faults is set after the first step")
	}
	if s.env.SetFaults(f) {
		s.Restart() // the first process may be about to spawn a node
	}
}

// Environment returns how messages travel, and which faults may happen.
func (s *System) Environment() *environment.Environment { return &s.env }
