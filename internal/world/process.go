package world

import (
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// process is a process of the model.
type process struct {
	common
	at      *history // the operation it asks for, and all that led to it
	co      *coroutine
	mailbox mailbox.Mailbox
	passed  int   // so many of the oldest messages there do not match the present receive
	sent    int32 // how many channels of one message each it has used

	killed   *killed          // not nil if it must end
	peers    []trace.ActorID  // all processes it was ever linked with
	watchers []watcher        // all monitors of it there ever were
	created  []trace.ObjectID // its tables
	given    []trace.ObjectID // tables of others that it has got, at least for some time

	ended       bool
	exitEvents  []*Operation // what follows from its end: what becomes of its tables, and whom it tells
	exitSignals []*Operation // whom it tells through channels when all exit events have happened
	exited      int          // how many exit events have happened
}

func newProcess(c common) *process { return &process{common: c} }

// process returns the process with that number.
func (s *System) process(id trace.ActorID) *process {
	return find(s, s.actors.ByID(id), newProcess)
}

// running reports whether the process has started and not ended.
func (p *process) running() bool { return p.started && !p.ended }

// daemon reports whether the process may wait for ever.
func (p *process) daemon() bool { return p.at.root().program.Daemon }

func (p *process) pending() *Operation {
	switch {
	case !p.ended && p.killed != nil:
		return &p.killed.exit
	case !p.ended:
		return &p.at.op
	case p.exited < len(p.exitEvents):
		return p.exitEvents[p.exited]
	}
	return nil
}

func (p *process) enabled(s *System, op *Operation) bool {
	if enabled := kinds[op.Kind].enabled; enabled != nil {
		return enabled(s, p, op)
	}
	return true
}

// waits reports whether the process waits for a message or a row and cannot go on.
func (p *process) waits(s *System) bool {
	return p.running() && !p.enabled(s, &p.at.op)
}

// advance takes a process to the point at which it has learnt the result.
func (p *process) advance(s *System, got Result) {
	h := p.at.after(got)
	if h == nil {
		h = p.at.with(got)
		h.op = p.reach(s, h)
		h = s.past.add(h)
		p.co.at = h
	}
	p.at = h
}

// begin returns the root of the history of a process that executes the program.
func (s *System) begin(pr *Program) *history {
	h := &history{program: pr}
	h.op = s.process(pr.Actor.ID).reach(s, h)
	return h
}

// startProcess adds a process whose history begins with h to the world.
func startProcess(s *System, h *history) {
	p := s.process(h.program.Actor.ID)
	p.at = h
	p.created, p.given = p.created[:0], p.given[:0]
	p.peers, p.watchers, p.killed = p.peers[:0], p.watchers[:0], nil
	p.ended, p.exitEvents, p.exitSignals, p.exited, p.sent = false, nil, nil, 0, 0
	p.mailbox.Clear()
	p.passed = 0
	s.start(p)
}
