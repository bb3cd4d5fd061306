package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// System is a closed program: the first process and all that it starts. It
// executes one operation at a time, as it is told, and can step back to any
// earlier state of the present interleaving. It must be used by one goroutine
// only.
//
// Methods panic with a [*guard.ModelError] where the model cannot be checked.
type System struct {
	*directory
	recording bool

	past      *histories
	processes []*process     // by ActorID; what is known of a process outlives the interleaving
	tables    []*table.Table // by ObjectID
	handles   []reflect.Type // by ObjectID: of what handle each table was created last
	born      []*process     // those that live or have lived, in order of creation
	cells     cells
	written   []written // what cells held before, for stepping back
	undos     []undo    // one for each event
	event     trace.Event
	delivery  Delivery
	anyOrder  bool           // announcements may come in any order, but for those on
	ordered   map[Board]bool // these boards
	passing   map[Board]bool // those of them that processes leave as they end
	sites     map[site]*site // all there are
	maxPoints int            // how many points of histories are kept
}

// FirstProcess is the name of the process that every model begins with.
const FirstProcess = "main"

// NewSystem returns a system whose first process, named [FirstProcess],
// executes body. Close must be called when it is not needed any more.
// If watch is not nil, other goroutines can watch the system by it.
func NewSystem(body Body, watch *guard.Watch) *System {
	if watch == nil {
		watch = new(guard.Watch)
	}
	watch.Begin()
	s := &System{delivery: Instant, maxPoints: manyPoints, sites: map[site]*site{}, directory: &directory{
		messages: body,
		watch:    watch,
		actors:   trace.NewActors(FirstProcess),
		values:   values.NewStore(),
	}}
	return s.boot(body)
}

// Twin returns a new system with the same program. What it numbers has the same
// numbers in both, so schedules and events of one mean the same in the other.
// They may be used by different goroutines; code of the model is executed by one
// of them at a time.
func (s *System) Twin() *System { return s.twin(false).boot(s.past.first.program.Body) }

// Partner returns a twin that also knows what the processes of this system did in
// the interleavings so far, and learns from it what they do in others; and the other
// way round. So a process need not be executed where the other has done so.
func (s *System) Partner() *System {
	t := s.twin(false)
	t.past = s.past
	t.start(t.past.first)
	return t
}

// Recorder returns a twin that notes where in the model each operation comes
// from and what the processes log.
func (s *System) Recorder() *System { return s.twin(true).boot(s.past.first.program.Body) }

func (s *System) twin(recording bool) *System {
	return &System{directory: s.directory, delivery: s.delivery, anyOrder: s.anyOrder, ordered: s.ordered, passing: s.passing,
		maxPoints: s.maxPoints, sites: map[site]*site{}, recording: recording}
}

// boot begins with nothing known.
func (s *System) boot(body Body) *System {
	s.past = new(histories)
	defer func() {
		if s.past.first == nil { // the first process was at fault
			s.Close()
		}
	}()
	s.past.first = s.begin(&Program{Actor: s.actors.ByID(0), Body: body})
	s.start(s.past.first)
	return s
}

// Close stops all processes. The system must not be used afterwards.
func (s *System) Close() {
	for _, a := range s.processes {
		if a != nil {
			s.closeCoroutine(a.co)
			a.co = nil
		}
	}
}

// Restart steps back to the beginning and forgets all that is known of the
// processes, so that they are executed afresh.
func (s *System) Restart() {
	s.StepBack(0)
	body := s.past.first.program.Body
	s.Close()
	s.processes, s.born, s.cells = nil, nil, cells{}
	s.boot(body)
}

// Actors returns how many actors have been met so far in this exploration.
func (s *System) Actors() int { return s.actors.Len() }

// Actor returns the identity of an actor.
func (s *System) Actor(id trace.ActorID) *trace.Actor { return s.actors.ByID(id) }

// ActorNamed returns the actor with that name, if it has been met so far.
func (s *System) ActorNamed(name string) (*trace.Actor, bool) { return s.actors.ByName(name) }

// Value returns a copy of the value with that number, nil for NoValue.
func (s *System) Value(id trace.ValueID) any { return s.values.Get(id) }

// Is reports whether v, a copy of the value with that number, is that still.
func (s *System) Is(id trace.ValueID, v any) bool {
	return s.values.Is(id, v)
}

// Depth returns how many events have been executed.
func (s *System) Depth() int { return len(s.undos) }

// Enabled appends the actors that can move to buf, in the order of their
// creation, and returns it.
func (s *System) Enabled(buf []trace.Pending) []trace.Pending {
	for _, a := range s.born {
		if op := s.pending(a); op != nil && s.enabled(a, op) {
			buf = append(buf, trace.Pending{Actor: a.actor.ID, Op: &op.Op})
		}
	}
	return buf
}

