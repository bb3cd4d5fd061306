package trace

// EffectOf says how an operation touches its row when it is executed in a state
// where the table exists or not, and old is under its key. It is the one place
// that defines this: tables execute by it, and the search uses it to foresee what
// a planned operation will do in an order that has not been executed yet.
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
		if old == NoValue {
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

// Awaited reports whether a TableAwait can be executed in a state where the table
// exists or not, and old is under its key. (It fails where there is no table.)
func Awaited(op *Op, exists bool, old ValueID) bool {
	return !exists || old != NoValue && op.Patterns.(RowPatterns).MatchRow(op.Key, old)
}

// ChangesRow reports whether After is what lies under the event's key from then on.
func (e *Event) ChangesRow() bool {
	return !e.Kind.OnWholeTable() && (e.Effect == Write || e.Effect == Update)
}
