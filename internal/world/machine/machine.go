// Package machine executes the operations of a model one at a time, and undoes them. It knows neither the search nor words.
package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/injector"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/internal/world/tables"
	"github.com/checkmodel/checkmodel/trace"
)

// Machine executes the operations of a closed program: of the first process and all that it starts. It can step back to any earlier
// state of the present interleaving. Methods panic with a [*guard.ModelError] where the model cannot be checked.
type Machine struct {
	*program.Runner
	Present state.Actors
	Cells   state.Cells
	Tables  tables.Tables
	Timers  state.Timers
	Nodes   injector.Nodes
	Network injector.Network

	movers
	records []Record     // one for each event
	event   *trace.Event // of the last step
}

// New returns a machine that has started nothing, for a program that the runner executes.
func New(r *program.Runner) *Machine {
	m := &Machine{Runner: r, Tables: tables.New(r.Store)}
	m.reset()
	return m
}

// reset forgets all actors.
func (m *Machine) reset() {
	m.Present, m.movers, m.Timers, m.Cells = state.Actors{}, movers{}, state.Timers{}, state.Cells{}
	w := injector.World{Program: m.Runner, Actors: &m.Present, Cells: &m.Cells}
	m.Nodes, m.Network = injector.NodesOf(w), injector.NetworkOf(w)
}

// Depth returns how many events have been executed.
func (m *Machine) Depth() int { return len(m.records) }

// Record returns the record of a step of the present interleaving, counted from 1.
func (m *Machine) Record(step int) *Record { return &m.records[step-1] }

// LastEvent returns the event of the last step, even if a fault of the model interrupted it.
func (m *Machine) LastEvent() trace.Event { return *m.event }

// Process returns the process with that number.
func (m *Machine) Process(id trace.ActorID) *Process {
	if a := m.Present.Find(id); a != nil {
		return a.(*Process)
	}
	p := state.Find(&m.Present, m.Actors.ByID(id), newProcess)
	p.in = surroundings{&m.Cells, &m.Tables, &m.Env}
	return p
}

// StartedActor returns the actor with that number, and whether it has started.
func (m *Machine) StartedActor(id trace.ActorID) (a state.Actor, ok bool) {
	if a = m.Present.Find(id); a == nil {
		return nil, false
	}
	return a, a.Base().Started
}

// Requested returns the pending operation of an actor, nil if there is none.
func (m *Machine) Requested(id trace.ActorID) *program.Operation {
	if a, ok := m.StartedActor(id); ok {
		return a.Pending()
	}
	return nil
}

// StepAt returns the step, from 1, that executed the operation at that point of a process, or 0.
func (m *Machine) StepAt(a *trace.Actor, h *program.History) int {
	for i := range m.records {
		if r := &m.records[i]; r.At == h && r.Actor.Base().Actor == a && r.Requested() {
			return i + 1
		}
	}
	return 0
}

// Asserting returns a bit for each property that was asserted in the present interleaving. AssertedBy returns the property with
// a bit. Those beyond the first 64 have none.
func (m *Machine) Asserting() (bits uint64) {
	bits = m.Past.First.Asserts
	for i := range m.records {
		bits |= m.records[i].asserts
		if at := m.records[i].At; at != nil {
			bits |= at.Idled()
		}
	}
	for _, a := range m.Present.Started() {
		if p, is := a.(*Process); is {
			bits |= p.At.Idled()
		}
	}
	return bits
}

// ForgetPoints forgets all points of histories that did not lead to the present state.
func (m *Machine) ForgetPoints() {
	m.Past.Keep(func(yield func(*program.History) bool) {
		for _, a := range m.Present.Started() {
			if p, ok := a.(*Process); ok && !yield(p.At) {
				return
			}
		}
		for i := range m.records { // after a loop, the parents of a point are not all that came before
			if !yield(m.records[i].At) {
				return
			}
		}
	})
}
