package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// performRow executes the operations on one row.
func performRow(s *System, _ *process, op *Operation, ev *trace.Event, u *undo) Result {
	if ev.Table == trace.NoTable {
		return Result{Status: NoTable}
	}
	if s.isMistyped(op, ev.Table) {
		return s.mistyped(ev.Table)
	}
	t := s.table(ev.Table)
	after := s.afterwards(t, op)
	u.table = t
	ev.Effect, u.before = t.Do(&op.Op, after)
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
	case op.Kind == trace.TableUpdateCounter && !changed:
		return Result{Status: Refused}
	case op.Kind == trace.TableLookup, op.Kind == trace.TableTake, op.Kind == trace.TableAwait:
		ev.Result = u.before.Value
	case op.Kind == trace.TableMember:
		ev.Ok = u.before.Value != trace.NoValue
		return answer(ev.Ok)
	case op.Kind == trace.TableUpdateCounter:
		ev.Result = after
	case (op.Kind == trace.TableInsertNew || op.Kind == trace.TableSwap) && changed:
		return Result{N: 1}
	}
	return Result{Value: ev.Result}
}

func undoTable(_ *System, _ *process, _ *Operation, u *undo) {
	if u.table != nil {
		u.table.Undo(u.before)
	}
}

// afterwards returns what is under the key once the operation has been executed.
func (s *System) afterwards(t *table.Table, op *Operation) trace.ValueID {
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
func (x *Execution) Counting(increment trace.ValueID) trace.Patterns {
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
