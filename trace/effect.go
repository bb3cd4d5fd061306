package trace

// EffectOf returns how an operation accesses its row. exists says whether the table exists, and old
// is the value under the key. This is the only definition of these effects: tables execute
// operations by it, and the search uses it to predict the effect of an operation in an order that
// has not been executed.
func EffectOf(op *Op, exists bool, old ValueID) Effect {
	if !exists {
		return NoEffect
	}
	switch op.Kind {
	case TableInsert:
		return Write
	case TableInsertNew:
		if old != NoValue {
			return Read
		}
		return Update
	case TableUpdateCounter:
		if old == NoValue && op.Expected == NoValue {
			return Read
		}
		return Update
	case TableTake:
		if old == NoValue {
			return Read
		}
		return Update
	case TableSwap:
		if old != op.Expected {
			return Read
		}
		return Update
	case TableDelete:
		return Update
	}
	return Read
}

// AfterOf returns the value under the key after an operation that changes its row. old is the value
// before; only a TableUpdateCounter depends on it.
func AfterOf(op *Op, old ValueID) ValueID {
	switch op.Kind {
	case TableInsert, TableInsertNew, TableSwap:
		return op.Value
	case TableUpdateCounter:
		if old == NoValue {
			old = op.Expected
		}
		if old != NoValue {
			return op.Does.(Counting).Sum(old)
		}
	}
	return NoValue
}

// Awaited reports whether a TableAwait can be executed. exists says whether the table exists, and
// old is the value under the key. (If the table does not exist, the operation is executed and
// fails.)
func Awaited(op *Op, exists bool, old ValueID) bool {
	return !exists || old != NoValue && op.Does.(RowPatterns).MatchRow(op.Key, old)
}

// ChangesRow reports whether the event stores After under its key.
func (e *Event) ChangesRow() bool {
	return !e.Kind.Is(OnWholeTable) && e.Effect.changes()
}

// changes reports whether the operation changed the row or the table that it accessed.
func (e Effect) changes() bool { return e == Write || e == Update }
