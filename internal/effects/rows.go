package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// RowEffect returns how an operation accesses its row. exists says whether the table exists, and old
// is the value under the key. This is the only definition of these effects: tables execute
// operations by it, and the search uses it to predict the effect of an operation in an order that
// has not been executed.
func RowEffect(op *trace.Op, exists bool, old trace.ValueID) trace.Effect {
	if !exists {
		return trace.NoEffect
	}
	switch op.Kind {
	case kind.TableInsert:
		return trace.Write
	case kind.TableInsertNew:
		if old != trace.NoValue {
			return trace.Read
		}
		return trace.Update
	case kind.TableUpdateCounter:
		if old == trace.NoValue && op.Expected == trace.NoValue {
			return trace.Read
		}
		return trace.Update
	case kind.TableTake:
		if old == trace.NoValue {
			return trace.Read
		}
		return trace.Update
	case kind.TableSwap:
		if old != op.Expected {
			return trace.Read
		}
		return trace.Update
	case kind.TableDelete:
		return trace.Update
	}
	return trace.Read
}

// RowAfter returns the value under the key after an operation that changes its row. old is the value
// before; only a TableUpdateCounter depends on it.
func RowAfter(op *trace.Op, old trace.ValueID) trace.ValueID {
	switch op.Kind {
	case kind.TableInsert, kind.TableInsertNew, kind.TableSwap:
		return op.Value
	case kind.TableUpdateCounter:
		if old == trace.NoValue {
			old = op.Expected
		}
		if old != trace.NoValue {
			return op.Does.(Counting).Sum(old)
		}
	}
	return trace.NoValue
}

// Awaited reports whether an operation on a row that may have to wait, a TableAwait or one that polls, can be executed. exists says
// whether the table exists, and old is the value under the key. (If the table does not exist, the operation is executed and
// fails.)
func Awaited(op *trace.Op, exists bool, old trace.ValueID) bool {
	return !exists || (old != trace.NoValue || op.Polls()) && op.Does.(RowPatterns).MatchRow(op.Key, old)
}

// ChangesRow reports whether the event stores After under its key.
func ChangesRow(e *trace.Event) bool {
	return !e.Kind.Is(kind.OnWholeTable) && e.Effect.Changes()
}

// RowPatterns selects rows of a table. An implementation must be a pure function of the row.
type RowPatterns interface {
	// MatchRow reports whether the row with the given key and value is selected.
	MatchRow(key, value trace.ValueID) bool
}

// Counting computes the new value of a TableUpdateCounter. An implementation must be a pure
// function of the old value.
type Counting interface {
	// Sum returns the new value of a counter whose value is old.
	Sum(old trace.ValueID) trace.ValueID
}
