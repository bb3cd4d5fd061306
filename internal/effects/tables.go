package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// onTable sets the effects of an operation on a whole table. For an operation on rows it sets only
// the table. Every operation on a table reads whether the table exists. For operations on rows this
// read is no access to a cell: package causality relates them to the events that create and remove
// tables.
func (b behaviour) onTable() {
	if b.Flags&kind.Named != 0 {
		b.Table = trace.ObjectID(b.read(trace.Cell{Space: TableNamed, Object: b.Object}) - 1)
	}
	switch b.Kind {
	case kind.TableNew:
		b.newTable()
	case kind.TableDrop:
		b.dropTable()
	case kind.TableRelease:
		b.releaseTable()
	case kind.TableRename:
		b.renameTable()
	case kind.TableGive:
		b.giveTable()
	case kind.TableHeir:
		b.chooseHeir()
	}
}

// ofTable returns a cell of the operation's table.
func (b behaviour) ofTable(s trace.Space) trace.Cell {
	return trace.Cell{Space: s, Object: int32(b.Table)}
}

// tableExists reports whether the table exists, and sets the effect of an operation
// that does not change that.
func (b behaviour) tableExists() bool {
	if b.Table == trace.NoTable || b.read(b.ofTable(tableExistence)) == 0 {
		b.Effect, b.Ok = trace.NoEffect, false
		return false
	}
	b.Effect = trace.Read
	return true
}

func (b behaviour) newTable() {
	if name := int32(b.Value); name != 0 {
		c := trace.Cell{Space: TableNamed, Object: name}
		if b.state(c) != 0 {
			b.read(c)
			b.Effect, b.Ok = trace.Read, false
			return
		}
		b.update(c, b.Object+1)
		b.update(b.ofTable(tableName), name)
	}
	b.Effect = trace.Update
	b.update(b.ofTable(tableExistence), 1)
	b.update(b.ofTable(TableOwner), int32(b.Actor)+1)
	b.setHeir()
}

func (b behaviour) dropTable() {
	if b.tableExists() {
		b.removeTable()
	}
}

// removeTable removes the table and frees its name. The cell of the owner does not change, so that the
// end of the owner need not read whether its tables exist.
func (b behaviour) removeTable() {
	b.Effect = trace.Update
	b.update(b.ofTable(tableExistence), 0)
	if name := b.read(b.ofTable(tableName)); name != 0 {
		b.update(b.ofTable(tableName), 0)
		b.update(trace.Cell{Space: TableNamed, Object: name}, 0)
	}
}

// releaseTable gives the table to its heir or removes it, after the end of its owner.
func (b behaviour) releaseTable() {
	if !b.tableExists() {
		b.Effect = trace.Read
		return
	}
	heir := trace.ActorID(b.read(b.ofTable(TableNextOwner)) - 1)
	if heir == trace.NoActor || b.read(trace.Cell{Space: Ended, Object: int32(heir)}) != 0 {
		b.removeTable()
		return
	}
	b.giveTableTo(heir)
}

// giveTableTo gives the table to another actor and sends it a message.
func (b behaviour) giveTableTo(owner trace.ActorID) {
	b.update(b.ofTable(TableOwner), int32(owner)+1)
	if b.Flags&kind.Delayed == 0 {
		b.To = owner
	}
}

func (b behaviour) renameTable() {
	if !b.tableExists() {
		return
	}
	old := b.read(b.ofTable(tableName))
	if old == 0 {
		return
	}
	c := trace.Cell{Space: TableNamed, Object: int32(b.Value)}
	if b.Ok = b.read(c) == 0; b.Ok {
		b.update(trace.Cell{Space: TableNamed, Object: old}, 0)
		b.update(b.ofTable(tableName), int32(b.Value))
		b.update(c, int32(b.Table)+1)
	}
}

// ownsTable reports whether the table exists and the actor owns it.
func (b behaviour) ownsTable() bool {
	if !b.tableExists() {
		return false
	}
	b.Ok = b.read(b.ofTable(TableOwner)) == int32(b.Actor)+1
	return b.Ok
}

func (b behaviour) giveTable() {
	to := b.Heir()
	if !b.ownsTable() {
		return
	}
	if b.Ok = to != b.Actor && b.read(trace.Cell{Space: Ended, Object: int32(to)}) == 0; b.Ok {
		b.giveTableTo(to)
	}
}

func (b behaviour) chooseHeir() {
	if b.ownsTable() {
		b.setHeir()
	}
}

// setHeir sets the heir. Only the owner can set it, and only the owner's end reads it.
func (b behaviour) setHeir() {
	b.update(b.ofTable(TableNextOwner), int32(b.Other))
	b.update(b.ofTable(TableHeirMessage), int32(b.Expected))
}
