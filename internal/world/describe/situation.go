package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/injector"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Situation describes the present state.
func (d *Describer) Situation() trace.Situation {
	now := trace.Situation{Parted: d.m.Network.Sides(), Faults: d.faultsLeft()}
	exposed := d.exposures()
	for _, a := range d.m.Present.Started() {
		if p, ok := a.(*machine.Process); ok {
			now.Processes = append(now.Processes, d.standing(p, exposed[p.Actor.ID]))
		} else if op := a.Pending(); op != nil {
			at := d.RequestOf(a.Base().Actor, op)
			now.Others = append(now.Others, trace.Pause{Process: at.Process, Operation: at.Operation, CanMove: a.Enabled(op), Limit: at.Limit})
			now.Others = append(now.Others, d.behind(a)...)
		}
	}
	for i, t := range d.m.Tables.All() {
		if t.Exists() {
			now.Tables = append(now.Tables, trace.Table{Name: d.m.Table(int32(i)).Label, Rows: d.rows(trace.ObjectID(i))})
		}
	}
	if clock := d.m.Cells.Get(trace.Cell{Space: effects.Clock}); clock > 0 || d.m.Timers.Any() {
		now.Clock = timeText(d, clock)
	}
	return now
}

// standing describes a process, which has exposed the states.
func (d *Describer) standing(p *machine.Process, exposed []trace.ExposedState) trace.Standing {
	st := trace.Standing{Process: p.Actor.Name, Ended: p.Ended, Daemon: p.Daemon(), Exposed: exposed, Faults: ahead(p.Faults)}
	if op := p.Pending(); op != nil {
		at := d.RequestOf(p.Actor, op)
		st.Operation, st.Source, st.Limit, st.CanMove = at.Operation, at.Source, at.Limit, p.Enabled(op)
	}
	if p.Running() {
		st.Mailbox = d.mail(p)
		if p.Waits() {
			st.Refused = d.waiting(p).Refused
		}
	}
	st.Turn, st.Disk = d.turn(p), d.disk(p)
	return st
}

// turn returns the state with which the loop of a process has begun the present turn, or "".
func (d *Describer) turn(p *machine.Process) string {
	if p.Running() {
		for h := p.At; h != nil; h = h.Parent {
			if h.Head != nil {
				return d.Text(h.Head.State)
			}
		}
	}
	return ""
}

// disk returns the files of a process, or "" if there are none.
func (d *Describer) disk(p *machine.Process) string {
	files := d.m.Disks.At(d.m.Cells.Disk(p.Actor.ID))
	if len(files.Names) == 0 {
		return ""
	}
	if n := files.Unsynced(); n > 0 {
		return requests.Files(files) + fmt.Sprintf("; not synced: %d", n)
	}
	return requests.Files(files)
}

// Declared returns the declared states that an event, the last one, may have changed: of its own process, and of the process that
// it starts, restarts or decides about. A text is "" if there is no such state.
func (d *Describer) Declared(last *trace.Event) (all []trace.DeclaredState) {
	ids := []trace.ActorID{last.Actor}
	switch last.Kind {
	case kind.Spawn, kind.Restart, kind.DecideFaults, kind.DecideSurviving:
		ids = append(ids, trace.ActorID(last.Object))
	}
	for _, id := range slices.Compact(ids) {
		if p, ok := d.m.Present.Known(id).(*machine.Process); ok && p.Started {
			all = append(all, trace.DeclaredState{Process: p.Actor.Name, Part: trace.LoopState, Text: d.turn(p)},
				trace.DeclaredState{Process: p.Actor.Name, Part: trace.DiskState, Text: d.disk(p)})
		}
	}
	return all
}

// behind returns the deliveries of a channel after its next message or signal; nil for another actor.
func (d *Describer) behind(a state.Actor) (later []trace.Pause) {
	if c, ok := a.(*state.Channel); ok {
		queue := c.Queue()
		for i := range queue[1:] {
			at := d.RequestOf(c.Actor, &queue[1+i].Op)
			later = append(later, trace.Pause{Process: at.Process, Operation: at.Operation, Limit: at.Limit})
		}
	}
	return later
}

// exposures returns the last state that each process has exposed of each kind, in the order in which it has first
// exposed them.
func (d *Describer) exposures() map[trace.ActorID][]trace.ExposedState {
	states := map[trace.ActorID][]trace.ExposedState{}
	for step := range d.m.Depth() {
		r := d.m.Record(step + 1)
		if op := &r.Op.Op; op.Kind == kind.Expose {
			id, last := r.Actor.Base().Actor.ID, trace.ExposedState{Board: d.m.Value(op.Key).(program.Board).String(), Text: d.Text(op.Value)}
			known := slices.IndexFunc(states[id], func(s trace.ExposedState) bool { return s.Board == last.Board })
			if known < 0 {
				states[id] = append(states[id], last)
			} else {
				states[id][known] = last
			}
		}
	}
	return states
}

// rows returns the rows of a table.
func (d *Describer) rows(id trace.ObjectID) (rows []trace.Row) {
	var keys []trace.ValueID
	t := d.m.Tables.At(id)
	t.Rows(func(key, _ trace.ValueID) bool {
		keys = append(keys, key)
		return true
	})
	slices.SortFunc(keys, d.m.Values.Compare)
	for _, key := range keys {
		rows = append(rows, trace.Row{Key: d.Text(key), Value: d.Text(t.Get(key))})
	}
	return rows
}

// ahead says which faults will still happen to a node; "" if none will, or if n is nil.
func ahead(n *injector.Node) string {
	crashes, restarts := n.ToCome()
	return amounts(amount{crashes, "crash", "es"}, amount{restarts, "restart", "s"})
}

// faultsLeft says which faults may still happen: of nodes that are not decided yet, and of messages.
func (d *Describer) faultsLeft() (left []string) {
	add := func(text string) {
		if text != "" {
			left = append(left, text)
		}
	}
	f := d.m.Env.Faults
	for i := range d.m.Env.Nodes.All {
		n := d.m.Nodes.Rest(i)
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
	add(amounts(amount{f.Partitions - d.m.Network.Partitions(), "partition", "s"}))
	for i, l := range f.Links {
		b := d.m.Env.Network.Budget(int32(i + 1))
		if b == nil {
			continue
		}
		of := func(fault trace.MessageFault) int {
			return int(b.Limits[fault] - d.m.Cells.Get(machine.Faulted(b, fault)))
		}
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
