package machine

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Messages from one process to another may be lost, duplicated and reordered, within budgets.
//
// A message is lost when a receive would take it: the process then goes on waiting. So a message that is never
// taken is not lost, which would make no difference. That is an alternative of the receive.
//
// The fault of a message on its way is an alternative of its send, as the place of a copy in the mailbox matters. A copy
// has a channel of its own, as in a bag. So has a message that is reordered.
//
// How many alternatives an operation has does not depend on the state. Which of them a budget still admits does, and
// these are not offered (trace.Pending). So no event depends on another one because of a budget: each order of the
// same faults is possible, or none is.

// barred returns which alternatives of the pending operation of a process are not possible now.
func (p *Process) barred(op *program.Operation) (barred trace.Alternatives) {
	if op.Kind.Is(kind.Chooses) || op.Kind == kind.External {
		return 0
	}
	b := p.upcoming(op)
	for a := int32(1); a < op.Alternatives; a++ {
		if fault := op.Fault(a); b == nil || p.in.cells.Get(Faulted(b, fault)) >= b.Limits[fault] {
			barred |= 1 << a
		}
	}
	return barred
}

// upcoming returns the budget of the message that a process is about to send or to take; nil if there is none.
func (p *Process) upcoming(op *program.Operation) *trace.Budget {
	n := p.in.env.Network
	switch op.Kind {
	case kind.Send:
		return n.BudgetOf(p.Actor.ID, trace.ActorID(op.Object), op.Value)
	case kind.SendName:
		if to := p.in.cells.Holder(op.Key); to != trace.NoActor {
			return n.BudgetOf(p.Actor.ID, to, op.Value)
		}
	case kind.Receive, kind.ReceiveTimeout:
		if p.canReceive(op) {
			return n.Budget(p.Mailbox.At(p.passed).Budget)
		}
	}
	return nil
}

// spend counts the fault of an event, if it is one.
func (m *Machine) spend(ev *trace.Event) {
	if fault := ev.Fault(); fault != trace.NoFault {
		m.Struck(0, fault, fault.String)
		c, cells := Faulted(ev.Budget, fault), &m.Cells
		cells.Write([]trace.Access{{Cell: c, Effect: trace.Update, After: cells.Get(c) + 1}})
	}
}

// send puts a message on its way, unless the event has delivered it.
func (p *Process) send(m *Machine, to trace.ActorID, ev *trace.Event, r *Record) {
	if m.Env.Network != nil {
		ev.Budget = m.Env.Network.BudgetOf(p.Actor.ID, to, ev.Value)
		m.spend(ev)
	}
	fault, gone := ev.Fault(), effects.WasCutOff(ev) || effects.WasDropped(ev)
	if fault == trace.NoFault && (ev.Delivers() || gone) {
		return
	}
	op := program.Operation{Op: trace.Op{Kind: kind.Deliver, Flags: ev.Flags & kind.Connected, Object: int32(to), Value: ev.Value,
		Other: ev.Other, Number: numberOf(ev.Budget), Life: m.addressed(to, ev), SenderLife: ev.SenderLife}}
	copied := op
	if key := keyOf(ev); key != trace.NoValue {
		op.Key, op.Number = key, 0
	}
	if !ev.Delivers() && !gone && fault != trace.Reordered {
		p.handOver(m, to, op, ev, r)
	}
	switch fault {
	case trace.Reordered:
		p.handOverAlone(m, to, op, false, ev, r)
	case trace.Duplicated:
		p.handOverAlone(m, to, copied, true, ev, r)
	}
}

func numberOf(b *trace.Budget) int32 {
	if b == nil {
		return 0
	}
	return b.Number
}

// Faulted returns the cell that counts the faults of one kind within a budget.
func Faulted(b *trace.Budget, fault trace.MessageFault) trace.Cell {
	return trace.Cell{Space: effects.Faulted, Object: b.Number, Key: int32(fault)}
}
