package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/recheck"
	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/internal/world/tables"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// System is a closed program: the first process and all that it starts. It executes one operation at
// a time, and can step back to any earlier state of the present interleaving. It must be used by one
// goroutine only.
//
// Methods panic with a [*guard.ModelError] where the model cannot be checked.
type System struct {
	*program.Runner
	words
	// Rechecks executes the processes of the present interleaving again.
	Rechecks recheck.Checker

	known   []actor // by ActorID, nil if unknown; actors outlive the interleaving
	started []actor // the actors of the present interleaving, in the order of their starts
	movers
	timed  deadlines // the started timers with a duration
	tables tables.Tables
	cells  cells
	undos  []undo       // one for each event
	event  *trace.Event // of the last step
	prints

	viewing
	commutation trace.Commutation // see Commute
	merged      bool              // see MergeBags
	arranged    []mailbox.Message // by arrange

	decisions  deciders    // about faults; none if there was no node yet
	partitions *partitions // nil if there are none, or there was no node yet
	maxPoints  int         // how many points of histories are kept
}

// NewSystem returns a system whose first process, named [FirstProcess], executes body. It must be closed.
// watch may be nil; otherwise other goroutines can watch the system through it.
func NewSystem(body program.Body, watch *guard.Watch) *System {
	if watch == nil {
		watch = new(guard.Watch)
	}
	watch.Begin()
	s := new(System)
	s.Runner = program.NewRunner(identity.NewStore(body, watch), s)
	s.words = words{s, requests.New(s.Store, s.Disks)}
	s.tables = tables.New(s.Store)
	s.Rechecks, s.maxPoints = recheck.New(s, s.Runner), manyPoints
	return s.boot(body)
}

// Twin returns a new system with the same program and the same numbers of actors, values and tables, so
// schedules and events of one are valid in the other. Different goroutines may use them, but only
// one goroutine at a time executes code of the model.
func (s *System) Twin() *System { return twin(s, false).boot(s.Body()) }

// Apart returns a twin in which histories that lead to the same state of a loop do not continue as one.
func (s *System) Apart() *System {
	t := s.Twin()
	t.KeepApart()
	return t
}

// Partner returns a twin that shares the histories of processes with this system: neither executes a
// process where the other has done so.
func (s *System) Partner() *System {
	t := twin(s, false)
	t.Share(s.Runner)
	startProcess(t, t.Past.First)
	return t
}

// Recorder returns a twin that records the source lines of operations and the logs of processes.
func (s *System) Recorder() *System { return twin(s, true).boot(s.Body()) }

func twin(s *System, recording bool) *System {
	t := new(System)
	t.Runner, t.words = s.Runner.Twin(t, recording), words{t, s.Describer}
	t.tables = tables.New(t.Store)
	t.Rechecks = recheck.New(t, t.Runner)
	t.maxPoints, t.view = s.maxPoints, s.view
	return t
}

// boot starts the first process, with empty histories.
func (s *System) boot(body program.Body) *System {
	defer func() {
		if s.Past.First == nil { // the first process was at fault
			s.Close()
		}
	}()
	startProcess(s, s.StartFirst(&s.process(0).co, body))
	return s
}

// Close stops all processes. The system must not be used after that.
func (s *System) Close() {
	for _, a := range s.known {
		if p, ok := a.(*process); ok {
			p.co.Close()
			p.co = nil
		}
	}
}

// Restart steps back to the beginning and forgets all histories, so processes are executed again.
func (s *System) Restart() {
	s.StepBack(0) // which also forgets what Enabled has found
	body := s.Body()
	s.Close()
	s.known, s.started, s.movers, s.timed, s.decisions, s.partitions, s.cells, s.prints = nil, nil, movers{}, deadlines{}, nil, nil, cells{}, prints{}
	s.boot(body)
}

// Depth returns how many events have been executed.
func (s *System) Depth() int { return len(s.undos) }

// actor returns the actor with that number, and whether it has started.
func (s *System) actor(id trace.ActorID) (a actor, ok bool) {
	if id < 0 || int(id) >= len(s.known) || s.known[id] == nil {
		return nil, false
	}
	return s.known[id], s.known[id].base().started
}

// CanStep reports whether the step is possible now.
func (s *System) CanStep(st trace.Step) bool {
	a, ok := s.actor(st.Actor)
	if !ok || st.Alternative < 0 {
		return false
	}
	op := a.pending()
	if op == nil || !a.enabled(s, op) {
		return false
	}
	p, is := a.(*process)
	return st.Alternative == 0 || st.Alternative < op.Alternatives && !(is && barredOf(s, p, op).Has(st.Alternative))
}

// Step is like StepTo, and returns the event.
func (s *System) Step(st trace.Step) trace.Event {
	var ev trace.Event
	s.StepTo(st, &ev)
	return ev
}

