package proc

import "github.com/checkmodel/checkmodel/trace"

// Await waits until there is a value under the key for which the condition holds,
// and returns it. It does not poll: interleavings in which it looks in vain do
// not exist. The condition must be a pure function of the value; nil waits for
// any. A process that waits for ever is a deadlock, as with Receive.
func (t Table[K, V]) Await(p *P, key K, condition func(V) bool) V {
	match := func(_, v any) bool {
		value, _ := v.(V)
		return condition == nil || condition(value)
	}
	op := trace.Op{Kind: trace.TableAwait, Key: p.intern("the key", key),
		Patterns: &rowSelection{conditions: p.conditions(), whose: "an Await", match: match}}
	value, _ := t.value(p, t.perform(p, op, ""))
	return value
}

// awaits reports whether an Await can go on.
func (s *System) awaits(a *process, op *operation) bool {
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
