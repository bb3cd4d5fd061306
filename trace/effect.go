package trace

// EffectOf says how a table operation of an actor touches its row (or, for an
// operation on a whole table, the table's existence) when it is executed in a
// state where the table has that owner, or does not exist if the owner is
// NoActor, and old is under its key. It is the one place that
// defines this: tables execute by it, and the search uses it to foresee what a
// planned operation will do in an order that has not been executed yet.
func EffectOf(actor ActorID, op *Op, owner ActorID, old ValueID) Effect {
	exists := owner != NoActor
	switch op.Kind {
	case TableNew:
		if exists {
			return Read
		}
		return Update
	case TableDrop:
		if !exists {
			return Read
		}
		return Update
	case TableRelease:
		if owner != actor {
			return Read
		}
		return Update
	}
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

// ChangesRow reports whether After is what lies under the event's key from then on.
func (e *Event) ChangesRow() bool {
	return e.Key != NoValue && (e.Effect == Write || e.Effect == Update)
}
