package trace

// ownership computes the effects of an operation on a table as a whole.
type ownership struct{ behaviour }

// onTable sets the effects of an operation on a table as a whole; of an operation on rows it sets
// only which table it is on. Every operation on a table reads whether the table exists. For
// operations on rows this is no access to a cell: onTable in dependence.go relates them to the
// events that create and remove tables.
func (b ownership) onTable() {
	if b.Flags&Named != 0 {
		b.Table = ObjectID(b.read(Cell{TableNamed, b.Object, 0}) - 1)
	}
	switch b.Kind {
	case TableNew:
		b.newTable()
	case TableDrop:
		b.drop()
	case TableRelease:
		b.release()
	case TableRename:
		b.rename()
	case TableGive:
		b.give()
	case TableHeir:
		b.chooseHeir()
	}
}

// ofTable returns a cell of the operation's table.
func (b ownership) ofTable(s Space) Cell { return Cell{s, int32(b.Table), 0} }

// exists reports whether the table exists, and sets the effect of an operation
// that does not change that.
func (b ownership) exists() bool {
	if b.Table == NoTable || b.read(b.ofTable(TableExists)) == 0 {
		b.Effect, b.Ok = NoEffect, false
		return false
	}
	b.Effect = Read
	return true
}

func (b ownership) newTable() {
	if name := int32(b.Value); name != 0 {
		c := Cell{TableNamed, name, 0}
		if b.state(c) != 0 {
			b.read(c)
			b.Effect, b.Ok = Read, false
			return
		}
		b.update(c, b.Object+1)
		b.update(b.ofTable(TableName), name)
	}
	b.Effect = Update
	b.update(b.ofTable(TableExists), 1)
	b.update(b.ofTable(TableOwner), int32(b.Actor)+1)
	b.setHeir()
}

func (b ownership) drop() {
	if b.exists() {
		b.remove()
	}
}

// remove removes the table and frees its name. The owner stays in its cell, so that the end of the
// owner need not read whether its tables exist.
func (b ownership) remove() {
	b.Effect = Update
	b.update(b.ofTable(TableExists), 0)
	if name := b.read(b.ofTable(TableName)); name != 0 {
		b.update(b.ofTable(TableName), 0)
		b.update(Cell{TableNamed, name, 0}, 0)
	}
}

// release gives the table to its heir or removes it, after the end of its owner.
func (b ownership) release() {
	if !b.exists() {
		b.Effect = Read
		return
	}
	heir := ActorID(b.read(b.ofTable(TableNextOwner)) - 1)
	if heir == NoActor || b.read(Cell{Ended, int32(heir), 0}) != 0 {
		b.remove()
		return
	}
	b.giveTo(heir)
}

// giveTo gives the table to another actor and sends it a message.
func (b ownership) giveTo(owner ActorID) {
	b.update(b.ofTable(TableOwner), int32(owner)+1)
	if b.Flags&Delayed == 0 {
		b.To = owner
	}
}

func (b ownership) rename() {
	if !b.exists() {
		return
	}
	old := b.read(b.ofTable(TableName))
	if old == 0 {
		return
	}
	c := Cell{TableNamed, int32(b.Value), 0}
	if b.Ok = b.read(c) == 0; b.Ok {
		b.update(Cell{TableNamed, old, 0}, 0)
		b.update(b.ofTable(TableName), int32(b.Value))
		b.update(c, int32(b.Table)+1)
	}
}

// owns reports whether the table exists and the actor owns it.
func (b ownership) owns() bool {
	if !b.exists() {
		return false
	}
	b.Ok = b.read(b.ofTable(TableOwner)) == int32(b.Actor)+1
	return b.Ok
}

func (b ownership) give() {
	to := b.Heir()
	if !b.owns() {
		return
	}
	if b.Ok = to != b.Actor && b.read(Cell{Ended, int32(to), 0}) == 0; b.Ok {
		b.giveTo(to)
	}
}

func (b ownership) chooseHeir() {
	if b.owns() {
		b.setHeir()
	}
}

// setHeir sets the heir. Only the owner can set it, and only the owner's end reads it.
func (b ownership) setHeir() {
	b.update(b.ofTable(TableNextOwner), int32(b.Other))
	b.update(b.ofTable(TableHeirMessage), int32(b.Expected))
}
