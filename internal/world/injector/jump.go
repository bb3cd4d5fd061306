package injector

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// jump makes the clock of a node jump once, at any time after this was decided: ahead or back. It changes the time that the node
// reads, and no duration.
type jump struct {
	state.Common
	node  *Node
	way   int32 // effects.NoJump if it does not jump, or if it is not decided yet
	ahead program.Operation
	back  program.Operation
}

func newJump(c state.Common) *jump {
	c.Dependent = true
	return &jump{Common: c}
}

// jumpOf returns the actor that makes the clock of a node jump by a number of ticks.
func jumpOf(w World, n *Node, ticks int32) *jump {
	j := state.Find(w.Actors, w.Program.Actors.Clock(n.process.Base().Actor), newJump)
	j.node, j.way = n, effects.NoJump
	j.ahead.Op = trace.Op{Kind: kind.Jump, Object: int32(n.ID()), Number: ticks}
	j.back.Op = trace.Op{Kind: kind.Jump, Object: int32(n.ID()), Number: -ticks}
	return j
}

// Pending implements [state.Actor].
func (j *jump) Pending() *program.Operation {
	switch {
	case j.way == effects.NoJump || j.Steps > 0:
		return nil
	case j.way == effects.JumpAhead:
		return &j.ahead
	}
	return &j.back
}

// Perform implements [state.Automaton].
func (j *jump) Perform(ev *trace.Event) { ev.Cause = j.node.decided }

// Undo implements [state.Automaton]: whether the clock has jumped is in the number of steps.
func (*jump) Undo(*trace.Op) {}

// toCome returns the number of ticks of a jump to come.
func (j *jump) toCome() int {
	if op := j.Pending(); op != nil {
		return int(op.Number)
	}
	return 0
}

// Fingerprint implements [state.Actor].
func (j *jump) Fingerprint(*state.Equivalence) trace.Fingerprint {
	return state.FaultsPart.Print(int32(j.Actor.ID)).With(uint64(j.toCome()))
}

// Whole implements [state.Actor].
func (j *jump) Whole(_ *state.Equivalence, b []byte) []byte {
	return whole.Append(state.FaultsPart.Begin(b, int(j.Actor.ID)), j.toCome())
}
