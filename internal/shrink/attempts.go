package shrink

import (
	"iter"

	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
)

// Attempts executes schedules one after the other in one world. It is the strategy of the search that executes them, and a part of
// a [minimize.Tester]. The exported fields must be set before it begins.
type Attempts struct {
	Left int         // how many schedules and interleavings may be executed
	Ends bool        // each interleaving goes on to its end
	Stop func() bool // reports whether to execute no more
	Long bool        // a schedule takes long

	executed int
	next     func() (*attempt, bool)
	play     func(*attempt) bool // executes a schedule; false if none can be executed any more
	now      *attempt
	run      minimize.Run // in which a violation was found in the present schedule; nil if none was
	world    *stage.World
	names    *lenient.Likenesses // of messages
}

// Run executes schedules: f may call Test, and search executes the schedules by the strategy s, until there are no more.
func (s *Attempts) Run(search func() error, f func()) error {
	next, stop := iter.Pull(func(yield func(*attempt) bool) {
		s.play = yield
		f()
	})
	defer stop()
	s.next = next
	return search()
}

// SetWorld sets the world that executes the schedules.
func (s *Attempts) SetWorld(w *stage.World, names *lenient.Likenesses) { s.world, s.names = w, names }

// Keep is called with the run of a violation in the present schedule. Only the first one counts.
func (s *Attempts) Keep(run func() minimize.Run) {
	if s.run == nil {
		s.run = run()
	}
}

// Count adds interleavings that were executed in other ways.
func (s *Attempts) Count(interleavings int) { s.executed += interleavings }

// Test implements [minimize.Tester].
func (s *Attempts) Test(o minimize.Selection, events []minimize.Event, tries, length int) (minimize.Run, bool) {
	for match, differs := byName, (&[byChance + 1]bool{byName: true}); match <= byChance; match++ {
		for n := 0; differs[match] && (n == 0 || match == byChance && n < tries); n++ {
			a, ok := s.attempt(o, events, match, length)
			if !ok || s.run != nil {
				return s.run, s.run != nil
			}
			differs = &a.differs
		}
	}
	return nil, false
}

// attempt executes a schedule with that matching, until the run has that length. It returns false if none can be executed any more.
func (s *Attempts) attempt(o minimize.Selection, events []minimize.Event, match matching, length int) (*attempt, bool) {
	s.run = nil
	if s.Exhausted() {
		return nil, false
	}
	s.executed++
	a := &attempt{
		events: events, outside: o, ends: s.Ends, match: match,
		replaced: map[trace.ActorID]int{}, seed: s.executed, length: length,
	}
	if !s.play(a) {
		s.Left = 0
		return nil, false
	}
	return a, true
}

// Exhausted implements [minimize.Tester].
func (s *Attempts) Exhausted() bool { return s.executed >= s.Left || s.Stop() }

// Slow implements [minimize.Tester].
func (s *Attempts) Slow() bool { return s.Long }

// Executed implements [minimize.Tester].
func (s *Attempts) Executed() int { return s.executed }
