package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
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
	stage.Explains
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

// Differs implements [stage.Explains].
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
func (s Simulation) State() trace.State { return present{s.System} }

// present is the present state of a system.
type present struct{ *System }

func (s present) Name(a trace.ActorID) string { return s.Actor(a).Name }

func (s present) Named(name string) (trace.ActorID, bool) {
	if a, ok := s.ActorNamed(name); ok {
		return a.ID, true
	}
	return trace.NoActor, false
}

func (s present) Pending(a trace.ActorID) (operation, place string) {
	at, ok := s.System.Pending(a)
	if !ok {
		return "", ""
	}
	return at.Operation, at.String()
}

func (s present) MayWait(a trace.ActorID) bool {
	p, is := s.Present.Known(a).(*machine.Process)
	return is && p.Daemon()
}

func (s present) Declared(a trace.ActorID) trace.ValueID {
	if p, is := s.Present.Known(a).(*machine.Process); is && p.Running() && p.At.Head != nil {
		return p.At.Head.State
	}
	return trace.NoValue
}

func (s present) Home(a trace.ActorID) trace.ActorID {
	if p, is := s.Present.Known(a).(*machine.Process); is {
		if home := p.At.Root().Program.Home; home != nil {
			return home.ID
		}
	}
	return trace.NoActor
}

func (s present) Daemons() bool {
	return !slices.ContainsFunc(s.Present.Started(), func(a state.Actor) bool {
		p, ok := a.(*machine.Process)
		return ok && !p.Ended && !p.Daemon()
	})
}

func (s present) Failing(nodes []trace.ActorID) []trace.ActorID { return s.Nodes.Failing(nodes) }

func (s present) MergeBags() { s.System.MergeBags(true) }

func (s present) Behavior() trace.Behavior { return trace.Behavior{} }

func (s present) InBag(a trace.ActorID) bool {
	_, is := s.Present.Known(a).(*state.Channel)
	return is && s.Env.Routing.Bag()
}
