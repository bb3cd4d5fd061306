package world

import (
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
)

// SetDelivery says how messages and signals travel. It must be called before the first step.
func (s *System) SetDelivery(d environment.Delivery) {
	s.mustBeNew("the kind of delivery is set")
	if s.Env.SetDelivery(d) {
		s.Restart() // the first process may have decided how to send
	}
}

// Environment returns how messages travel, and which faults may happen.
func (s *System) Environment() *environment.Environment { return &s.Env }

// SetOrdered sets the boards whose properties can observe the order of announcements (by default
// all), and the boards whose properties can observe the end of a process that has announced something (by default
// none). It must be called before the first step.
func (s *System) SetOrdered(ordered, passing map[program.Board]bool) {
	s.mustBeNew("boards are ordered")
	if s.Runner.SetOrdered(ordered, passing) {
		s.Restart()
	}
}

// SetOutside must be called before the first step.
func (s *System) SetOutside(o program.Outside) {
	s.mustBeNew("external events are changed")
	s.Runner.SetOutside(o)
	if o.Optional || len(o.Without)+len(o.Smaller) > 0 {
		s.Restart() // the first process may be about to let one happen
	}
}

// mustBeNew panics after the first step.
func (s *System) mustBeNew(what string) {
	if s.Depth() > 0 {
		panic(what + " after the first step")
	}
}
