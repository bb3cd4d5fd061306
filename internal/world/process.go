package world

import (
	"cmp"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// process is a process of the model.
type process struct {
	common
	at      *program.History // the operation it requests, and its past
	co      *program.Coroutine
	mailbox mailbox.Mailbox
	passed  int   // the number of the oldest messages that do not match the present receive
	found   bool  // it takes the message after these
	sent    int32 // the number of its channels of one message each
	got     int32 // the number of messages that were delivered to it, also of lost messages; see states/bags.go

	killed   *killed            // not nil if it must end
	owes     bool               // it must say that a message is no more on its way, as debt does; see onway.go
	debt     *program.Operation // the operation that it owes, or owed last
	peers    []peer             // all processes it was ever linked with
	watchers []watcher          // all monitors it ever had
	created  []trace.ObjectID   // the tables it created
	given    []trace.ObjectID   // the tables of others that it has ever owned

	node      bool    // it has a disk, and may have faults
	faults    *faults // not nil if it may crash
	undecided bool    // it is not decided yet whether it crashes
	syncs     *syncs  // not nil if its syncs may fail

	ended       bool
	exitEvents  []*program.Operation // after its end: releases of its tables, and signals
	exitSignals []*program.Operation // signals that go to channels after the releases
	exited      int                  // the number of exit events so far
}

func newProcess(c common) *process { return &process{common: c} }

// process returns the process with that number.
func (s *System) process(id trace.ActorID) *process {
	return find(s, s.Actors.ByID(id), newProcess)
}

func (p *process) running() bool { return p.started && !p.ended }

// daemon reports whether the process may wait for ever.
func (p *process) daemon() bool { return p.at.Root().Program.Daemon }

func (p *process) pending() *program.Operation {
	if p.ended || p.killed != nil || p.node || p.owes {
		return p.pendingRarely()
	}
	return &p.at.Op
}

// pendingRarely is pending for a process that is a node, or ends. So most calls of pending are inlined.
func (p *process) pendingRarely() *program.Operation {
	switch {
	case p.undecided:
		return nil
	case !p.ended && p.killed != nil:
		return &p.killed.exit
	case !p.ended:
		return p.request()
	case p.exited < len(p.exitEvents):
		return p.exitEvents[p.exited]
	}
	return nil
}

// request returns the operation that the process requests, or must perform before.
func (p *process) request() *program.Operation {
	if p.owes {
		return p.debt
	}
	if p.syncs != nil {
		return p.syncs.limited(p)
	}
	return &p.at.Op
}

func (p *process) enabled(s *System, op *program.Operation) bool {
	if enabled := kinds[op.Kind].enabled; enabled != nil {
		return enabled(s, p, op)
	}
	return true
}

// waits reports whether the process waits for a message or a row.
func (p *process) waits(s *System) bool {
	return p.running() && !p.enabled(s, &p.at.Op)
}

// calls reports whether the process waits for the reply to a request, and the message is this
// reply.
func (p *process) calls(s *System, message trace.ValueID) bool {
	op := p.pending()
	return op != nil && op.Kind == kind.Receive && op.Flags&kind.Calling != 0 && !canReceive(s, p, op) && op.Patterns().Match(message)
}

// advance executes a process with the result of its operation, up to its next operation.
func (p *process) advance(s *System, got program.Result) {
	h, asserted := s.Next(&p.co, p.at, got)
	s.undos[len(s.undos)-1].asserts |= asserted
	p.at = h
}

// startProcess starts a process whose history begins with h.
func startProcess(s *System, h *program.History) {
	p := s.process(h.Program.Actor.ID)
	p.at = h
	asserts(s, h)
	p.created, p.given = p.created[:0], p.given[:0]
	p.peers, p.watchers, p.killed, p.owes = p.peers[:0], p.watchers[:0], nil, false
	p.ended, p.exitEvents, p.exitSignals, p.exited, p.sent, p.got = false, nil, nil, 0, 0, 0
	p.node, p.faults, p.undecided, p.syncs = h.Program.Node, nil, false, nil
	if p.node {
		s.SetNodes()
		b := s.Env.Nodes
		if n := b.All[b.Of(p.id.Name)].SyncFailures; n > 0 {
			p.syncs = &syncs{cells: &s.cells, limit: n, known: map[*program.Operation][]*program.Operation{}}
		}
	}
	p.mailbox.Clear()
	p.passed, p.found = 0, false
	s.start(p)
}

func performSpawn(s *System, ev *trace.Event, u *undo) program.Result {
	parent, op := u.process, u.op
	h := s.Child(&s.process(op.Program.Actor.ID).co, parent.at)
	startProcess(s, h)
	if op.Flags == 0 && op.Other == 0 {
		return program.Result{}
	}
	child := s.process(trace.ActorID(op.Object))
	if op.Flags&kind.Linking != 0 {
		child.peers = append(child.peers, peerOf(s, parent))
		parent.peers = append(parent.peers, peerOf(s, child))
	}
	if op.Flags&kind.Monitoring != 0 {
		child.watchers = append(child.watchers, watcher{peerOf(s, parent), op.MonitorNumber()})
	}
	if op.Flags&kind.Faulty != 0 {
		addNode(s, child, ev.ID())
	}
	if isParted(op) {
		join(s, child, ev.ID())
	}
	return program.Result{}
}

func undoSpawn(s *System, u *undo) {
	if isParted(u.op) {
		leave(s)
	}
	if u.op.Flags&kind.Faulty != 0 {
		removeNode(s, s.process(trace.ActorID(u.op.Object)))
	}
	unstart(s)
	if u.op.Flags&kind.Linking != 0 {
		pop(&u.process.peers)
	}
}

func pop[E any](list *[]E) { *list = (*list)[:len(*list)-1] }

// peer is a process at the other end of a link or a monitor.
type peer struct {
	actor trace.ActorID
	life  int32 // of a node then, because a crash breaks links and monitors; 0 of any other process
}

func (p peer) compare(q peer) int {
	return cmp.Or(cmp.Compare(p.actor, q.actor), cmp.Compare(p.life, q.life))
}

func peerOf(s *System, p *process) peer {
	return peer{p.id.ID, s.cells.get(trace.Cell{Space: effects.Life, Object: int32(p.id.ID)})}
}

// watcher is a monitor of a process.
type watcher struct {
	peer
	ref int32
}

// canReceive reports whether there is a message that a receive takes.
func canReceive(_ *System, p *process, op *program.Operation) bool {
	if !p.found {
		p.passed = p.mailbox.FindFrom(p.passed, op.Patterns())
		p.found = p.passed < p.mailbox.Len()
	}
	return p.found
}
