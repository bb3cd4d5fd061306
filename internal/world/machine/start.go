package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// start starts a process whose history begins with h.
func (m *Machine) start(h *program.History) *Process {
	p := m.Process(h.Program.Actor.ID)
	p.At = h
	if n := len(m.records); n > 0 {
		m.records[n-1].asserts |= h.Asserts
	}
	p.created, p.received = p.created[:0], p.received[:0]
	p.peers, p.watchers, p.killed, p.debts = p.peers[:0], p.watchers[:0], nil, nil
	p.Ended, p.exitEvents, p.exitSignals, p.exited, p.sent, p.got = false, nil, nil, 0, 0, 0
	p.node, p.Faults, p.network, p.syncs = h.Program.Node, nil, nil, nil
	if p.Dependent = p.node; p.node {
		m.SetNodes()
		b := m.Env.Nodes
		if n := b.All[b.Of(p.Actor.Name)].SyncFailures; n > 0 {
			p.syncs = &syncs{cells: &m.Cells, limit: n, known: map[*program.Operation][]*program.Operation{}}
		}
	}
	p.Mailbox.Clear()
	p.passed, p.found = 0, false
	m.Present.Start(p)
	return p
}

func performSpawn(m *Machine, ev *trace.Event, r *Record) program.Result {
	parent, op := r.Process, r.Op
	child := m.start(m.Child(&m.Process(op.Program.Actor.ID).co, parent.At))
	if r.other = child; op.Flags == 0 && op.Other == 0 {
		return program.Result{}
	}
	if op.Flags&kind.Linking != 0 {
		child.peers = append(child.peers, parent.peer())
		parent.peers = append(parent.peers, child.peer())
	}
	if op.Flags&kind.Monitoring != 0 {
		child.watchers = append(child.watchers, watcher{parent.peer(), op.MonitorNumber()})
	}
	if op.Flags&kind.Faulty != 0 {
		child.Faults = m.Nodes.Add(child, ev.ID())
	}
	if op.Node() == trace.ActorID(op.Object) { // partitions may cut it off
		child.network = &m.Network
		child.network.Join(child.Actor, ev.ID())
	}
	return program.Result{}
}

func undoSpawn(r *Record) {
	child := r.other
	if child == nil { // its function was at fault
		return
	}
	if child.network != nil {
		child.network.Leave()
	}
	if child.Faults != nil {
		child.Faults.Remove()
	}
	if r.Op.Flags&kind.Linking != 0 {
		pop(&r.Process.peers)
	}
}

// performRestart starts a node again.
func performRestart(m *Machine, ev *trace.Event, r *Record) program.Result {
	p := m.Process(trace.ActorID(ev.Object))
	m.Struck(ev.Kind, trace.NoFault, ev.Kind.String)
	p.Faults.Perform(ev)
	r.other, p.lives = p, append(p.lives, *p)
	h := m.NextLife(&p.co, p.At.Root())
	*p = Process{Common: p.Common, in: p.in, co: p.co, node: true, Faults: p.Faults, network: p.network, syncs: p.syncs, lives: p.lives, At: h,
		sent: p.sent} // as the channels of the life before may still carry messages
	return program.Result{}
}

func undoRestart(r *Record) {
	p := r.other
	p.Faults.Undo(&r.Op.Op)
	last := len(p.lives) - 1
	c, co, lives := p.Common, p.co, p.lives[:last]
	*p = p.lives[last]
	p.Common, p.co, p.lives = c, co, lives
	clear(p.lives[last : last+1])
}
