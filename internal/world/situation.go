package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Situation describes the present state of a system.
func Situation(s *System) trace.Situation {
	sight := sight{s}
	now := trace.Situation{Parted: s.partitions.inForce(), Faults: sight.faultsLeft()}
	exposed := sight.exposures()
	for _, a := range s.started {
		if p, ok := a.(*process); ok {
			now.Processes = append(now.Processes, sight.standing(p, exposed[p.id.ID]))
		} else if op := a.pending(); op != nil {
			at := s.Asked(a.base().id, op)
			now.Others = append(now.Others, trace.Pause{Process: at.Process, Operation: at.Operation, CanMove: a.enabled(s, op), Limit: at.Limit})
			now.Others = append(now.Others, sight.behind(a)...)
		}
	}
	for i, t := range s.tables.All() {
		if t.Exists() {
			now.Tables = append(now.Tables, trace.Table{Name: s.Table(int32(i)).Label, Rows: sight.rows(trace.ObjectID(i))})
		}
	}
	if clock := s.cells.get(trace.Cell{Space: effects.Clock}); clock > 0 || len(s.timed.timers) > 0 {
		now.Clock = timeText(s.words, clock)
	}
	return now
}

// sight describes parts of the present state of a system.
type sight struct{ *System }

// standing describes a process, which has exposed the states.
func (w sight) standing(p *process, exposed []trace.Exposed) trace.Standing {
	st := trace.Standing{Process: p.id.Name, Ended: p.ended, Daemon: p.daemon(), Exposed: exposed, Faults: p.faults.ahead()}
	if op := p.pending(); op != nil {
		at := w.Asked(p.id, op)
		st.Operation, st.Source, st.Limit, st.CanMove = at.Operation, at.Source, at.Limit, p.enabled(w.System, op)
	}
	if p.running() {
		st.Mailbox = p.mail(w.words)
		if p.waits(w.System) {
			st.Refused = w.waiting(p).Refused
		}
	}
	st.Turn, st.Disk = w.turn(p), w.disk(p)
	return st
}

// turn returns the state with which the loop of a process has begun the present turn, or "".
func (w sight) turn(p *process) string {
	if p.running() {
		for h := p.at; h != nil; h = h.Parent {
			if h.Head != nil {
				return w.Text(h.Head.State)
			}
		}
	}
	return ""
}

// disk returns the files of a process, or "" if there are none.
func (w sight) disk(p *process) string {
	d := w.Disks.At(fileCell(&w.cells, int32(p.id.ID)))
	if len(d.Names) == 0 {
		return ""
	}
	if n := d.Unsynced(); n > 0 {
		return requests.Files(d) + fmt.Sprintf("; not synced: %d", n)
	}
	return requests.Files(d)
}

// declared returns the declared states that an event, the last one, may have changed: of its own process, and of the process that
// it starts, restarts or decides about. A text is "" if there is no such state.
func declared(s *System, last *trace.Event) (all []trace.Declared) {
	ids := []trace.ActorID{last.Actor}
	switch last.Kind {
	case kind.Spawn, kind.Restart, kind.DecideFaults, kind.DecideSurviving:
		ids = append(ids, trace.ActorID(last.Object))
	}
	for _, id := range slices.Compact(ids) {
		if p, ok := s.known[id].(*process); ok && p.started {
			all = append(all, trace.Declared{Process: p.id.Name, Part: trace.LoopState, Text: sight{s}.turn(p)},
				trace.Declared{Process: p.id.Name, Part: trace.DiskState, Text: sight{s}.disk(p)})
		}
	}
	return all
}

// behind returns the deliveries of a channel after its next message or signal; nil for another actor.
func (s sight) behind(a actor) (later []trace.Pause) {
	if c, ok := a.(*channel); ok {
		for i := range c.queue[c.delivered+1:] {
			at := s.Asked(c.id, &c.queue[c.delivered+1+i].op)
			later = append(later, trace.Pause{Process: at.Process, Operation: at.Operation, Limit: at.Limit})
		}
	}
	return later
}

