package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// performRow executes the operations on one row.
func performRow(s *System, ev *trace.Event, u *undo) Result {
	if got, ok := usable(s, u.op, ev.Table); !ok {
		return got
	}
	u.table = s.tables.at(ev.Table)
	after := afterwards(u.table, &u.op.Op)
	ev.Effect, u.before = u.table.Do(&u.op.Op, after)
	ev.Before = u.before.Value
	if ev.Effect == trace.Write {
		ev.Before = u.before.Other
	}
	if ev.ChangesRow() {
		ev.After = after
	}
	switch changed := ev.Effect == trace.Write || ev.Effect == trace.Update; {
	case ev.Effect == trace.NoEffect:
		return Result{Status: NoTable}
	case ev.Kind == trace.TableUpdateCounter && !changed:
		return Result{Status: Refused}
	case ev.Kind == trace.TableLookup, ev.Kind == trace.TableTake, ev.Kind == trace.TableAwait:
		ev.Result = u.before.Value
	case ev.Kind == trace.TableMember:
		ev.Ok = u.before.Value != trace.NoValue
		return answer(ev.Ok)
	case ev.Kind == trace.TableUpdateCounter:
		ev.Result = after
	case (ev.Kind == trace.TableInsertNew || ev.Kind == trace.TableSwap) && changed:
		return Result{N: 1}
	}
	return Result{Value: ev.Result}
}

// awaited reports whether an Await can go on.
func awaited(s *System, p *process, op *Operation) bool {
	ev := trace.NewEvent(p.id.ID, p.steps, op.Op)
	if op.OnCells() {
		ev.Behave(s.cells.get)
	}
	if _, ok := usable(s, op, ev.Table); !ok {
		return true // to fail
	}
	t := s.tables.at(ev.Table)
	return trace.Awaited(&op.Op, t.Exists(), t.Get(op.Key))
}

// Awaiting appends the processes to buf that wait for a row, and returns it. They
// cannot go on now, but might have before.
func (s *System) Awaiting(buf []trace.Pending) []trace.Pending {
	for _, a := range s.started {
		if op := a.pending(); op != nil && op.Kind == trace.TableAwait && !a.enabled(s, op) {
			buf = append(buf, trace.Pending{Actor: a.base().id.ID, Op: &op.Op})
		}
	}
	return buf
}

// afterwards returns what is under the key once the operation has been executed.
func afterwards(t *table.Table, op *trace.Op) trace.ValueID {
	switch op.Kind {
	case trace.TableInsert, trace.TableInsertNew, trace.TableSwap:
		return op.Value
	case trace.TableUpdateCounter:
		if old := t.Get(op.Key); old != trace.NoValue {
			return op.Patterns.(trace.Counting).Sum(old)
		}
	}
	return trace.NoValue
}

// Counting returns how an UpdateCounter counts with that increment.
func Counting(x *Execution, increment trace.ValueID) trace.Patterns {
	return &counting{x.sys.values, increment}
}

// counting is how an UpdateCounter counts.
type counting struct {
	values    *values.Store
	increment trace.ValueID
}

// Match implements trace.Patterns; nothing is taken.
func (c *counting) Match(trace.ValueID) bool { return false }

// Sum implements trace.Counting. It wraps around as the type does. What is no number of the
// type of the increment is left as it is: a search may ask for it that has not seen yet that
// the handle is one of another type.
func (c *counting) Sum(old trace.ValueID) trace.ValueID {
	was, increment := reflect.ValueOf(c.values.Get(old)), reflect.ValueOf(c.values.Get(c.increment))
	if !was.IsValid() || was.Type() != increment.Type() {
		return old
	}
	sum := reflect.New(was.Type()).Elem()
	if sum.CanInt() {
		sum.SetInt(was.Int() + increment.Int())
	} else {
		sum.SetUint(was.Uint() + increment.Uint())
	}
	return c.values.Known(sum.Interface())
}
