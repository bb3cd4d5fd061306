package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Reception returns whether the receiver of the next message of a channel waits for it.
func (m *Machine) Reception(id trace.ActorID) trace.Reception {
	queue := m.Present.Known(id).(*state.Channel).Queue()
	next, later := &queue[0].Op, queue[1:]
	p := m.Process(trace.ActorID(next.Object))
	if p.Faults.Restarts() {
		return trace.Restarting
	}
	takes := func(trace.ValueID) bool { return false }
	if op := p.Pending(); op != nil && op.Kind.Is(kind.Receives) && !p.canReceive(op) {
		takes = op.Patterns().Match
	}
	if takes(next.Value) {
		return trace.Wanted
	}
	for i := range later {
		if op := &later[i].Op; op.Kind != kind.Deliver || takes(op.Value) {
			return trace.Blocking
		}
	}
	return trace.Unwanted
}

// handOver puts a message or a signal into a channel.
func (p *Process) handOver(m *Machine, to trace.ActorID, op program.Operation, ev *trace.Event, r *Record) {
	if m.Env.Routing.Between(p.Actor.ID, to) == environment.Bag {
		p.handOverAlone(m, to, op, false, ev, r)
		return
	}
	p.carry(m, to, 0, state.Item{Op: op, Cause: ev.ID()}, r)
}

// handOverAlone puts a message or a signal into a channel of its own.
func (p *Process) handOverAlone(m *Machine, to trace.ActorID, op program.Operation, copy bool, ev *trace.Event, r *Record) {
	p.sent++
	p.carry(m, to, int(p.sent), state.Item{Op: op, Cause: ev.ID(), Copy: copy}, r)
}

// carry puts a message or a signal into the nth channel for one message to another process, or with 0 into the channel for all other messages.
func (p *Process) carry(m *Machine, to trace.ActorID, nth int, c state.Item, r *Record) {
	ch := state.ChannelOf(&m.Present, m.Actors.Channel(p.Actor, m.Actors.ByID(to), nth), p.Actor, nth > 0)
	ch.Add(&m.Present, c)
	r.channels = append(r.channels, ch)
}

// handOverMessage is handOver for a message that has no faults.
func (p *Process) handOverMessage(m *Machine, to trace.ActorID, message trace.ValueID, ev *trace.Event, r *Record) {
	p.handOver(m, to, program.Operation{Op: trace.Op{Kind: kind.Deliver, Object: int32(to), Value: message}}, ev, r)
}

// performDeliver delivers the next message of a channel.
func performDeliver(m *Machine, ev *trace.Event, r *Record) program.Result {
	c := r.Actor.(*state.Channel)
	c.Perform(ev)
	if ev.Key != trace.NoValue {
		ev.Budget = m.Env.Network.BudgetOf(c.Sender.ID, trace.ActorID(ev.Object), ev.Value)
	} else {
		ev.Budget = m.Env.Network.Budget(ev.BudgetNumber())
	}
	if ev.Ok {
		ev.To = trace.ActorID(ev.Object)
	}
	return program.Result{}
}
