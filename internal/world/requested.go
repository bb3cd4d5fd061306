package world

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/recheck"
	"github.com/checkmodel/checkmodel/trace"
)

var _ recheck.World = (*System)(nil)

// StartedActors returns how many actors have started.
func (s *System) StartedActors() int { return len(s.started) }

// Started returns the process among the started actors with that number; false for another actor.
func (s *System) Started(number int) (recheck.Process, bool) {
	p, is := s.started[number].(*process)
	if !is {
		return recheck.Process{}, false
	}
	return p.inState(), true
}

// Process returns the process with that number.
func (s *System) Process(id trace.ActorID) recheck.Process { return s.process(id).inState() }

// inState returns the present point of the process.
func (p *process) inState() recheck.Process {
	return recheck.Process{Actor: p.id, At: p.at, Ended: !p.running()}
}

// Requested returns the pending operation of an actor, nil if there is none.
func (s *System) Requested(id trace.ActorID) *program.Operation {
	if a, ok := s.actor(id); ok {
		return a.pending()
	}
	return nil
}

// Done returns the operation of a step of the present interleaving, counted from 1, the actor that has executed it, and its point
// before; nil if it is no process, or has not requested the operation itself.
func (s *System) Done(step int) (by *trace.Actor, at *program.History, op *program.Operation) {
	u := &s.undos[step-1]
	if !isDebt(&u.op.Op) {
		at = u.at
	}
	return u.common().id, at, u.op
}

// StepAt returns the step, from 1, that executed the operation at that point of a process, or 0.
func (s *System) StepAt(a *trace.Actor, h *program.History) int {
	for i := range s.undos {
		if u := &s.undos[i]; u.at == h && u.who.base().id == a && !isDebt(&u.op.Op) {
			return i + 1
		}
	}
	return 0
}