// exposures returns the last state that each process has exposed of each kind, in the order in which it has first
// exposed them.
func (w sight) exposures() map[trace.ActorID][]trace.Exposed {
	states := map[trace.ActorID][]trace.Exposed{}
	for i := range w.undos {
		u := &w.undos[i]
		if op := &u.op.Op; op.Kind == kind.Expose {
			id, state := u.who.base().id.ID, trace.Exposed{Board: w.Value(op.Key).(program.Board).String(), Text: w.Text(op.Value)}
			known := slices.IndexFunc(states[id], func(s trace.Exposed) bool { return s.Board == state.Board })
			if known < 0 {
				states[id] = append(states[id], state)
			} else {
				states[id][known] = state
			}
		}
	}
	return states
}

// rows returns the rows of a table.
func (s sight) rows(id trace.ObjectID) (rows []trace.Row) {
	var keys []trace.ValueID
	t := s.tables.At(id)
	t.Rows(func(key, _ trace.ValueID) bool {
		keys = append(keys, key)
		return true
	})
	slices.SortFunc(keys, s.Values.Compare)
	for _, key := range keys {
		rows = append(rows, trace.Row{Key: s.Text(key), Value: s.Text(t.Get(key))})
	}
	return rows
}

// inForce returns the sides of the partition that cuts the network now, or "" if none does.
func (n *partitions) inForce() string {
	if n == nil || len(n.nodes) < 2 || n.phase() != heals && (n.phase() != ended || n.fate == 0 || n.fate.Healed()) {
		return ""
	}
	return n.last().String()
}

// ahead says which faults will still happen to a node; "" if none will, or if f is nil.
func (f *faults) ahead() string {
	if f == nil || f.toCome() <= 0 {
		return ""
	}
	return amounts(amount{f.fate.Crashes() - f.done.Crashes(), "crash", "es"}, amount{f.fate.Restarts() - f.done.Restarts(), "restart", "s"})
}

// faultsLeft says which faults may still happen: of nodes that are not decided yet, and of messages.
func (s sight) faultsLeft() (left []string) {
	add := func(text string) {
		if text != "" {
			left = append(left, text)
		}
	}
	f := s.Env.Faults
	for i, n := range s.Env.Nodes.All {
		if d := s.decisions.of(s.Env.Nodes.Decider(i)); d != nil {
			n = d.left[len(d.left)-1][i]
		}
		of := ""
		if n.Name != "" {
			of = " of " + n.Name
		}
		if text := amounts(amount{n.Crashes, "crash", "es"}, amount{n.Restarts, "restart", "s"}); text != "" {
			add(text + of)
		}
		if n.SyncFailures > 0 {
			add(amounts(amount{n.SyncFailures, "failed sync", "s"}) + cmp.Or(of, " of each node"))
		}
	}
	parted := f.Partitions
	if s.partitions != nil {
		parted -= len(s.partitions.begun)
	}
	add(amounts(amount{parted, "partition", "s"}))
	for i, l := range f.Links {
		b := s.Env.Network.Budget(int32(i + 1))
		if b == nil {
			continue
		}
		of := func(fault trace.MessageFault) int { return int(b.Limits[fault] - s.cells.get(faulted(b, fault))) }
		text := amounts(amount{of(trace.Lost), "loss", "es"}, amount{of(trace.Duplicated), "duplicate", "s"}, amount{of(trace.Reordered), "reordering", "s"})
		if text != "" && l.From+l.To+l.Message != "" {
			text += " of " + cmp.Or(l.Message, "messages") + " from " + cmp.Or(l.From, "any") + " to " + cmp.Or(l.To, "any")
		}
		add(text)
	}
	return left
}

// amount is a number of things, with the name of one and the ending of several.
type amount struct {
	n         int
	one, more string
}

// amounts enumerates the numbers above 0.
func amounts(all ...amount) string {
	var words []string
	for _, a := range all {
		if a.n == 1 {
			words = append(words, "1 "+a.one)
		} else if a.n > 1 {
			words = append(words, fmt.Sprint(a.n, " ", a.one, a.more))
		}
	}
	return strings.Join(words, ", ")
}
