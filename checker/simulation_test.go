package checker

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// simulate is run in a new system.
func (s *search) simulate(newSystem func() *world.System) (*Result, error) {
	return s.run(func() trace.World { return world.Simulation{System: newSystem(), Afresh: s.result.Options.Afresh} })
}
