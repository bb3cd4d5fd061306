package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/table"
)

// undo is what it takes to step back over one event.
type undo struct {
	who      *process
	op       *Operation
	at       *history
	place    int32
	message  mailbox.Message
	table    *table.Table // that it was an operation on
	before   table.Before
	owner    *process   // a table was created by it, or given to it
	written  int        // how much of System.written was there
	arrived  *process   // a message was put into its mailbox
	channels []*process // something was handed over to these
	fatal    *process   // it was told to end
}

// undoable adds the record for an event.
func (s *System) undoable(a *process, op *Operation) *undo {
	n := len(s.undos)
	if n == cap(s.undos) {
		s.undos = slices.Grow(s.undos, 1)
	}
	s.undos = s.undos[:n+1]
	u := &s.undos[n]
	*u = undo{} // in place: most of it stays empty
	u.who, u.op, u.at, u.written = a, op, a.at, len(s.written)
	return u
}
