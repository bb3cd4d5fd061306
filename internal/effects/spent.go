package effects

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// FaultList lists the faults of messages in an interleaving, the last one first. It never changes. The nil list has none.
type FaultList struct {
	before *FaultList
	budget *trace.Budget
	fault  trace.MessageFault
}

// With returns the list with the fault of the event, if it is one.
func (s *FaultList) With(e *trace.Event) *FaultList {
	if e.Budget == nil { // this is the hot path
		return s
	}
	return s.with(e)
}

func (s *FaultList) with(e *trace.Event) *FaultList {
	if e.Fault() == trace.NoFault {
		return s
	}
	return &FaultList{s, e.Budget, e.Fault()}
}

// Rest returns how many more faults of the kind the budget admits.
func (s *FaultList) Rest(b *trace.Budget, fault trace.MessageFault) int32 {
	left := b.Limits[fault]
	for ; s != nil; s = s.before {
		if s.budget == b && s.fault == fault {
			left--
		}
	}
	return left
}

// LeftAfter returns how many more faults of this kind the budget of the event admits. The event must be the last event of
// the list. If it is no fault, there is no limit.
func (s *FaultList) LeftAfter(e *trace.Event) int32 {
	if e.Budget == nil { // this is the hot path
		return math.MaxInt32
	}
	return s.leftAfter(e)
}

func (s *FaultList) leftAfter(e *trace.Event) int32 {
	if e.Fault() == trace.NoFault {
		return math.MaxInt32
	}
	return s.Rest(e.Budget, e.Fault())
}

// Competes reports whether two events are faults of one kind from one budget.
func Competes(e, f *trace.Event) bool {
	return e.Budget != nil && e.Budget == f.Budget && e.Fault() != trace.NoFault && e.Fault() == f.Fault()
}
