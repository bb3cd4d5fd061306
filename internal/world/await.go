package world

import "github.com/checkmodel/checkmodel/trace"

// awaits reports whether an Await can go on.
func (s *System) awaits(a *process, op *Operation) bool {
	ev := trace.NewEvent(a.actor.ID, a.steps, op.Op)
	if op.OnCells() {
		ev.Behave(s.cell)
	}
	if ev.Table == trace.NoTable {
		return true // to fail
	}
	if s.isMistyped(op, ev.Table) {
		return true // to be told
	}
	t := s.table(ev.Table)
	return trace.Awaited(&op.Op, t.Exists(), t.Get(op.Key))
}

// Awaiting appends the processes to buf that wait for a row, and returns it. They
// cannot go on now, but might have before.
func (s *System) Awaiting(buf []trace.Pending) []trace.Pending {
	for _, a := range s.born {
		if op := s.pending(a); op != nil && op.Kind == trace.TableAwait && !s.awaits(a, op) {
			buf = append(buf, trace.Pending{Actor: a.actor.ID, Op: &op.Op})
		}
	}
	return buf
}