// pending returns the operation that the actor is about to perform, or nil.
func (s *System) pending(a *process) *Operation {
	switch {
	case a.state == running && a.doomed != nil:
		return &a.doomed.exit
	case a.state == running:
		return &a.at.op
	case a.state == ticking:
		return a.timer
	case a.state == carrying:
		if a.said < len(a.queue) {
			return &a.queue[a.said].op
		}
		return nil
	case a.said < len(a.farewell):
		return a.farewell[a.said]
	}
	return nil
}

func (s *System) enabled(a *process, op *Operation) bool {
	switch op.Kind {
	case trace.Receive:
	case trace.TableAwait:
		return s.awaits(a, op)
	default:
		return true
	}
	a.passed = a.mailbox.FindFrom(a.passed, op.Patterns)
	return a.passed < a.mailbox.Len()
}

// CanStep reports whether the step is possible now.
func (s *System) CanStep(st trace.Step) bool {
	if st.Actor < 0 || st.Alternative < 0 || int(st.Actor) >= len(s.processes) || s.processes[st.Actor] == nil {
		return false
	}
	a := s.processes[st.Actor]
	if a.state == unborn {
		return false
	}
	op := s.pending(a)
	return op != nil && s.enabled(a, op) && (st.Alternative == 0 || st.Alternative < op.Alternatives)
}

// Step executes the next Operation of an actor that can move and lets it go on
// to the one behind. It returns the event.
func (s *System) Step(st trace.Step) trace.Event {
	a := s.process(st.Actor)
	op := s.pending(a)
	u := s.undoable(a, op)
	ev := &s.event // what it is handed to would make a local one escape to the heap
	ev.Renew(st.Actor, a.steps, &op.Op)
	ev.Alternative = st.Alternative
	if op.OnCells() {
		ev.Behave(s.cell)
		s.write(ev.Accesses)
	}
	alive := a.state == running
	got := behaviours[op.Kind].perform(s, a, op, ev, u)
	s.deliver(ev, u)
	s.doom(ev, op, u)
	a.steps++
	a.passed = 0
	if alive && a.state == running {
		s.advance(a, got)
	}
	return *ev
}

// Begun returns the event of the last step, also if that came to no end because of a
// fault of the model.
func (s *System) Begun() trace.Event { return s.event }

// StepBack steps back to where depth events had been executed, which must not
// be more than have been.
func (s *System) StepBack(depth int) {
	for i := len(s.undos) - 1; i >= depth; i-- {
		u := &s.undos[i]
		a := u.who
		a.steps--
		a.at, a.passed = u.at, 0
		if u.fatal != nil {
			u.fatal.doomed = nil
		}
		if to := u.arrived; to != nil {
			to.mailbox.Unarrive()
			to.passed = min(to.passed, to.mailbox.Len())
		}
		s.takeBack(u.channels)
		behaviours[u.op.Kind].undo(s, a, u.op, u)
		s.unwrite(u.written)
	}
	s.undos = s.undos[:depth]
	if int(s.past.size.Load()) > s.maxPoints {
		s.forget()
	}
}

// deliver puts the message of an event, if it has one, into a mailbox.
func (s *System) deliver(ev *trace.Event, u *undo) {
	if !ev.Delivers() {
		return
	}
	if to := s.process(ev.To); to.state == running && !ev.Flushed() {
		to.mailbox.Arrive(mailbox.Message{ID: ev.Message, Value: ev.Value})
		u.arrived = to
	}
}

// advance takes a process to the point at which it has learnt the result.
func (s *System) advance(a *process, got Result) {
	h := a.at.after(got)
	if h == nil {
		h = a.at.with(got)
		h.op = s.reach(a, h)
		h = s.past.add(h)
		a.co.at = h
	}
	a.at = h
}

// begin returns the root of the history of a process that executes the program.
func (s *System) begin(pr *Program) *history {
	h := &history{program: pr}
	h.op = s.reach(s.process(pr.Actor.ID), h)
	return h
}

// start adds a process that begins with that history to the world.
func (s *System) start(h *history) {
	a := s.process(h.program.Actor.ID)
	a.state, a.at, a.steps = running, h, 0
	a.created, a.given = a.created[:0], a.given[:0]
	a.peers, a.watchers, a.doomed = a.peers[:0], a.watchers[:0], nil
	a.farewell, a.parting, a.said, a.sent = nil, nil, 0, 0
	a.mailbox.Clear()
	a.passed = 0
	s.born = append(s.born, a)
}

func (s *System) table(id trace.ObjectID) *table.Table {
	for int(id) >= len(s.tables) {
		s.tables = append(s.tables, new(table.Table))
	}
	return s.tables[id]
}
