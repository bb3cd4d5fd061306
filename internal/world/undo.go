package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/table"
)

// undo is an event as the world has executed it, with what it takes to undo it.
type undo struct {
	who      actor
	op       *Operation
	at       *history // where a process was in its history
	written  int      // how many cells had been written
	place    int      // from where in its mailbox a process took the message
	message  mailbox.Message
	table    *table.Table // that it was an operation on
	before   table.Before
	other    *process   // the process that a link, a monitor or a table was added to
	arrived  *process   // a message was put into its mailbox
	channels []*channel // something was handed over to these
	killed   *process   // it was told to end
}

// process returns the actor, which must be a process.
func (u *undo) process() *process { return u.who.(*process) }

// undoable adds the record for an event.
func (s *System) undoable(who actor, op *Operation) *undo {
	n := len(s.undos)
	if n == cap(s.undos) {
		s.undos = slices.Grow(s.undos, 1)
	}
	s.undos = s.undos[:n+1]
	u := &s.undos[n]
	*u = undo{} // in place: most of it stays empty
	u.who, u.op, u.written = who, op, len(s.cells.written)
	if p, ok := who.(*process); ok {
		u.at = p.at
	}
	return u
}