// StepTo executes the pending operation of an enabled actor, and a process up to its next operation. It
// sets ev to the event.
func (s *System) StepTo(st trace.Step, ev *trace.Event) {
	a := s.known[st.Actor]
	p, _ := a.(*process)
	u := undoable(s, a, p)
	c := u.common()
	s.event = ev
	ev.Renew(st.Actor, c.steps, &u.op.Op)
	if st.Alternative != 0 {
		effects.Vary(ev, st.Alternative)
	}
	if effects.Behaves(&u.op.Op) {
		s.cells.behave(ev)
		s.cells.write(ev.Accesses)
	}
	alive := p != nil && !p.ended
	got := kinds[u.op.Kind].perform(s, ev, u)
	s.deliver(ev, u)
	kill(s, ev, u)
	s.changedBy(u)
	c.steps++
	if p == nil {
		return
	}
	p.passed, p.found = 0, false
	if alive && !p.ended && ev.Fault() != trace.Lost && !isDebt(&ev.Op) && (ev.Ok || !ev.IsReceive()) { // otherwise it goes on waiting
		p.advance(s, got)
	}
}

// Begun returns the event of the last step, even if a fault of the model interrupted it.
func (s *System) Begun() trace.Event { return *s.event }

// StepBack steps back to the state after depth events, at most Depth().
func (s *System) StepBack(depth int) {
	for i := len(s.undos) - 1; i >= depth; i-- {
		u := &s.undos[i]
		u.common().steps--
		s.changedBy(u)
		if p := u.process; p != nil {
			p.at, p.passed, p.found = u.at, 0, false
		}
		if u.killed != nil {
			u.killed.killed = nil
		}
		if u.to != nil {
			u.to.got--
		}
		if to := u.arrived; to != nil {
			to.mailbox.Unarrive()
			if to.passed >= to.mailbox.Len() {
				to.passed, to.found = to.mailbox.Len(), false
			}
		}
		takeBack(s, u.channels)
		if undo := kinds[u.op.Kind].undo; undo != nil {
			undo(s, u)
		}
		s.cells.unwrite(u.written)
	}
	s.undos = s.undos[:depth]
	s.movers.forget()
	if s.Points() > s.maxPoints {
		forget(s)
	}
}

// deliver puts the message of an event, if it has one, into a mailbox.
func (s *System) deliver(ev *trace.Event, u *undo) {
	if !ev.Delivers() {
		return
	}
	to := s.process(ev.To)
	to.got++
	u.to = to
	if to.running() && !effects.Flushed(ev) {
		if s.Env.Network == nil { // a reply may come twice, and a process does not know of lost messages
			ev.Reply, ev.Kept = to.calls(s, ev.Value), to.at.All()
		}
		m := mailbox.Message{ID: ev.Message, Value: ev.Value, Budget: numberOf(ev.Budget), Key: keyOf(ev)}
		m.Node, m.Life = effects.Origin(ev)
		to.mailbox.Arrive(m)
		u.arrived = to
	}
}

// undo is an executed event with the data to undo it.
type undo struct {
	who      actor
	process  *process // who, if it is one; else nil
	op       *program.Operation
	at       *program.History // of who, before the event
	written  int              // the number of written cells before the event
	place    int              // the index in the mailbox from which the message was taken
	message  mailbox.Message
	table    *tables.Table // the table of the operation, if it has changed that
	other    *process      // the process that a link, a monitor or a table was added to
	to       *process      // the process to which a message was delivered
	arrived  *process      // the same, if it runs and its mailbox got the message
	channels []*channel    // the channels that got messages or signals
	killed   *process      // the process that was told to end
	timer    *timer        // the timer that was started again, after its expiry
	asserts  uint64        // the bits of the properties that were asserted after the event, before the next operations
}

// common returns the common part of the actor.
func (u *undo) common() *common {
	if u.process != nil {
		return &u.process.common
	}
	return u.who.base()
}

// undoable adds the record for the next event of an actor, which is the process p unless that is nil.
func undoable(s *System, who actor, p *process) *undo {
	n := len(s.undos)
	if n == cap(s.undos) {
		s.undos = slices.Grow(s.undos, 1)
	}
	s.undos = s.undos[:n+1]
	u := &s.undos[n]
	*u = undo{} // in place: most of it stays empty
	u.who, u.process, u.written = who, p, len(s.cells.written)
	if p != nil {
		u.op, u.at = p.pending(), p.at
	} else {
		u.op = who.pending()
	}
	return u
}

// changedBy calls changed for the actors that an event or its undoing changes.
func (p *prints) changedBy(u *undo) {
	if !p.printed {
		return
	}
	p.changed(u.who)
	for _, other := range [...]*process{u.to, u.killed, u.other} {
		if other != nil {
			p.changed(other)
		}
	}
	for _, c := range u.channels {
		p.changed(c)
	}
	if u.timer != nil {
		p.changed(u.timer)
	}
}
