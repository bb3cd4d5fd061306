package machine

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// Boot starts the first process, with empty histories.
func (m *Machine) Boot(body program.Body) {
	defer func() {
		if m.Past.First == nil { // the first process was at fault
			m.Close()
		}
	}()
	m.start(m.StartFirst(&m.Process(0).co, body))
}

// Join starts the first process, with the histories of another machine, which it shares from now on.
func (m *Machine) Join(other *Machine) {
	m.Share(other.Runner)
	m.start(m.Past.First)
}

// Restart steps back to the beginning and forgets all histories, so processes are executed again.
func (m *Machine) Restart() {
	m.StepBack(0) // which also forgets what Enabled has found
	body := m.Body()
	m.Close()
	m.reset()
	m.Boot(body)
}

// Close stops all processes. The machine must not be used after that.
func (m *Machine) Close() {
	for _, a := range m.Present.All() {
		if p, ok := a.(*Process); ok {
			p.co.Close()
			p.co = nil
		}
	}
}

// Enabled appends the actors that can move to buf, in the order of their creation, and returns it.
//
// If it was called before the last event, it looks only at the actors that this event has changed, and at the timers that
// come next. It looks at all actors where some depend on others, and where a row may have changed that one waits for.
func (m *Machine) Enabled(buf []trace.Pending) []trace.Pending {
	depth, started := len(m.records), m.Present.Started()
	if m.depth == 0 || m.depth < depth-1 || m.Present.Dependent() || m.Env.Network != nil {
		m.lookAtAll(started)
	} else if m.depth < depth {
		if last := &m.records[depth-1]; m.awaiting && (last.table != nil || m.Cells.Writes() > last.written) {
			m.lookAtAll(started) // rows have changed, or cells, which tell whether a table exists and which one has a name
		} else {
			m.lookAtChanged(started, last, &m.Timers)
		}
	}
	m.depth = depth
	return m.appendAble(buf)
}

// Awaiting appends to buf the processes that wait for a row, and returns it.
func (m *Machine) Awaiting(buf []trace.Pending) []trace.Pending {
	for _, a := range m.Present.Started() {
		if op := a.Pending(); op != nil && op.Blocks() && !a.Enabled(op) {
			buf = append(buf, trace.Pending{Actor: a.Base().Actor.ID, Op: &op.Op})
		}
	}
	return buf
}

// CanStep reports whether the step is possible now.
func (m *Machine) CanStep(st trace.Step) bool {
	a, ok := m.StartedActor(st.Actor)
	if !ok || st.Alternative < 0 {
		return false
	}
	op := a.Pending()
	if op == nil || !a.Enabled(op) {
		return false
	}
	p, is := a.(*Process)
	return st.Alternative == 0 || st.Alternative < op.Alternatives && !(is && p.barred(op).Has(st.Alternative))
}

// Step is like StepTo, and returns the event.
func (m *Machine) Step(st trace.Step) trace.Event {
	var ev trace.Event
	m.StepTo(st, &ev)
	return ev
}

// StepTo executes the pending operation of an enabled actor, and a process up to its next operation. It
// sets ev to the event.
func (m *Machine) StepTo(st trace.Step, ev *trace.Event) {
	a := m.Present.Known(st.Actor)
	p, _ := a.(*Process)
	r := m.record(a, p)
	c := r.common()
	m.event = ev
	ev.Renew(st.Actor, c.Steps, &r.Op.Op)
	if st.Alternative != 0 {
		effects.Vary(ev, st.Alternative)
	}
	if effects.Behaves(&r.Op.Op) {
		m.Cells.Behave(ev)
		m.Cells.Write(ev.Accesses)
	}
	alive := p != nil && !p.Ended
	got := kinds[r.Op.Kind].perform(m, ev, r)
	m.deliver(ev, r)
	m.kill(ev, r)
	r.tellChanges(&m.Present)
	c.Steps++
	if p == nil {
		return
	}
	p.passed, p.found = 0, false
	if alive && !p.Ended && ev.Fault() != trace.Lost && !isDebt(&ev.Op) && (ev.Ok || !ev.IsReceive()) { // otherwise it goes on waiting
		h, asserted := m.Next(&p.co, p.At, got)
		r.asserts |= asserted
		p.At = h
	}
}

// StepBack steps back to the state after depth events, at most Depth().
func (m *Machine) StepBack(depth int) {
	for i := len(m.records) - 1; i >= depth; i-- {
		r := &m.records[i]
		r.tellChanges(&m.Present)
		r.undo(&m.Tables)
		m.Present.Retract(r.started)
		m.Cells.Unwrite(r.written)
	}
	m.records = m.records[:depth]
	m.movers.forget()
	if m.Points() > m.MostPoints {
		m.ForgetPoints()
	}
}

// record adds the record for the next event of an actor, which is the process p unless that is nil.
func (m *Machine) record(who state.Actor, p *Process) *Record {
	n := len(m.records)
	if n == cap(m.records) {
		m.records = slices.Grow(m.records, 1)
	}
	m.records = m.records[:n+1]
	r := &m.records[n]
	*r = Record{} // in place: most of it stays empty
	r.Actor, r.Process, r.written, r.started = who, p, m.Cells.Writes(), len(m.Present.Started())
	if p != nil {
		r.Op, r.At = p.Pending(), p.At
	} else {
		r.Op = who.Pending()
	}
	return r
}

// deliver puts the message of an event, if it has one, into a mailbox.
func (m *Machine) deliver(ev *trace.Event, r *Record) {
	if !ev.Delivers() {
		return
	}
	to := m.Process(ev.To)
	to.got++
	r.to = to
	if to.Running() && !effects.Flushed(ev) {
		if m.Env.Network == nil { // a reply may come twice, and a process does not know of lost messages
			ev.Reply, ev.Kept = to.calls(ev.Value), to.At.All()
		}
		message := mailbox.Message{ID: ev.Message, Value: ev.Value, Budget: numberOf(ev.Budget), Key: keyOf(ev)}
		message.Node, message.Life = effects.Origin(ev)
		to.Mailbox.Arrive(message)
		r.Arrived = to
	}
}
