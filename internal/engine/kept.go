package engine

import (
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Kept is a world that has executed nothing. The worlds of successive units of one search share what is known of the program with it, so
// that a unit need not execute the code of processes again that an earlier one has executed. What their results say of the program as a whole,
// such as result.Findings.Visits, may then include what earlier ones have found, which are parts of the same search.
type Kept struct {
	of    string // the model and the settings
	world trace.World
	watch *guard.Watch
	drawn *driver.Sampling // of the latest unit, if it has drawn interleavings
}

// Keep gives the search of a unit the world that was kept for a search with the same model and settings. Otherwise, k may be nil, and it
// returns another Kept, with the world of this search.
func (k *Kept) Keep(s *Search, of string, world func() trace.World) *Kept {
	if k == nil || k.of != of {
		k = &Kept{of: of, watch: s.Loop.Watch}
	}
	s.Loop.Watch = k.watch
	s.NewWorld = func() trace.World {
		if k.world == nil {
			k.world = world()
			k.world.(stage.Copies).Close() // what is known does not need its processes
		}
		return k.world.(stage.Copies).Copy(stage.Partner)
	}
	if d, draws := s.Driver.(*driver.Sampling); draws {
		d.Earlier, k.drawn = k.drawn, d
	}
	return k
}
