package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/internal/world/tables"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Record is an executed event with the data to undo it.
type Record struct {
	Actor    state.Actor
	Process  *Process // Actor, if it is one; else nil
	Op       *program.Operation
	At       *program.History // of Actor, before the event
	written  int              // the number of written cells before the event
	started  int              // the number of started actors before the event
	place    int              // the index in the mailbox from which the message was taken
	Message  mailbox.Message  // that was taken from a mailbox
	Taken    []Taken          // the messages that a Collect took
	table    *tables.Table    // the table of the operation, if it has changed that
	other    *Process         // the process that was started, or that a link, a monitor or a table was added to
	to       *Process         // the process to which a message was delivered
	Arrived  *Process         // the same, if it runs and its mailbox got the message
	channels []*state.Channel // the channels that got messages or signals
	killed   *Process         // the process that was told to end
	timer    *state.Timer     // the timer that was started, or started again after its expiry
	asserts  uint64           // the bits of the properties that were asserted after the event, before the next operations
}

// common returns the common part of the actor.
func (r *Record) common() *state.Common {
	if r.Process != nil {
		return &r.Process.Common
	}
	return r.Actor.Base()
}

// Requested reports whether the process has requested the operation.
func (r *Record) Requested() bool { return !isDebt(&r.Op.Op) }

// isDebt reports whether a process has not requested the operation.
func isDebt(op *trace.Op) bool { return op.Kind == kind.OffTheWay }

// tellChanges tells which actors an event or its undoing changes.
func (r *Record) tellChanges(to *state.Actors) {
	if !to.Printed() {
		return
	}
	to.Changed(r.Actor)
	for _, other := range [...]*Process{r.to, r.killed, r.other} {
		if other != nil {
			to.Changed(other)
		}
	}
	for _, c := range r.channels {
		to.Changed(c)
	}
	if r.timer != nil {
		to.Changed(r.timer)
	}
}

// undo undoes the event, except in cells and the starts of actors.
func (r *Record) undo(ts *tables.Tables) {
	r.common().Steps--
	if p := r.Process; p != nil {
		p.At, p.passed, p.found = r.At, 0, false
	}
	if r.killed != nil {
		r.killed.killed = nil
	}
	if r.to != nil {
		r.to.got--
	}
	if to := r.Arrived; to != nil {
		to.Mailbox.Unarrive()
		if to.passed >= to.Mailbox.Len() {
			to.passed, to.found = to.Mailbox.Len(), false
		}
	}
	for i := len(r.channels) - 1; i >= 0; i-- {
		c := r.channels[i]
		if c.TakeBack(); c.Alone {
			r.Process.sent--
		}
	}
	if undo := kinds[r.Op.Kind].undo; undo != nil {
		undo(r)
	}
	if r.table != nil {
		ts.Undo(r.table)
	}
}
