package world

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// jump makes the clock of a node jump once, at any time after this was decided: ahead or back. It changes the time that the node
// reads, and no duration.
type jump struct {
	common
	faults *faults
	way    int32 // effects.NoJump if it does not jump, or if it is not decided yet
	ahead  program.Operation
	back   program.Operation
}

func newJump(c common) *jump { return &jump{common: c} }

// jumpOf returns the actor that makes the clock of a node jump by so many ticks.
func jumpOf(s *System, f *faults, ticks int32) *jump {
	j := find(s, s.Actors.Clock(f.node.id), newJump)
	j.faults, j.way = f, effects.NoJump
	j.ahead.Op = trace.Op{Kind: kind.Jump, Object: int32(f.node.id.ID), Number: ticks}
	j.back.Op = trace.Op{Kind: kind.Jump, Object: int32(f.node.id.ID), Number: -ticks}
	return j
}

func (j *jump) pending() *program.Operation {
	switch {
	case j.way == effects.NoJump || j.steps > 0:
		return nil
	case j.way == effects.JumpAhead:
		return &j.ahead
	}
	return &j.back
}

func performJump(_ *System, ev *trace.Event, u *undo) program.Result {
	ev.Cause = u.who.(*jump).faults.decided
	return program.Result{}
}

// toCome returns the number of ticks of a jump to come.
func (j *jump) toCome() int {
	if op := j.pending(); op != nil {
		return int(op.Number)
	}
	return 0
}

func (j *jump) fingerprint(*System) trace.Fingerprint {
	return part(someFaults, int32(j.id.ID)).With(uint64(j.toCome()))
}

func (j *jump) whole(_ *System, b []byte) []byte {
	return whole.Append(partOf(b, someFaults, int(j.id.ID)), j.toCome())
}
