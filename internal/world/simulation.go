package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// Simulation is a system as a world that a search explores: the processes of a model, which exchange messages, signals and
// tables. It is all that package stage asks for.
type Simulation struct {
	*System
	// Afresh makes it a world that cannot go back: it starts again, with new processes.
	Afresh bool
}

// Simulated returns the system of a world that simulates a model; nil for any other world.
func Simulated(w *stage.World) *System {
	s, _ := w.World.(Simulation)
	return s.System
}

var _ interface {
	trace.World
	stage.Words
	stage.Ends
	stage.Values
	stage.Copies
	stage.States
	stage.Recording
	stage.Examines
	stage.Forgets
} = Simulation{}

// StepBack implements [trace.World].
func (s Simulation) StepBack(depth int) (reached int) {
	if s.Afresh && depth < s.Depth() {
		s.Restart()
		return 0
	}
	s.System.StepBack(depth)
	return depth
}

// Copy implements [stage.Copies].
func (s Simulation) Copy(p stage.Purpose) trace.World {
	copies := [...]func() *System{stage.Twin: s.Twin, stage.Partner: s.Partner, stage.Apart: s.Apart, stage.Recorder: s.Recorder}
	return Simulation{copies[p](), s.Afresh}
}

// Request implements [stage.Words].
func (s Simulation) Request(step int, e *trace.Event) trace.Request {
	if step > 0 {
		return s.Executed(step)
	}
	return s.Planned(e)
}

// Declared implements [stage.Recording].
func (s Simulation) Declared(last *trace.Event) []trace.Declared { return declared(s.System, last) }

// ReexecutionCost implements [stage.Examines].
func (s Simulation) ReexecutionCost() int { return s.Rechecks.Cost() }

// Reexecute implements [stage.Examines].
func (s Simulation) Reexecute() (cost int, ok bool) { return s.Rechecks.Again() }

// Agrees implements [stage.Examines].
func (s Simulation) Agrees(other trace.World, look bool) error {
	twin := other.(Simulation).System
	s.Rechecks.Requests(&twin.Rechecks)
	if look {
		if leak := twin.Watch.Leak(twin.SourceOf); leak != nil {
			return leak
		}
	}
	return nil
}

// Differs implements [stage.Examines].
func (s Simulation) Differs(step int, by trace.ActorID, other trace.World) error {
	twin := other.(Simulation).System
	before := s.Executed(step)
	now, ok := twin.Pending(by)
	if twin.Depth() >= step {
		now, ok = twin.Executed(step), true
	}
	if ok && (now.Operation != before.Operation || now.Reason != before.Reason) {
		return program.NotDeterministic(step, before, now, program.SameSchedule)
	}
	s.Rechecks.Conditions(&twin.Rechecks, step)
	return nil
}

// Forget implements [stage.Forgets].
func (Simulation) Forget(all []trace.World, held []*trace.Event) {
	var systems []*System
	for _, w := range all {
		systems = append(systems, w.(Simulation).System)
	}
	Forget(systems, held)
}

// State implements [stage.States].
func (s Simulation) State() trace.State { return state{s.System} }

// state is the present state of a system.
type state struct{ *System }

func (s state) Name(a trace.ActorID) string { return s.Actor(a).Name }

func (s state) Named(name string) (trace.ActorID, bool) {
	if a, ok := s.ActorNamed(name); ok {
		return a.ID, true
	}
	return trace.NoActor, false
}

func (s state) Pending(a trace.ActorID) (operation, place string) {
	at, ok := s.System.Pending(a)
	if !ok {
		return "", ""
	}
	return at.Operation, at.String()
}

func (s state) MayWait(a trace.ActorID) bool {
	p, is := s.known[a].(*process)
	return is && p.daemon()
}

func (s state) Home(a trace.ActorID) trace.ActorID {
	if p, is := s.known[a].(*process); is {
		if home := p.at.Root().Program.Home; home != nil {
			return home.ID
		}
	}
	return trace.NoActor
}

func (s state) Daemons() bool {
	return !slices.ContainsFunc(s.started, func(a actor) bool {
		p, ok := a.(*process)
		return ok && !p.ended && !p.daemon()
	})
}

func (s state) Failing(nodes []trace.ActorID) []trace.ActorID { return Failing(s.System, nodes) }

func (s state) MergeBags() { s.System.MergeBags(true) }

func (s state) InBag(a trace.ActorID) bool {
	_, is := s.known[a].(*channel)
	return is && s.Env.Routing.Bag()
}
