package trace

// Space is a kind of cell.
type Space uint8

// Own is the space of the cells of a world of one's own; see Cells. The other spaces are those of the world of models.
const Own Space = 29

// Cell is a piece of shared state other than mailboxes and tables.
type Cell struct {
	Space  Space
	Object int32 // mostly an actor
	Key    int32
}

// Access is an access of an event to a cell.
type Access struct {
	Cell
	Effect Effect
	After  int32 // the content of the cell after the event, unless Effect is Read
}

// Effect says how a table operation accesses its row, or, for an operation on a whole table, the
// existence of the table.
type Effect uint8

const (
	// NoEffect: the operation failed because its table does not exist.
	NoEffect Effect = iota
	// Read: the result depends on the old value; nothing was changed.
	Read
	// Write: a value was stored without reading the old one.
	Write
	// Update: the result or the new value depends on the old value.
	Update
)

// Changes reports whether the operation changed the row or the table that it accessed.
func (e Effect) Changes() bool { return e == Write || e == Update }
