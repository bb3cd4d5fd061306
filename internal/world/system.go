package world

import (
	"github.com/checkmodel/checkmodel/internal/world/describe"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/recheck"
	"github.com/checkmodel/checkmodel/internal/world/state"
)

// System is a closed program: the first process and all that it starts. It executes one operation at
// a time, and can step back to any earlier state of the present interleaving. It must be used by one
// goroutine only.
//
// Methods panic with a [*guard.ModelError] where the model cannot be checked.
type System struct {
	*machine.Machine
	*describe.Describer
	// Rechecks executes the processes of the present interleaving again.
	Rechecks recheck.Checker
	same     state.Equivalence
	alike    *Exchanges // of processes that are alike; nil if none are
}

// NewSystem returns a system whose first process, named [FirstProcess], executes body. It must be closed.
// watch may be nil; otherwise other goroutines can watch the system through it.
func NewSystem(body program.Body, watch *guard.Watch) *System {
	if watch == nil {
		watch = new(guard.Watch)
	}
	watch.Begin()
	s := new(System)
	s.runs(program.NewRunner(identity.NewStore(body, watch), s))
	s.Boot(body)
	return s
}

// runs sets the components of a system that runs a program.
func (s *System) runs(r *program.Runner) {
	s.Machine = machine.New(r)
	s.Describer = describe.New(s.Machine)
	s.Rechecks = recheck.New(s.Machine, s.Describer)
	s.same.Program = r
}

// Twin returns a new system with the same program and the same numbers of actors, values and tables, so
// schedules and events of one are valid in the other. Different goroutines may use them, but only
// one goroutine at a time executes code of the model.
func (s *System) Twin() *System { return s.newTwin(false) }

// Apart returns a twin in which histories that lead to the same state of a loop do not continue as one.
func (s *System) Apart() *System {
	t := s.Twin()
	t.KeepApart()
	return t
}

// Partner returns a twin that shares the histories of processes with this system: neither executes a
// process where the other has done so.
func (s *System) Partner() *System {
	t := s.twin(false)
	t.Join(s.Machine)
	return t
}

// Recorder returns a twin that records the source lines of operations and the logs of processes.
func (s *System) Recorder() *System { return s.newTwin(true) }

func (s *System) newTwin(recording bool) *System {
	t := s.twin(recording)
	t.Boot(s.Body())
	return t
}

func (s *System) twin(recording bool) *System {
	t := new(System)
	t.runs(s.Runner.Twin(t, recording))
	if t.same.View = s.same.View; s.alike != nil {
		t.alike = newExchanges(t, s.alike.Symmetry)
	}
	return t
}
